package dev.monotable.json.schema;

/**
 * An error at a line of a schema file. {@link SchemaFiles} turns it into a {@link SchemaException}
 * with the name of the file.
 */
final class InvalidSchemaFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int line;

  InvalidSchemaFileException(int line, String reason) {
    super(reason, null, false, false);
    this.line = line;
  }

  int line() {
    return line;
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
