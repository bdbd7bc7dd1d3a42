package dev.monotable.conformance.compare;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** DynamoDB Local in a process of its own, in memory, seen from outside only. */
final class DynamoDbLocal implements Endpoint, AutoCloseable {
  /** The region of its ARNs, whatever the region of a request's credentials. */
  static final String REGION = "ddblocal";

  static final String AUTHORIZATION =
      "AWS4-HMAC-SHA256 Credential=AKID/20260101/us-east-1/dynamodb/aws4_request,"
          + " SignedHeaders=host;x-amz-date;x-amz-target, Signature=0123abcd";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final @Nullable Process process;
  private final URI uri;

  private DynamoDbLocal(@Nullable Process process, int port) {
    this.process = process;
    this.uri = URI.create("http://127.0.0.1:" + port + "/");
  }

  /**
   * Starts it from a directory that holds its jars and native libraries.
   *
   * @param log where its output goes
   */
  static DynamoDbLocal start(Path libraries, File log) {
    try {
      int port;
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        port = socket.getLocalPort();
      }
      Process process =
          new ProcessBuilder(
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
                      Integer.toString(port)))
              .redirectErrorStream(true)
              .redirectOutput(log)
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
      DynamoDbLocal local = new DynamoDbLocal(process, port);
      local.awaitReady(process);
      return local;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One that runs already; it is not ended by {@link #close()}. */
  static DynamoDbLocal at(int port) {
    return new DynamoDbLocal(null, port);
  }

  private void awaitReady(Process started) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    Request probe = new Request("ListTables", Json.object());
    while (true) {
      try {
        if (send(probe).accepted()) {
          return;
        }
      } catch (IOException e) {
        if (System.nanoTime() > end || !started.isAlive()) {
          started.destroyForcibly();
          throw new UncheckedIOException("DynamoDB Local does not answer", e);
        }
      }
      pause();
    }
  }

  /** A moment's wait for a state that DynamoDB Local reaches by itself. */
  static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Answer call(Request request) {
    try {
      return send(request);
    } catch (IOException e) {
      throw new UncheckedIOException(request.toString(), e);
    }
  }

  private Answer send(Request request) throws IOException {
    try {
      HttpResponse<String> response =
          http.send(
              HttpRequest.newBuilder(uri)
                  .timeout(PATIENCE)
                  .header("Content-Type", "application/x-amz-json-1.0")
                  .header("X-Amz-Target", request.target())
                  .header("X-Amz-Date", "20260101T000000Z")
                  .header("Authorization", AUTHORIZATION)
                  .POST(HttpRequest.BodyPublishers.ofString(Json.text(request.body())))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      String body = response.body();
      return new Answer(
          response.statusCode(), body.startsWith("{") ? Json.parse(body) : Json.object());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    if (process != null) {
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
}
