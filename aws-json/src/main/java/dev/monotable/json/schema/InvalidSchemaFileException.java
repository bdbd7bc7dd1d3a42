package dev.monotable.json.schema;

/**
 * What is wrong at a line of the file being read; becomes a {@link SchemaException} with its name.
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
