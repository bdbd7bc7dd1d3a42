package dev.monotable.schema;

/** Describes a shape of the service model: its type, name and constraints. */
public abstract sealed class ShapeSchema
    permits SimpleSchema, ListSchema, MapSchema, StructureSchema {
  private final ShapeType type;
  private final String name;
  private final Constraints constraints;

  ShapeSchema(ShapeType type, String name, Constraints constraints) {
    this.type = type;
    this.name = name;
    this.constraints = constraints;
  }

  /** Returns the type of the shape's values. */
  public final ShapeType type() {
    return type;
  }

  /** Returns the shape's name in the service's model, such as {@code KeySchema}. */
  public final String name() {
    return name;
  }

  /** Returns the constraints on the shape's values; structures have none. */
  public final Constraints constraints() {
    return constraints;
  }

  @Override
  public final String toString() {
    return type + " " + name;
  }
}
