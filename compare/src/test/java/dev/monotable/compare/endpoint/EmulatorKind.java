package dev.monotable.compare.endpoint;

import java.nio.file.Path;
import java.util.Locale;

/** The emulators that Monotable can be compared with. */
public enum EmulatorKind {
  DYNAMODB_LOCAL {
    @Override
    public Emulator start(Path output) {
      String libraries = System.getProperty("compare.libraries", "dynamodb-local/target/libraries");
      return DynamoDbLocal.start(
          Path.of(libraries).toAbsolutePath(), output.resolve("dynamodb-local.log").toFile());
    }
  };

  /** Returns the kind with this name, such as {@code dynamodb-local}. */
  public static EmulatorKind of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /**
   * Starts a process with an empty database and waits until it responds.
   *
   * @param output the directory for its log
   */
  public abstract Emulator start(Path output);
}
