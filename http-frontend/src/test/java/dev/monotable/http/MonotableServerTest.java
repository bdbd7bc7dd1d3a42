package dev.monotable.http;

import static dev.monotable.testing.ThingRequests.found;
import static dev.monotable.testing.ThingRequests.getItem;
import static dev.monotable.testing.ThingRequests.getItemBody;
import static dev.monotable.testing.ThingRequests.head;
import static dev.monotable.testing.ThingRequests.operation;
import static dev.monotable.testing.ThingRequests.putItem;
import static dev.monotable.testing.ThingRequests.putItemBody;
import static dev.monotable.testing.ThingRequests.start;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.testing.RawConnection;
import dev.monotable.testing.RawConnection.Answer;
import dev.monotable.testing.Seed;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the server over real sockets. */
@Tag("seeds")
@Timeout(600)
class MonotableServerTest extends MonotableServerFixture {
  @Nested
  class Responses {
    @Test
    void haveTheHeadersOfAws() throws Exception {
      RawConnection connection = connect(serve(CONFIG));

      Answer answer = connection.send(putItem("a", "1")).read();

      assertThat(answer.statusLine()).isEqualTo("HTTP/1.1 200 OK");
      assertThat(answer.text()).isEqualTo("{}");
      assertThat(answer.headers().keySet())
          .containsExactly(
              "Server",
              "Date",
              "Content-Type",
              "Connection",
              "x-amzn-RequestId",
              "x-amz-crc32",
              "Content-Length");
      assertThat(answer.headers())
          .containsEntry("Server", "Server")
          .containsEntry("Content-Type", "application/x-amz-json-1.0")
          .containsEntry("Connection", "keep-alive")
          .containsEntry("x-amz-crc32", "2745614147")
          .containsEntry("Content-Length", "2");
      assertThat(answer.headers().get("x-amzn-RequestId")).matches("[0-9A-Z]{52}");
      assertThat(answer.headers().get("Date"))
          .matches("[A-Z][a-z]{2}, \\d{2} [A-Z][a-z]{2} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT");
    }

    @Test
    void haveTheStatusOfTheError() throws Exception {
      RawConnection connection = connect(serve(CONFIG));

      Answer answer = connection.send(operation("GetItem", "not JSON")).read();

      assertThat(answer.statusLine()).isEqualTo("HTTP/1.1 400 Bad Request");
      assertThat(answer.text())
          .isEqualTo("{\"__type\":\"com.amazon.coral.service#SerializationException\"}");
      assertThat(connection.send(putItem("a", "1")).read().text()).isEqualTo("{}");
    }

    @Test
    void getReturnsAHealthCheckOrAPage() throws Exception {
      RawConnection connection = connect(serve(CONFIG));

      Answer answer = connection.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").read();
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.text()).isEqualTo("healthy: dynamodb.us-east-1.amazonaws.com ");
      Answer page =
          connection
              .send(
                  "GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n")
              .read();
      assertThat(page.headers()).containsEntry("Content-Type", "text/html; charset=utf-8");
      assertThat(page.text()).contains("Monotable is running");
    }

    @Test
    void headReturnsNoBody() throws Exception {
      RawConnection connection = connect(serve(CONFIG));

      connection.send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");

      assertThat(connection.readHead())
          .startsWith("HTTP/1.1 200 OK\n")
          .contains("Content-Length: 42\n");
      assertThat(connection.send(putItem("a", "1")).read().text()).isEqualTo("{}");
    }

    @Test
    void nameTheAddressThatTheRequestCameTo() throws Exception {
      URI endpoint = serve(CONFIG);
      RawConnection connection = connect(endpoint);
      String request = operation("DescribeEndpoints", "{}");

      String named = text(connection.send(request.replace("localhost", "localhost:1234")));
      String unnamed = text(connection.send(request.replace("Host: localhost\r\n", "")));

      assertThat(named).isEqualTo(endpoints("localhost:1234"));
      assertThat(unnamed).isEqualTo(endpoints("127.0.0.1:" + endpoint.getPort()));
    }

