package dev.monotable.schema;

/** The type of a shape in JSON and in Java. */
public enum ShapeType {
  /** A JSON string, held as {@link String}. Enums too: their values are constraints. */
  STRING,
  /** A whole JSON number of 32 bits, held as {@link Integer}. */
  INTEGER,
  /** A whole JSON number of 64 bits, held as {@link Long}. */
  LONG,
  /** A JSON number, held as {@link Double}. */
  DOUBLE,
  /** A JSON boolean, held as {@link Boolean}. */
  BOOLEAN,
  /** A JSON number of seconds since the epoch, held as {@link java.time.Instant}. */
  TIMESTAMP,
  /** One DynamoDB value, held as {@code dev.monotable.value.AttributeValue}. */
  ATTRIBUTE_VALUE,
  /** A map from names to DynamoDB values, held as {@code dev.monotable.value.Item}. */
  ITEM,
  /** A JSON array, held as {@link java.util.List}; described by {@link ListSchema}. */
  LIST,
  /**
   * A JSON object whose values have one shape, held as {@link java.util.Map}; see {@link
   * MapSchema}.
   */
  MAP,
  /** A JSON object of named members, held as a generated record; see {@link StructureSchema}. */
  STRUCTURE
}
