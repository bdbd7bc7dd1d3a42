package dev.monotable.cli.control;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that says which database of a server a command is about. */
public final class DatabaseOption {
  private static final String ISSUED = "MTDB";

  @Option(
      order = 81,
      names = "--database",
      paramLabel = "ID",
      description =
          "The ID of the database. Default: AWS_ACCESS_KEY_ID, if a server has issued it, or"
              + " 'default'.")
  private @Nullable String id;

  /** Creates the option. */
  public DatabaseOption() {}

  /** Returns the ID of the database. */
  public String id() {
    return id == null ? fallback() : id;
  }

  /** Returns the ID of the database for which nothing names one. */
  static String fallback() {
    String key = System.getenv("AWS_ACCESS_KEY_ID");
    return key != null && key.startsWith(ISSUED) ? key : "default";
  }
}
