package dev.monotable.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A server in a process of its own, as the start script runs it. */
public final class ServerProcess {
  private final Process process;
  private final List<String> firstLines;
  private final URI endpoint;

  private ServerProcess(Process process, List<String> firstLines, URI endpoint) {
    this.process = process;
    this.firstLines = firstLines;
    this.endpoint = endpoint;
  }

  /** Starts a server with options of the command line; returns when it is ready. */
  public static ServerProcess start(String... options) throws IOException {
    return start(List.of(), options);
  }

  /** Starts a server with options of the JVM and of the command line. */
  static ServerProcess start(List<String> jvmOptions, String... options) throws IOException {
    return start(List.of(), ProcessBuilder.Redirect.INHERIT, jvmOptions, options);
  }

  /**
   * Starts a server with limits of a shell.
   *
   * @param limits a command of a shell, such as {@code ulimit -n 100}
   * @param err gets standard error
   */
  static ServerProcess start(String limits, Path err, String... options) throws IOException {
    return startBelow(limits + "; exec \"$@\"", err, options);
  }

  /**
   * Starts a server by a shell.
   *
   * @param script runs the server as {@code "$@"}
   * @param err gets standard error
   */
  static ServerProcess startBelow(String script, Path err, String... options) throws IOException {
    return start(
        List.of("sh", "-c", script, "sh"),
        ProcessBuilder.Redirect.to(err.toFile()),
        List.of("-XX:-UsePerfData"), // its file would have more than a limit allows
        options);
  }

  private static ServerProcess start(
      List<String> before, ProcessBuilder.Redirect err, List<String> jvmOptions, String... options)
      throws IOException {
    List<String> line = new ArrayList<>(before);
    line.addAll(command(jvmOptions, options));
    Process process = new ProcessBuilder(line).redirectError(err).start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    List<String> firstLines = new ArrayList<>();
    String ready = out.readLine();
    while (ready != null && !ready.startsWith("Monotable listens on http://")) {
      firstLines.add(ready);
      ready = out.readLine();
    }
    if (ready == null) {
      process.destroyForcibly();
      assertThat(firstLines).contains("Monotable listens on http://");
      throw new IOException("the server did not become ready");
    }
    String local = ready.substring(ready.indexOf("http:")).replace("//0.0.0.0:", "//127.0.0.1:");
    return new ServerProcess(process, firstLines, URI.create(local));
  }

  /** Returns the command line of a program that runs a command. */
  public static List<String> command(List<String> jvmOptions, String... options) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= 24) {
      // Else the JVM warns about Netty's native library on standard error.
      line.add("--enable-native-access=ALL-UNNAMED");
    }
    // It lives for seconds, in which optimized code does not pay for its compilation.
    line.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    line.addAll(jvmOptions);
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.monotable.cli.Main"));
    line.addAll(List.of(options));
    return line;
  }

  Process process() {
    return process;
  }

  /** Returns the lines of standard output before that with the endpoint. */
  List<String> firstLines() {
    return firstLines;
  }

  /** Returns the endpoint. */
  public URI endpoint() {
    return endpoint;
  }

  /** Ends the process. */
  public void end() {
    process.destroyForcibly();
  }
}
