package dev.monotable.compare.endpoint;

import dev.monotable.engine.error.Wording;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The emulators that Monotable can be compared with. */
public enum EmulatorKind {
  /** DynamoDB Local in memory, from a directory that contains its jars and native libraries. */
  DYNAMODB_LOCAL("Local's") {
    @Override
    public Wording wording() {
      return Wording.classic();
    }

    @Override
    public Emulator start(Path output) {
      Path libraries =
          Path.of(System.getProperty("compare.libraries", "dynamodb-local/target/libraries"))
              .toAbsolutePath();
      return HttpEmulator.start(
          "DynamoDB Local",
          "ddblocal",
          port ->
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx1g",
                  "-Dsqlite4java.library.path=" + libraries,
                  "-cp",
                  libraries.resolve("*").toString(),
                  "software.amazon.dynamodb.services.local.main.ServerRunner",
                  "-inMemory",
                  "-sharedDb",
                  "-disableTelemetry",
                  "-port",
                  Integer.toString(port)),
          output.resolve("dynamodb-local.log").toFile());
    }
  },
  /** Dynoxide in memory, whose program {@code compare.program} names. */
  DYNOXIDE("Dynoxide's") {
    @Override
    public Wording wording() {
      return Wording.regional();
    }

    @Override
    public Emulator start(Path output) {
      String program = System.getProperty("compare.program", "");
      if (program.isEmpty()) {
        throw new IllegalStateException("-Dcompare.program does not name the program of Dynoxide");
      }
      return HttpEmulator.start(
          "Dynoxide",
          "dynoxide",
          port -> List.of(program, "serve", "--port", Integer.toString(port)),
          output.resolve("dynoxide.log").toFile());
    }
  };

  private final String possessive;

  EmulatorKind(String possessive) {
    this.possessive = possessive;
  }

  /** Returns the kind with this name, such as {@code dynamodb-local}. */
  public static EmulatorKind of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** Returns the wording of Monotable that is closest to that of the emulator. */
  public abstract Wording wording();

  /** Returns the name for reports, such as {@code Local's}. */
  public String possessive() {
    return possessive;
  }

  /**
   * Starts a process with an empty database and waits until it responds.
   *
   * @param output the directory for its log
   */
  public abstract Emulator start(Path output);
}
