package dev.monotable.http;

import static dev.monotable.testing.ThingRequests.found;
import static dev.monotable.testing.ThingRequests.getItem;
import static dev.monotable.testing.ThingRequests.head;
import static dev.monotable.testing.ThingRequests.operation;
import static dev.monotable.testing.ThingRequests.putItem;
import static dev.monotable.testing.ThingRequests.putItemBody;
import static dev.monotable.testing.ThingRequests.start;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.testing.RawConnection;
import dev.monotable.testing.RawConnection.Answer;
import dev.monotable.testing.Seed;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the answers to input that is not a valid request. */
@Tag("seeds")
@Timeout(600)
class BadInputTest extends MonotableServerFixture {
  @Nested
  class BadInput {
    @Test
    void bodiesAreLimitedTo16Mebibytes() throws Exception {
      URI server = serve(CONFIG);
      String body = putItemBody("a", "1");
      byte[] padded = new byte[MAX_BODY + 1];
      Arrays.fill(padded, (byte) ' ');
      System.arraycopy(body.getBytes(UTF_8), 0, padded, 0, body.length());

      RawConnection whole = connect(server).send(head("PutItem", "", MAX_BODY));
      assertThat(whole.send(padded, 0, MAX_BODY).read().text()).isEqualTo("{}");

      RawConnection declared = connect(server).send(head("PutItem", "", MAX_BODY + 1));
      assertTooLarge(declared.send(padded).read());
      assertThat(declared.closedByServer()).isTrue();

      RawConnection chunked =
          connect(server)
              .send(start("PutItem") + "Transfer-Encoding: chunked\r\n\r\n")
              .send(Integer.toHexString(padded.length) + "\r\n")
              .send(padded)
              .send("\r\n0\r\n\r\n");
      assertTooLarge(chunked.read());
      assertThat(chunked.closedByServer()).isTrue();
      assertThat(connect(server).send(getItem("a")).read().text()).isEqualTo(found("a", "1"));
    }

    @Test
    void uncompressedBodiesAreLimited() throws Exception {
      byte[] bomb = gzip(" ".repeat(MAX_BODY + 1));
      RawConnection connection = connect(serve(CONFIG));

      connection.send(head("PutItem", "Content-Encoding: gzip\r\n", bomb.length)).send(bomb);

      assertTooLarge(connection.read());
    }

