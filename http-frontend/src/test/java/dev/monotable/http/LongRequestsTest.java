package dev.monotable.http;

import static dev.monotable.testing.ThingRequests.found;
import static dev.monotable.testing.ThingRequests.getItem;
import static dev.monotable.testing.ThingRequests.head;
import static dev.monotable.testing.ThingRequests.item;
import static dev.monotable.testing.ThingRequests.operation;
import static dev.monotable.testing.ThingRequests.putItem;
import static dev.monotable.testing.ThingRequests.putItemBody;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.model.Operations;
import dev.monotable.testing.RawConnection;
import dev.monotable.testing.RawConnection.Answer;
import java.io.IOException;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests requests that leave the event loop, and what happens to a connection meanwhile. */
@Timeout(600)
class LongRequestsTest extends MonotableServerFixture {
  private static final String LARGE = "x".repeat(300_000);

  /** A request that another thread handles. */
  private static final String LONG = putItem("long", LARGE);

  @Nested
  class Answers {
    @Test
    void invalidBytesBehindARequestAreAnsweredAfterIt() throws Exception {
      URI server = serve(CONFIG);
      for (String request : List.of(LONG, putItem("short", "1"))) {
        for (String garbage : List.of("\0", "\u0016\u0003\u0001", "GET\r\n\r\n", "G\0\r\n\r\n")) {
          RawConnection connection = connect(server).send(request + garbage);

          assertThat(connection.read().text()).isEqualTo("{}");
          assertThat(connection.read().status()).isEqualTo(400);
          assertThat(connection.closedByServer()).isTrue();
        }
      }
    }

    @Test
    void invalidBytesThatArriveDuringARequestAreAnsweredAfterIt() throws Exception {
      Gate gate = new Gate(Operations.PUT_ITEM);
      URI server = startServer(TestExchange.withTable(gate), CONFIG).endpoint();
      opened.add(gate);
      RawConnection connection = connect(server).send(LONG);
      gate.awaitArrival();

      connection.send("\0");
      gate.open();

      assertThat(connection.read().text()).isEqualTo("{}");
      assertThat(connection.read().status()).isEqualTo(400);
      assertThat(connection.closedByServer()).isTrue();
    }

    @Test
    void aHalfClosedConnectionGetsAllResponses() throws Exception {
      URI server = serve(CONFIG);
      List<String> sequences =
          List.of("L", "S", "LS", "SL", "SLS", "LL", "SSLLSS"); // long and short requests
      for (String sequence : sequences) {
        RawConnection connection = connect(server);
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < sequence.length(); i++) {
          requests.append(sequence.charAt(i) == 'L' ? LONG : getItem("none"));
        }

        connection.send(requests.toString()).endOutput();

        for (int i = 0; i < sequence.length(); i++) {
          assertThat(connection.read().text()).as(sequence).isEqualTo("{}");
        }
        assertThat(connection.closedByServer()).as(sequence).isTrue();
      }
      assertThat(connect(server).send(getItem("long")).read().text())
          .isEqualTo(found("long", LARGE));
    }

    @Test
    void aConnectionThatIsHalfClosedDuringARequestGetsItsResponse() throws Exception {
      Gate gate = new Gate(Operations.PUT_ITEM);
      URI server = startServer(TestExchange.withTable(gate), CONFIG).endpoint();
      opened.add(gate);
      RawConnection connection = connect(server).send(LONG);
      gate.awaitArrival();

      connection.endOutput();
      gate.open();

      assertThat(connection.read().text()).isEqualTo("{}");
      assertThat(connection.closedByServer()).isTrue();
    }

    @Test
    void anIncompleteRequestBeforeTheEndOfInputIsRejected() throws Exception {
      URI server = serve(CONFIG);
      for (String request : List.of(LONG, putItem("a", "1"))) {
        for (String half :
            List.of("GET / HTTP/1.1\r\n", head("PutItem", "", 100), head("PutItem", "", 9) + "{")) {
          RawConnection connection = connect(server).send(request + half);
          connection.endOutput();

          assertThat(connection.read().text()).isEqualTo("{}");
          assertThat(connection.read().status()).isEqualTo(400);
          assertThat(connection.closedByServer()).isTrue();
        }
      }
    }

    @Test
    void aConnectionWithoutARequestIsClosedAtTheEndOfInput() throws Exception {
      RawConnection connection = connect(serve(CONFIG));

      connection.endOutput();

      assertThat(connection.closedByServer()).isTrue();
    }

    @Test
    void continueIsSentAfterTheResponseToALongRequest() throws Exception {
      RawConnection connection = connect(serve(CONFIG));
      String body = putItemBody("a", "1");

      connection.send(LONG + head("PutItem", "Expect: 100-continue\r\n", body.length()));

      assertThat(connection.read().text()).isEqualTo("{}");
      assertThat(connection.readHead()).isEqualTo("HTTP/1.1 100 Continue\n");
      assertThat(connection.send(body).read().text()).isEqualTo("{}");
    }

    @Test
    void closingTheServerDeliversTheResponse() throws Exception {
      Gate gate = new Gate(Operations.PUT_ITEM);
      MonotableServer server =
          startServer(
              TestExchange.withTable(gate), config().shutdownGrace(Duration.ofMinutes(4)).build());
      opened.add(gate);
      RawConnection connection = connect(server.endpoint()).send(LONG + getItem("long"));
      gate.awaitArrival();

      CompletableFuture<Void> closing = CompletableFuture.runAsync(server::close);
      assertThatThrownBy(
              () -> {
                while (true) {
                  RawConnection.open(server.endpoint()).close();
                }
              })
          .isInstanceOf(SocketException.class); // refused, or reset before it was accepted
      gate.open();

      Answer answer = connection.read();
      assertThat(answer.text()).isEqualTo("{}");
      assertThat(answer.headers()).containsEntry("Connection", "close");
      assertThat(connection.closedByServer()).isTrue();
      connection.close();
      closing.get(4, TimeUnit.MINUTES);
    }

