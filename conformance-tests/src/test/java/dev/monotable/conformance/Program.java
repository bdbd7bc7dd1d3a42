package dev.monotable.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs the programs of another language's tool chain, such as Node or Go, in a copy of its sources.
 * Tests that need a missing program are skipped; in CI, they fail.
 */
public final class Program {
  private final Path sources;
  private final Path directory;
  private final Map<String, String> environment = new HashMap<>();

  /**
   * Creates a program.
   *
   * @param sources the directory of its sources
   * @param directory the directory in which it runs
   */
  public Program(Path sources, Path directory) {
    this.sources = sources;
    this.directory = directory;
  }

  /** Sets an environment variable. The variables of AWS are not inherited. */
  public Program with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** Copies source files to the directory. */
  public void copy(List<String> files) throws IOException {
    Files.createDirectories(directory);
    for (String file : files) {
      Files.copy(
          sources.resolve(file), directory.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /**
   * Returns the version of a program, or skips the test if it is not installed.
   *
   * @param command prints the version
   */
  public String requireVersion(String... command) throws Exception {
    try {
      Files.createDirectories(directory);
      return run(240, command).output().strip();
    } catch (IOException e) {
      skip(command[0] + " is not installed: " + e.getMessage());
      throw e;
    }
  }

  /** Skips the test; in CI, fails it. */
  public static void skip(String reason) {
    if ("true".equals(System.getenv("CI"))) {
      fail(reason);
    }
    abort(reason);
  }

  /** The end of a program, with both of its output streams. */
  public record Result(int exitCode, String output) {}

  /**
   * Runs a program.
   *
   * @throws IOException if it is not installed
   */
  public Result run(int seconds, String... command) throws Exception {
    Path log = Files.createTempFile(directory, "run", ".log");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile());
      // The test sets all AWS variables, independent of the machine.
      builder.environment().keySet().removeIf(name -> name.startsWith("AWS_"));
      builder.environment().putAll(environment);
      Process process = builder.start();
      process.getOutputStream().close();
      try {
        boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
        String output = Files.readString(log, StandardCharsets.UTF_8);
        assertThat(ended).as(() -> String.join(" ", command) + " did not end:\n" + output).isTrue();
        return new Result(process.exitValue(), output);
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    } finally {
      Files.delete(log);
    }
  }
}
