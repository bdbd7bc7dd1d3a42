package dev.monotable.schema;

/** A record of the service's model. */
public interface Structure {
  /** Returns the schema of this record's class. */
  StructureSchema<?> schema();
}
