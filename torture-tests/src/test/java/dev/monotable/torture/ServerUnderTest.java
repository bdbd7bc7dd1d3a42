package dev.monotable.torture;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
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
 * The packaged server in a process of its own, on a free port. Its standard error is recorded. The
 * process ends with {@link #close()} or with this JVM.
 */
public final class ServerUnderTest implements AutoCloseable {
  /** Only ends a test that hangs. */
  private static final long PATIENCE_SECONDS = 240;

  private static final int MOST_ERRORS = 1_000;

  private static final Pattern ENDPOINT = Pattern.compile("http://[^\\s/]+:\\d+");

  private final Process process;
  private final Thread atExit;
  private final List<String> errors = new ArrayList<>();
  private URI endpoint = URI.create("http://none:0");

  private ServerUnderTest(Process process) {
    this.process = process;
    this.atExit = new Thread(process::destroyForcibly);
  }

  /**
   * Starts the server and waits until it is ready.
   *
   * @param jvmOptions options of its JVM, such as {@code -Xmx64m}
   * @param arguments options of the server except {@code --port}
   */
  public static ServerUnderTest start(List<String> jvmOptions, String... arguments)
      throws IOException {
    File jar = new File(System.getProperty("monotable.server.jar", "missing"));
    if (!jar.isFile()) {
      throw new IllegalStateException(jar + " is missing: run mvn verify, not mvn test");
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.addAll(List.of("-jar", jar.getPath(), "--port", "0"));
    command.addAll(List.of(arguments));
    ServerUnderTest server =
        new ServerUnderTest(
            new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .start());
    Runtime.getRuntime().addShutdownHook(server.atExit);
    server.awaitEndpoint();
    return server;
  }

  private void awaitEndpoint() {
    CompletableFuture<URI> found = new CompletableFuture<>();
    reader("errors", process.errorReader(StandardCharsets.UTF_8), this::addError);
    reader(
        "output",
        process.inputReader(StandardCharsets.UTF_8),
        line -> {
          Matcher matcher = ENDPOINT.matcher(line);
          if (matcher.find()) {
            found.complete(URI.create(matcher.group()));
          }
        });
    process.onExit().thenRun(() -> found.completeExceptionally(new IOException("it ended")));
    try {
      endpoint = found.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      process.destroyForcibly();
      throw new IllegalStateException("the server did not start: " + errors(), e);
    }
  }

  private interface LineAction {
    void accept(String line);
  }

  private static void reader(String name, BufferedReader lines, LineAction action) {
    Thread thread =
        new Thread(
            () -> {
              try (lines) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                  action.accept(line);
                }
              } catch (IOException e) {
                // The process has ended.
              }
            },
            "monotable-server-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private void addError(String line) {
    synchronized (errors) {
      if (errors.size() < MOST_ERRORS) {
        errors.add(line);
      }
    }
  }

  /** Returns the lines that the server has written to its standard error. */
  public List<String> errors() {
    synchronized (errors) {
      return List.copyOf(errors);
    }
  }

  /** Returns the address of the server. */
  public URI endpoint() {
    return endpoint;
  }

  /** Returns the process ID. */
  public long pid() {
    return process.pid();
  }

  /** Returns whether the process runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Connects to the server. */
  public Connection connect() throws IOException {
    return Connection.open(endpoint);
  }

  /** Kills the process, which cannot do anything about it, and waits for its end. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Sends the process a termination signal, and kills it if it does not exit. */
  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(atExit);
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the server did not end after its termination signal");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }
}
