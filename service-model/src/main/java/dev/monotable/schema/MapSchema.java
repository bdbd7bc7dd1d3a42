package dev.monotable.schema;

/** The schema of a map from strings to values other than DynamoDB values. */
public final class MapSchema extends ShapeSchema {
  private final ShapeSchema key;
  private final ShapeSchema value;

  private MapSchema(String name, Constraints constraints, ShapeSchema key, ShapeSchema value) {
    super(ShapeType.MAP, name, constraints);
    this.key = key;
    this.value = value;
  }

  /** Creates the schema of a map. */
  public static MapSchema of(
      String name, Constraints constraints, ShapeSchema key, ShapeSchema value) {
    return new MapSchema(name, constraints, key, value);
  }

  /** Returns the schema of every key, a {@link ShapeType#STRING}. */
  public ShapeSchema key() {
    return key;
  }

  /** Returns the schema of every value. */
  public ShapeSchema value() {
    return value;
  }
}
