package dev.monotable.schema;

/** The schema of a shape without parts: strings, numbers, and DynamoDB's own values. */
public final class SimpleSchema extends ShapeSchema {
  private SimpleSchema(ShapeType type, String name, Constraints constraints) {
    super(type, name, constraints);
  }

  /**
   * Returns the schema of a shape.
   *
   * @param type any but {@link ShapeType#LIST}, {@link ShapeType#MAP}, {@link ShapeType#STRUCTURE}
   * @throws IllegalArgumentException on one of those types
   */
  public static SimpleSchema of(ShapeType type, String name, Constraints constraints) {
    if (type == ShapeType.LIST || type == ShapeType.MAP || type == ShapeType.STRUCTURE) {
      throw new IllegalArgumentException(type + " is not a simple type: " + name);
    }
    return new SimpleSchema(type, name, constraints);
  }
}
