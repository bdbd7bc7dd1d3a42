package dev.monotable.cli.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.model.ListTablesInput;
import dev.monotable.model.Operations;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests of responses that are too large or never end. */
@Timeout(120)
class EndpointClientTest {
  @TempDir private Path directory;

  private final ServerSocket server = listen();
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicInteger requests = new AtomicInteger();

  /** Loads the classes of a client, which may take longer than a test waits for a response. */
  @BeforeAll
  static void callNobody() throws IOException {
    try (Socket silent = new Socket()) { // has the port, but does not listen
      silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      EndpointConfig config = EndpointConfig.of("http://127.0.0.1:" + silent.getLocalPort());
      EndpointClient client = EndpointClient.of(config, Duration.ofMinutes(1));
      assertThatThrownBy(() -> list(client)).isInstanceOf(EndpointException.class);
    }
  }

  private static ServerSocket listen() {
    try {
      return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @AfterEach
  void stop() throws IOException {
    end.countDown();
    server.close();
  }

  /** Writes the body of a response. */
  private interface Body {
    void write(OutputStream out) throws IOException, InterruptedException;
  }

  /** Answers each request; the first one without tables. */
  private void serve(String head, Body body) {
    Thread accepting =
        new Thread(
            () -> {
              try {
                while (true) {
                  Socket socket = server.accept();
                  new Thread(() -> answer(socket, head, body), "answer").start();
                }
              } catch (IOException e) {
                // The test ends.
              }
            },
            "accept");
    accepting.start();
  }

  private void answer(Socket socket, String head, Body body) {
    try (socket) {
      readRequest(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      if (requests.getAndIncrement() == 0) {
        out.write(ascii("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"));
        return;
      }
      out.write(ascii("HTTP/1.1 200 OK\r\nConnection: close\r\n" + head + "\r\n\r\n"));
      body.write(out);
    } catch (IOException | InterruptedException e) {
      // The client has closed the connection.
    }
  }

  private static void readRequest(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException();
      }
      head.append((char) next);
    }
    in.readNBytes(2); // {}
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private EndpointClient client(Duration timeout) {
    EndpointClient client =
        EndpointClient.of(EndpointConfig.of("http://127.0.0.1:" + server.getLocalPort()), timeout);
    list(client); // it is a DynamoDB, whose failures may pass
    return client;
  }

  private static void list(EndpointClient client) {
    client.call(Operations.LIST_TABLES, ListTablesInput.builder().build());
  }

  @Test
  void aBodyThatStallsEnds() {
    serve(
        "Content-Length: 100",
        out -> {
          out.write(ascii("{\"TableNames\":["));
          out.flush();
          end.await();
        });
    EndpointClient client = client(Duration.ofMillis(1_500));

    assertThatThrownBy(() -> list(client))
        .isInstanceOf(EndpointException.class)
        .hasMessage(client.url() + " cannot be reached: no complete response in 1.5 s");
    assertThat(requests).hasValue(3); // is tried once more
  }

  @Test
  void aResponseLargerThanAnyOfDynamoDbEnds() {
    serve(
        "Transfer-Encoding: chunked",
        out -> {
          byte[] chunk = new byte[1 << 16];
          while (true) {
            out.write(ascii("10000\r\n"));
            out.write(chunk);
            out.write(ascii("\r\n"));
          }
        });
    EndpointClient client = client(Duration.ofMinutes(1));

    assertThatThrownBy(() -> list(client))
        .isInstanceOf(EndpointException.class)
        .hasMessage(client.url() + ": the response has more than 104857600 bytes");
    assertThat(requests).hasValue(2);
  }

  @Test
  void aConnectionThatIsClosedEarlyIsReported() {
    serve("Content-Length: 100", out -> out.write(ascii("{\"TableNames\":[")));
    EndpointClient client = client(Duration.ofMinutes(1));

    assertThatThrownBy(() -> client.send("DynamoDB_20120810.ListTables", ascii("{}")))
        .isInstanceOf(IOException.class);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void namedPipesAreErrors() throws Exception {
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    EndpointConfig config =
        new EndpointConfig("http://127.0.0.1", null, null, pipe, java.util.Map.of());

    assertThatThrownBy(() -> EndpointClient.of(config))
        .hasMessage(pipe + ": it is a named pipe; give a file, or /dev/stdin");
  }
}
