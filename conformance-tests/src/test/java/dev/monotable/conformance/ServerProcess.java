package dev.monotable.conformance;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The packaged Monotable server: its runnable jar in a separate process, on a free port. {@link
 * #close()} ends the process, and so does the end of this JVM.
 */
public final class ServerProcess implements AutoCloseable {
  private static final long SECONDS = 480;
  private static final Pattern ENDPOINT = Pattern.compile("http://[^\\s/]+:\\d+");

  private final Process process;
  private final URI endpoint;
  private final Thread atExit;

  private ServerProcess(Process process, URI endpoint, Thread atExit) {
    this.process = process;
    this.endpoint = endpoint;
    this.atExit = atExit;
  }

  /** Starts the server with these additional arguments, and waits until it is ready. */
  public static ServerProcess start(String... arguments) {
    Path jar =
        Path.of(System.getProperty("monotable.server.jar", "../command-line/target/monotable.jar"));
    if (!jar.toFile().isFile()) {
      throw new IllegalStateException(
          jar.normalize() + " is missing: run mvn verify, not mvn test");
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // It lives for seconds, in which optimized code does not pay for its compilation.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-jar", jar.toString(), "--port", "0"));
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .start();
      Thread atExit = new Thread(process::destroyForcibly);
      Runtime.getRuntime().addShutdownHook(atExit);
      return new ServerProcess(process, endpoint(process), atExit);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for the line with the endpoint, and discards all output after it. */
  private static URI endpoint(Process process) {
    CompletableFuture<URI> found = new CompletableFuture<>();
    Thread reader =
        new Thread(
            () -> {
              StringBuilder output = new StringBuilder();
              try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                  Matcher matcher = ENDPOINT.matcher(line);
                  if (matcher.find()) {
                    found.complete(URI.create(matcher.group()));
                  }
                  if (!found.isDone()) {
                    output.append(line).append('\n');
                  }
                }
              } catch (IOException e) {
                output.append(e);
              }
              found.completeExceptionally(
                  new IllegalStateException("the server named no endpoint: " + output));
            },
            "monotable-server-output");
    reader.setDaemon(true);
    reader.start();
    try {
      return found.get(SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      process.destroyForcibly();
      throw new IllegalStateException("the server did not start", e);
    }
  }

  public URI endpoint() {
    return endpoint;
  }

  /** Sends the process a termination signal, and kills it if it does not exit. */
  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(atExit);
    process.destroy();
    try {
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the server did not end within " + SECONDS + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }
}