    private static String endpoints(String address) {
      return "{\"Endpoints\":[{\"Address\":\"" + address + "\",\"CachePeriodInMinutes\":1440}]}";
    }

    @Test
    void canBeCompressedLikeRequests() throws Exception {
      RawConnection connection = connect(serve(CONFIG));
      String value = "x".repeat(5_000);
      byte[] compressed = gzip(putItemBody("a", value));

      connection.send(head("PutItem", "Content-Encoding: gzip\r\n", compressed.length));
      assertThat(connection.send(compressed).read().text()).isEqualTo("{}");
      Answer answer =
          connection
              .send(operation("GetItem", "Accept-Encoding: gzip\r\n", getItemBody("a")))
              .read();

      assertThat(answer.headers())
          .containsEntry("Content-Encoding", "gzip")
          .containsEntry("x-amz-crc32", String.valueOf(crc(answer.body())));
      assertThat(answer.body()).hasSizeLessThan(1_000);
      assertThat(gunzip(answer.body())).isEqualTo(found("a", value));
    }
  }

  @Nested
  class Connections {
    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws Exception {
      RawConnection connection = connect(serve(CONFIG));
      int count = 500;
      StringBuilder requests = new StringBuilder();
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        requests.append(putItem("k" + i, "v" + i)).append(getItem("k" + i));
        expected.add("{}");
        expected.add(found("k" + i, "v" + i));
      }

      connection.send(requests.toString());

      List<String> answers = new ArrayList<>();
      for (int i = 0; i < 2 * count; i++) {
        answers.add(connection.read().text());
      }
      assertThat(answers).isEqualTo(expected);
    }

    /** Alternates requests that run on other threads with requests that run on the event loop. */
    @Test
    void pipelinedLongRequestsAreAnsweredInOrder() throws Exception {
      RawConnection connection = connect(serve(CONFIG));
      StringBuilder requests = new StringBuilder();
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        String large = "v" + i + "x".repeat(300 << 10);
        requests.append(putItem("k" + i, large)).append(getItem("k" + i)).append(getItem("none"));
        expected.add("{}");
        expected.add(found("k" + i, large));
        expected.add("{}");
      }

      connection.send(requests.toString());

      List<String> answers = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        answers.add(connection.read().text());
      }
      assertThat(answers).isEqualTo(expected);
    }

    @Test
    void requestsCanArriveInAnyPieces() throws Exception {
      long seed = Seed.any();
      Random random = new Random(seed);
      RawConnection connection = connect(serve(CONFIG));
      byte[] requests =
          (putItem("a", "x".repeat(300_000)) + getItem("a") + putItem("b", "2") + getItem("b"))
              .getBytes(UTF_8);

      int at = 0;
      while (at < requests.length) {
        int bound = random.nextInt(4) == 0 ? 100_000 : 200;
        int end = Math.min(requests.length, at + 1 + random.nextInt(bound));
        connection.send(requests, at, end);
        at = end;
      }

      assertThat(List.of(text(connection), text(connection), text(connection), text(connection)))
          .as("seed %d", seed)
          .containsExactly("{}", found("a", "x".repeat(300_000)), "{}", found("b", "2"));
    }

    @Test
    void chunkedBodiesAreAccepted() throws Exception {
      RawConnection connection = connect(serve(CONFIG));
      String body = putItemBody("a", "y".repeat(200_000));
      StringBuilder request = new StringBuilder(start("PutItem"));
      request.append("Transfer-Encoding: chunked\r\n\r\n");
      for (int at = 0; at < body.length(); at += 7_001) {
        String chunk = body.substring(at, Math.min(body.length(), at + 7_001));
        request.append(Integer.toHexString(chunk.length())).append("\r\n").append(chunk);
        request.append("\r\n");
      }
      request.append("0\r\nTrailer: ignored\r\n\r\n");

      connection.send(request.toString()).send(getItem("a"));

      assertThat(text(connection)).isEqualTo("{}");
      assertThat(text(connection)).isEqualTo(found("a", "y".repeat(200_000)));
    }

    @Test
    void expect100ContinueIsSupported() throws Exception {
      RawConnection connection = connect(serve(CONFIG));
      String body = putItemBody("a", "1");

      connection.send(head("PutItem", "Expect: 100-continue\r\n", body.length()));
      assertThat(connection.readHead()).isEqualTo("HTTP/1.1 100 Continue\n");
      assertThat(connection.send(body).read().text()).isEqualTo("{}");

      connection.send(head("PutItem", "Expect: 100-continue\r\n", MAX_BODY + 1L));
      assertThat(connection.read().status()).isEqualTo(413);
      RawConnection other = connect(server());
      other.send(head("PutItem", "Expect: miracles\r\n", body.length()));
      assertThat(other.read().status()).isEqualTo(417);
    }

    @Test
    void http10ClosesTheConnectionUnlessKeepAlive() throws Exception {
      URI server = serve(CONFIG);
      String request = putItem("a", "1").replace("HTTP/1.1", "HTTP/1.0");
      RawConnection kept = connect(server);
      String asking = request.replace("Host:", "Connection: Keep-Alive\r\nHost:");

      assertThat(kept.send(asking).read().headers()).containsEntry("Connection", "keep-alive");
      Answer last = kept.send(request).read();

      assertThat(last.text()).isEqualTo("{}");
      assertThat(last.headers()).containsEntry("Connection", "close");
      assertThat(kept.closedByServer()).isTrue();
    }

    @Test
    void connectionCloseIsSupported() throws Exception {
      RawConnection connection = connect(serve(CONFIG));

      Answer answer =
          connection
              .send(operation("PutItem", "Connection: close\r\n", putItemBody("a", "1")))
              .read();

      assertThat(answer.text()).isEqualTo("{}");
      assertThat(answer.headers()).containsEntry("Connection", "close");
      assertThat(connection.closedByServer()).isTrue();
    }

    @Test
    void aHalfClosedConnectionGetsItsResponses() throws Exception {
      RawConnection connection = connect(serve(CONFIG));

      connection.send(putItem("a", "1")).send(getItem("a")).endOutput();

      assertThat(text(connection)).isEqualTo("{}");
      assertThat(text(connection)).isEqualTo(found("a", "1"));
      assertThat(connection.closedByServer()).isTrue();
    }

    @Test
    void aClientThatDoesNotReadResponsesIsNotRead() throws Exception {
      RawConnection connection = connect(serve(CONFIG));
      String value = "z".repeat(300_000);
      assertThat(connection.send(putItem("a", value)).read().text()).isEqualTo("{}");
      int count = 400;
      byte[] requests = getItem("a").repeat(count).getBytes(UTF_8);

      CompletableFuture<Void> sending =
          CompletableFuture.runAsync(
              () -> {
                try {
                  connection.send(requests);
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      String expected = found("a", value);
      int right = 0;
      for (int i = 0; i < count; i++) {
        right += connection.read().text().equals(expected) ? 1 : 0;
      }

      assertThat(right).isEqualTo(count);
      sending.get(240, TimeUnit.SECONDS);
    }

    @Test
    void idleConnectionsAreClosed() throws Exception {
      URI server = serve(config().idleTimeout(Duration.ofSeconds(1)).build());
      RawConnection silent = connect(server);
      RawConnection used = connect(server);

      assertThat(used.send(putItem("a", "1")).read().text()).isEqualTo("{}");

      assertThat(silent.closedByServer()).isTrue();
      assertThat(used.closedByServer()).isTrue();
    }

    @Test
    void incompleteRequestsTimeOut() throws Exception {
      URI server = serve(config().requestTimeout(Duration.ofMillis(200)).build());
      List<String> halves =
          List.of(
              "P",
              "POST / HTTP/1.1\r\n",
              "POST / HTTP/1.1\r\nHost: localhost\r\n",
              head("PutItem", "", 100),
              head("PutItem", "", 100) + "{",
              putItem("a", "1") + "POST / HTTP/1.1\r\nHost: localhost\r\n",
              start("PutItem") + "Transfer-Encoding: chunked\r\n\r\n5\r\n{");
      for (String half : halves) {
        RawConnection connection = connect(server).send(half);
        Answer answer = connection.read();
        if (half.startsWith(putItem("a", "1"))) {
          assertThat(answer.text()).isEqualTo("{}");
          answer = connection.read();
        }
        assertThat(answer.statusLine()).as(half).isEqualTo("HTTP/1.1 408 Request Timeout");
        assertThat(connection.closedByServer()).as(half).isTrue();
      }
    }

    @Test
    void slowRequestsTimeOut() throws Exception {
      RawConnection connection =
          connect(serve(config().requestTimeout(Duration.ofMillis(100)).build()));
      byte[] drop = "X-Drop: 1\r\n".getBytes(UTF_8);

      connection.send("POST / HTTP/1.1\r\n");
      assertThatThrownBy(
              () -> {
                while (true) {
                  connection.send(drop);
                  Thread.onSpinWait();
                }
              })
          .isInstanceOf(IOException.class);
    }
  }

  @Nested
  class Lifecycle {
    @Test
    void closingCompletesRequestsThatHaveBegun() throws Exception {
      MonotableServer server = startServer(config().shutdownGrace(Duration.ofMinutes(1)).build());
      RawConnection idle = connect(server.endpoint());
      assertThat(idle.send(putItem("a", "1")).read().text()).isEqualTo("{}");
      RawConnection busy = connect(server.endpoint());
      String request = getItem("a");
      // The response to the first request shows that half of the second one has been read too.
      busy.send(request + request.substring(0, request.length() - 5)).read();

      CompletableFuture<Void> closing = CompletableFuture.runAsync(server::close);

      assertThat(idle.closedByServer()).isTrue();
      assertThatThrownBy(() -> RawConnection.open(server.endpoint()))
          .isInstanceOf(ConnectException.class);
      Answer answer = busy.send(request.substring(request.length() - 5)).read();
      assertThat(answer.text()).isEqualTo(found("a", "1"));
      assertThat(answer.headers()).containsEntry("Connection", "close");
      assertThat(busy.closedByServer()).isTrue();
      closing.get(240, TimeUnit.SECONDS);
    }

    @Test
    void closingDoesNotWaitForeverForIncompleteRequests() throws Exception {
      MonotableServer server = startServer(config().shutdownGrace(Duration.ofMillis(100)).build());
      RawConnection half = connect(server.endpoint());
      half.send(putItem("a", "1") + "POST / HTTP/1.1\r\n").read();

      server.close();

      assertThat(half.closedByServer()).isTrue();
    }

    @Test
    void closingTwiceHasNoEffect() throws Exception {
      MonotableServer server = startServer(CONFIG);

      server.close();
      server.close();

      assertThatThrownBy(() -> RawConnection.open(server.endpoint()))
          .isInstanceOf(ConnectException.class);
    }

    @Test
    void aPortInUseIsReported() throws Exception {
      URI taken = serve(CONFIG);

      assertThatThrownBy(() -> startServer(config().port(taken.getPort()).build()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Address already in use");
    }

    @Test
    void theEndpointContainsHostAndPort() throws Exception {
      URI endpoint = serve(config().host("localhost").build());

      assertThat(endpoint).isEqualTo(URI.create("http://localhost:" + endpoint.getPort()));
      assertThat(endpoint.getPort()).isPositive();
    }
  }
}
