package dev.monotable.compare.endpoint;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Another emulator in a separate process, called over HTTP on the loopback interface. */
final class HttpEmulator implements Emulator {
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Process process;
  private final URI uri;
  private final String region;

  private HttpEmulator(Process process, int port, String region) {
    this.process = process;
    this.region = region;
    this.uri = URI.create("http://127.0.0.1:" + port + "/");
  }

  /**
   * Starts a program and waits until it responds.
   *
   * @param name for messages
   * @param region the region in its ARNs
   * @param command the command line for a port
   * @param log receives its output
   */
  static HttpEmulator start(
      String name, String region, IntFunction<List<String>> command, File log) {
    try {
      int port;
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        port = socket.getLocalPort();
      }
      Process process =
          new ProcessBuilder(command.apply(port))
              .redirectErrorStream(true)
              .redirectOutput(log)
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
      HttpEmulator emulator = new HttpEmulator(process, port, region);
      emulator.awaitReady(name);
      return emulator;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitReady(String name) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    Request probe = new Request("ListTables", Json.object());
    while (true) {
      try {
        if (send(probe).accepted()) {
          return;
        }
      } catch (IOException e) {
        if (System.nanoTime() > end || !process.isAlive()) {
          process.destroyForcibly();
          throw new UncheckedIOException(name + " does not respond", e);
        }
      }
      Emulator.pause();
    }
  }

  @Override
  public String region() {
    return region;
  }

  @Override
  public Reply call(Request request) {
    try {
      return send(request);
    } catch (IOException e) {
      throw new UncheckedIOException(request.toString(), e);
    }
  }

  private Reply send(Request request) throws IOException {
    try {
      HttpResponse<String> response =
          http.send(
              HttpRequest.newBuilder(uri)
                  .timeout(PATIENCE)
                  .header("Content-Type", "application/x-amz-json-1.0")
                  .header("X-Amz-Target", request.target())
                  .header("X-Amz-Date", Request.DATE)
                  .header("Authorization", Request.AUTHORIZATION)
                  .POST(HttpRequest.BodyPublishers.ofString(Json.text(request.body())))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      String body = response.body();
      return new Reply(
          response.statusCode(), body.startsWith("{") ? Json.parse(body) : Json.object());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