    @Test
    void aClosedConnectionReleasesTheMemoryOfItsRequest() throws Exception {
      Gate gate = new Gate(Operations.PUT_ITEM);
      MonotableServer server = startServer(TestExchange.withTable(gate), CONFIG);
      opened.add(gate);
      RawConnection connection = connect(server.endpoint()).send(LONG + getItem("none"));
      gate.awaitArrival();
      assertThat(server.state().bodies().used()).isGreaterThan(300_000);

      connection.close();
      gate.open();

      await("the body is released", () -> server.state().bodies().used() == 0);
      assertThat(connect(server.endpoint()).send(getItem("long")).read().text())
          .isEqualTo(found("long", LARGE));
    }
  }

  @Nested
  class LargeResponses {
    /** Alternates responses that another thread encodes with responses that the loop encodes. */
    @Test
    void keepTheOrderOfTheRequests() throws Exception {
      URI server = serve(CONFIG);
      RawConnection connection = connect(server);
      putItems(connection, 10);
      String large = batchGetItem(10, "");
      String small = getItem("none");

      connection.send((large + small).repeat(10)).endOutput();

      for (int i = 0; i < 10; i++) {
        assertThat(items(connection.read().text())).isEqualTo(expectedItems(10));
        assertThat(connection.read().text()).isEqualTo("{}");
      }
      assertThat(connection.closedByServer()).isTrue();
    }

    @Test
    void areCompressed() throws Exception {
      RawConnection connection = connect(serve(CONFIG));
      putItems(connection, 10);

      Answer answer =
          connection.send(batchGetItem(10, "Accept-Encoding: gzip\r\n") + getItem("none")).read();

      assertThat(answer.headers())
          .containsEntry("Content-Encoding", "gzip")
          .containsEntry("x-amz-crc32", String.valueOf(crc(answer.body())));
      assertThat(items(gunzip(answer.body()))).isEqualTo(expectedItems(10));
      assertThat(connection.read().text()).isEqualTo("{}");
    }

    /** The clients do not read, so that responses wait for the memory of others. */
    @Test
    void useBoundedMemory() throws Exception {
      int limit = 1 << 20;
      MonotableServer server = startServer(config().maxPartialBodyBytes(limit).build());
      putItems(connect(server.endpoint()), 40);
      List<RawConnection> connections =
          IntStream.range(0, 6).mapToObj(i -> connectWithSmallWindow(server.endpoint())).toList();
      for (RawConnection connection : connections) {
        connection.send(batchGetItem(40, ""));
      }
      MemoryBudget responses = server.state().responses();
      await("a response waits for memory", responses::contended);

      List<CompletableFuture<List<String>>> answers =
          connections.stream().map(LongRequestsTest::readItems).toList();

      for (CompletableFuture<List<String>> answer : answers) {
        assertThat(answer.get(4, TimeUnit.MINUTES)).isEqualTo(expectedItems(40));
      }
      await("the memory is released", () -> responses.used() == 0);
      assertThat(responses.mostUsed()).isLessThan(limit + 13_000_000);
    }

    @Test
    void thatAreNotReadDoNotBlockOthersForever() throws Exception {
      MonotableServer server =
          startServer(
              config().maxPartialBodyBytes(1 << 20).requestTimeout(Duration.ofSeconds(1)).build());
      putItems(connect(server.endpoint()), 40);
      RawConnection unread = connectWithSmallWindow(server.endpoint());
      unread.send(batchGetItem(40, ""));
      await("the response is being sent", () -> server.state().responses().used() > 0);

      RawConnection other = connect(server.endpoint()).send(batchGetItem(40, ""));

      assertThat(items(other.read().text())).isEqualTo(expectedItems(40));
    }

    private void putItems(RawConnection connection, int count) throws IOException {
      for (int i = 0; i < count; i++) {
        assertThat(connection.send(putItem("k" + i, LARGE + i)).read().text()).isEqualTo("{}");
      }
    }

    private RawConnection connectWithSmallWindow(URI server) {
      try {
        RawConnection connection = RawConnection.openWithSmallWindow(server);
        opened.add(connection);
        return connection;
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    private static String batchGetItem(int count, String headers) {
      return operation(
          "BatchGetItem",
          headers,
          IntStream.range(0, count)
              .mapToObj(i -> "{\"PK\":{\"S\":\"k" + i + "\"}}")
              .collect(
                  Collectors.joining(",", "{\"RequestItems\":{\"Things\":{\"Keys\":[", "]}}}")));
    }
  }

  private static CompletableFuture<List<String>> readItems(RawConnection connection) {
    CompletableFuture<List<String>> items = new CompletableFuture<>();
    new Thread(
            () -> {
              try {
                items.complete(items(connection.read().text()));
              } catch (IOException | AssertionError e) {
                items.completeExceptionally(e);
              }
            })
        .start();
    return items;
  }

  /** Returns the items of a response to BatchGetItem, which can have any order, sorted. */
  private static List<String> items(String answer) {
    String start = "{\"Responses\":{\"Things\":[";
    String end = "]},\"UnprocessedKeys\":{}}";
    assertThat(answer).startsWith(start).endsWith(end);
    return List.of(
            answer.substring(start.length(), answer.length() - end.length()).split("(?<=\\}\\}),"))
        .stream()
        .sorted()
        .toList();
  }

  private static List<String> expectedItems(int count) {
    return IntStream.range(0, count).mapToObj(i -> item("k" + i, LARGE + i)).sorted().toList();
  }
}
