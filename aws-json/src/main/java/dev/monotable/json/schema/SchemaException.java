package dev.monotable.json.schema;

import java.nio.file.Path;

/** An error in a schema file. Its message is {@code file:line: reason}. */
public final class SchemaException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Path file;
  private final int line;
  private final String reason;

  /**
   * Creates an error.
   *
   * @param line the line, from 1; 0 for the file as a whole
   */
  public SchemaException(Path file, int line, String reason) {
    super(line > 0 ? file + ":" + line + ": " + reason : file + ": " + reason, null, false, false);
    this.file = file;
    this.line = line;
    this.reason = reason;
  }

  public Path file() {
    return file;
  }

  /** Returns the line, from 1; 0 for the file as a whole. */
  public int line() {
    return line;
  }

  public String reason() {
    return reason;
  }
}
