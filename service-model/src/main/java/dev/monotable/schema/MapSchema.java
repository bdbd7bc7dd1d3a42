package dev.monotable.schema;

/** The schema of a map from strings to values other than DynamoDB values. */
public final class MapSchema extends Schema {
  private final Schema key;
  private final Schema value;

  private MapSchema(String name, Constraints constraints, Schema key, Schema value) {
    super(ShapeType.MAP, name, constraints);
    this.key = key;
    this.value = value;
  }

  public static MapSchema of(String name, Constraints constraints, Schema key, Schema value) {
    return new MapSchema(name, constraints, key, value);
  }

  /** Returns the schema of every key, a {@link ShapeType#STRING}. */
  public Schema key() {
    return key;
  }

  /** Returns the schema of every value. */
  public Schema value() {
    return value;
  }
}
