package dev.monotable.cli.control;

import dev.monotable.text.FileValue.Mapping;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A command of a shell with an access key of its own, and what it prints. */
final class PieceProcess {
  /** The number of characters of the output that are kept, from its end. */
  private static final int MAX_OUTPUT = 1 << 14;

  private final Process process;
  private final StringBuilder output = new StringBuilder();

  private PieceProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts a command.
   *
   * @param access the members of a database's or a piece's access: its key, its Region, its
   *     endpoint
   */
  static PieceProcess start(String command, Mapping access) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(List.of("/bin/sh", "-c", command));
    Map<String, String> environment = builder.environment();
    String endpoint = require(access, "endpoint");
    environment.put("AWS_ENDPOINT_URL_DYNAMODB", endpoint);
    environment.put("AWS_ENDPOINT_URL_DYNAMODB_STREAMS", endpoint);
    environment.put("AWS_ACCESS_KEY_ID", require(access, "accessKeyId"));
    environment.put("AWS_SECRET_ACCESS_KEY", require(access, "secretAccessKey"));
    environment.put("AWS_REGION", require(access, "region"));
    environment.put("AWS_DEFAULT_REGION", require(access, "region"));
    environment.putIfAbsent("AWS_MAX_ATTEMPTS", "2"); // the first one and what follows its loss
    environment.keySet().removeAll(List.of("AWS_SESSION_TOKEN", "AWS_PROFILE"));
    builder.redirectErrorStream(true);
    Process process = builder.start();
    process.getOutputStream().close();
    return new PieceProcess(process);
  }

  private static String require(Mapping access, String name) {
    return Objects.requireNonNull(access.findText(name), name);
  }

  /** Waits for the end; returns the exit code. */
  int await() throws IOException, InterruptedException {
    try (Reader in = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)) {
      char[] part = new char[MAX_OUTPUT];
      for (int read = in.read(part); read >= 0; read = in.read(part)) {
        output.append(part, 0, read);
        if (output.length() > MAX_OUTPUT) {
          output.delete(0, output.length() - MAX_OUTPUT);
        }
      }
    } catch (IOException e) {
      if (process.isAlive()) {
        throw e;
      }
    }
    return process.waitFor();
  }

  /** Returns what it has printed, and its exit code if it has failed. */
  String message(int code) {
    String printed = output.toString().strip();
    return "exit code " + code + (printed.isEmpty() ? "" : "\n" + printed);
  }

  /** Kills the process and those that it has started. */
  void kill() {
    List<ProcessHandle> all = process.descendants().toList();
    process.destroyForcibly();
    all.forEach(ProcessHandle::destroyForcibly);
  }
}