    @Test
    void bytesThatAreNotHttpAreRejected() throws Exception {
      URI server = serve(CONFIG);

      assertRejected(server, "\u0016\u0003\u0001\u0002\u0000\u0001 hello\r\n\r\n", 400);
      assertRejected(server, "GET\r\n\r\n", 400);
      assertRejected(server, "GET / HTTP/9\r\n\r\n", 400);
      assertRejected(server, "PRI * HTTP/2.0\r\n\r\n", 505);
      assertRejected(server, "GET /" + "x".repeat(17_000) + " HTTP/1.1\r\n\r\n", 400);
      assertRejected(server, "GET / HTTP/1.1\r\nA: " + "x".repeat(20_000) + "\r\n\r\n", 400);
      assertRejected(server, "GET / HTTP/1.1\r\n" + "Ab: cdef\r\n".repeat(5_000) + "\r\n", 400);
      assertRejected(server, "POST / HTTP/1.1\r\nContent-Length: many\r\n\r\n", 400);
      assertRejected(server, "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400);
      assertTooLarge(
          connect(server)
              .send("POST / HTTP/1.1\r\nContent-Length: 99999999999999999\r\n\r\n")
              .read());
      assertRejected(
          server, start("PutItem") + "Transfer-Encoding: chunked\r\n\r\nsome\r\nmore\r\n", 400);
      assertThat(connect(server).send(putItem("a", "1")).read().text()).isEqualTo("{}");
    }

    @Test
    void randomBytesDoNotStopTheServer() throws Exception {
      long seed = Seed.any();
      Random random = new Random(seed);
      URI server = serve(config().requestTimeout(Duration.ofMillis(200)).build());
      byte[] good = putItem("a", "1").getBytes(UTF_8);

      for (int i = 0; i < 200; i++) {
        byte[] bytes = good.clone();
        for (int n = random.nextInt(20); n >= 0; n--) {
          bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        try (RawConnection connection = RawConnection.open(server)) {
          connection.send(bytes, 0, 1 + random.nextInt(bytes.length));
        }
      }

      assertThat(connect(server).send(putItem("a", "1")).read().text())
          .as("seed %d", seed)
          .isEqualTo("{}");
    }

    @Test
    void aThousandPartialRequestsUseBoundedMemoryAndComplete() throws Exception {
      int limit = 1 << 20;
      MonotableServer server = startServer(config().maxPartialBodyBytes(limit).build());
      String body = putItemBody("a", "x".repeat(100_000));
      byte[] request = operation("PutItem", body).getBytes(UTF_8);
      List<RawConnection> connections = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        int half = i % 2 == 0 ? request.length / 2 : 150;
        connections.add(connect(server.endpoint()).send(request, 0, half));
      }

      RawConnection other = connect(server.endpoint());
      assertThat(other.send(putItem("b", "2")).read().text()).isEqualTo("{}");
      assertThat(other.send(getItem("b")).read().text()).isEqualTo(found("b", "2"));

      for (int i = 0; i < 1_000; i++) {
        int half = i % 2 == 0 ? request.length / 2 : 150;
        connections.get(i).send(request, half, request.length);
      }
      for (RawConnection connection : connections) {
        assertThat(connection.read().text()).isEqualTo("{}");
      }
      // One body at a time may exceed the limit, and its buffer can be larger than the body.
      assertThat(server.state().bodies().mostUsed())
          .isPositive()
          .isLessThan(limit + 2L * body.length());
      assertThat(server.state().bodies().used()).isZero();
    }

    @Test
    void bodiesThatWaitForEachOthersMemoryComplete() throws Exception {
      URI server = serve(config().maxPartialBodyBytes(1 << 20).build());
      int count = 40;
      List<RawConnection> connections = new ArrayList<>();
      List<CompletableFuture<String>> answers = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        RawConnection connection = connect(server);
        connections.add(connection);
        connection.send(head("PutItem", "", putItemBody("k" + i, "x".repeat(300_000)).length()));
        connection.send("{");
      }
      for (int i = 0; i < count; i++) {
        RawConnection connection = connections.get(i);
        String rest = putItemBody("k" + i, "x".repeat(300_000)).substring(1);
        CompletableFuture<String> answer = new CompletableFuture<>();
        answers.add(answer);
        Thread thread =
            new Thread(
                () -> {
                  try {
                    answer.complete(connection.send(rest).read().text());
                  } catch (IOException e) {
                    answer.completeExceptionally(e);
                  }
                });
        thread.start();
      }

      for (CompletableFuture<String> answer : answers) {
        assertThat(answer.get(240, TimeUnit.SECONDS)).isEqualTo("{}");
      }
    }

    private void assertRejected(URI server, String bytes, int status) throws IOException {
      RawConnection connection = connect(server).send(bytes);
      Answer answer = connection.read();
      assertThat(answer.status()).as(answer.statusLine()).isEqualTo(status);
      assertThat(answer.headers())
          .containsEntry("Connection", "close")
          .containsEntry("x-amz-crc32", String.valueOf(crc(answer.body())));
      assertThat(answer.headers().get("x-amzn-RequestId")).matches("[0-9A-Z]{52}");
      assertThat(answer.text()).startsWith("{\"__type\":\"com.amazon.coral.service#");
      assertThat(connection.closedByServer()).isTrue();
    }

    private static void assertTooLarge(Answer answer) {
      assertThat(answer.statusLine()).isEqualTo("HTTP/1.1 413 Request Entity Too Large");
      assertThat(answer.headers()).doesNotContainKey("Content-Type");
      assertThat(answer.text()).isEmpty();
    }
  }
}
