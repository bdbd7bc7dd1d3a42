package dev.monotable.http;

import static dev.monotable.testing.ThingRequests.getItem;
import static dev.monotable.testing.ThingRequests.head;
import static dev.monotable.testing.ThingRequests.putItem;
import static dev.monotable.testing.ThingRequests.putItemBody;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.model.Operations;
import dev.monotable.testing.RawConnection;
import dev.monotable.testing.ThingRequests;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that closed connections and handled requests leave nothing behind, and what is bounded. */
@Timeout(600)
class ReleasedMemoryTest extends MonotableServerFixture {
  private static final String LARGE = "x".repeat(300_000);

  @Test
  void closedConnectionsAreReleased() throws Exception {
    URI server = serve(CONFIG);
    await("other tests have ended", () -> liveObjects(ConnectionHandler.class) == 0);

    for (int i = 0; i < 300; i++) {
      RawConnection.open(server).send(getItem("none")).close();
    }
    for (int i = 0; i < 100; i++) {
      RawConnection rejected = RawConnection.open(server).send("\0");
      assertThat(rejected.read().status()).isEqualTo(400);
      rejected.close();
      RawConnection.open(server).send(head("PutItem", "", 100)).close();
      RawConnection.open(server).send(putItem("a", LARGE)).close();
    }

    await("all connections are released", () -> liveObjects(ConnectionHandler.class) == 0);
  }

  @Test
  void rejectedConnectionsAreClosedEvenIfTheClientKeepsSending() throws Exception {
    URI server = serve(config().requestTimeout(Duration.ofMillis(200)).build());
    RawConnection rejected = connect(server).send("\0");
    assertThat(rejected.read().status()).isEqualTo(400);

    await("the connection is closed", () -> !canSend(rejected));
    await("it is released", () -> liveObjects(ConnectionHandler.class) == 0);
  }

  @Test
  void buffersAndReservationsAreReleased() throws Exception {
    MonotableServer server = startServer(CONFIG);
    URI endpoint = server.endpoint();
    byte[] put = putItem("a", LARGE).getBytes(UTF_8);
    for (int i = 0; i < 30; i++) {
      int part = put.length * i / 30 + 1;
      try (RawConnection aborted = RawConnection.open(endpoint)) {
        aborted.send(put, 0, part);
      }
      try (RawConnection unread = RawConnection.open(endpoint)) {
        unread.send((putItem("a", LARGE) + getItem("a")).repeat(5));
      }
      try (RawConnection chunks = RawConnection.open(endpoint)) {
        chunks.send(ThingRequests.start("PutItem") + "Transfer-Encoding: chunked\r\n\r\n");
        chunks.send("40000\r\n").send(put, 0, part).send("\0\0\0");
      }
      try (RawConnection garbage = RawConnection.open(endpoint)) {
        garbage.send(put).send(put, 0, part).send("\0");
      }
      try (RawConnection tooLarge = RawConnection.open(endpoint)) {
        tooLarge.send(head("PutItem", "", 20 << 20)).send(put, 0, part);
        assertThat(tooLarge.read().status()).isEqualTo(413);
      }
    }

    await("no body is reserved", () -> server.state().bodies().used() == 0);
    await("no response is reserved", () -> server.state().responses().used() == 0);
    await("no handler is left", () -> liveObjects(ConnectionHandler.class) == 0);
    await(
        "no buffer is left",
        () ->
            PooledByteBufAllocator.DEFAULT.pinnedDirectMemory() == 0
                && PooledByteBufAllocator.DEFAULT.pinnedHeapMemory() == 0);
  }

  /** The bodies of requests that wait for a thread are in the budget, so further ones wait. */
  @Test
  void longRequestsThatWaitForAThreadUseBoundedMemory() throws Exception {
    int limit = 4 << 20;
    Gate gate = new Gate(Operations.PUT_ITEM);
    MonotableServer server =
        startServer(
            TestExchange.withTable(gate), config().threads(1).maxPartialBodyBytes(limit).build());
    opened.add(gate);
    List<CompletableFuture<String>> answers = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      answers.add(answer(connect(server.endpoint()), putItem("k" + i, LARGE)));
    }
    gate.awaitArrival();
    await("a body waits for memory", () -> server.state().bodies().contended());

    gate.open();

    for (CompletableFuture<String> answer : answers) {
      assertThat(answer.get(4, TimeUnit.MINUTES)).isEqualTo("{}");
    }
    await("all memory is released", () -> server.state().bodies().used() == 0);
    assertThat(server.state().bodies().mostUsed()).isLessThan(limit + (1 << 20));
  }

  /** A compressed body of any length is handled by another thread, and its memory is released. */
  @Test
  void compressedRequestsReleaseTheirMemory() throws Exception {
    MonotableServer server = startServer(CONFIG);
    RawConnection connection = connect(server.endpoint());
    byte[] compressed = gzip(putItemBody("a", LARGE));
    for (int i = 0; i < 20; i++) {
      connection.send(head("PutItem", "Content-Encoding: gzip\r\n", compressed.length));
      assertThat(connection.send(compressed).read().text()).isEqualTo("{}");
    }

    await("all memory is released", () -> server.state().bodies().used() == 0);
    assertThat(server.state().bodies().mostUsed()).isPositive();
  }

  /** Many clients ask for large responses, do not read them, and leave at any moment. */
  @Test
  void largeResponsesUseBoundedMemoryAndAreReleasedWhenTheirClientsLeave() throws Exception {
    int limit = 4 << 20;
    MonotableServer server = startServer(config().maxPartialBodyBytes(limit).build());
    RawConnection writer = connect(server.endpoint());
    StringBuilder keys = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      assertThat(writer.send(putItem("k" + i, LARGE)).read().text()).isEqualTo("{}");
      keys.append(i == 0 ? "" : ",").append("{\"PK\":{\"S\":\"k").append(i).append("\"}}");
    }
    writer.close();
    String read =
        ThingRequests.operation(
            "BatchGetItem", "{\"RequestItems\":{\"Things\":{\"Keys\":[" + keys + "]}}}");
    MemoryBudget responses = server.state().responses();
    long largest = EncodedBody.memoryOf(40 * 300_100L);

    long most = 0;
    for (int round = 0; round < 5; round++) {
      List<RawConnection> clients = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        RawConnection client = RawConnection.openWithSmallWindow(server.endpoint());
        clients.add(client.send(read));
      }
      if (round % 2 == 0) {
        await("a response waits for memory", responses::contended);
      }
      for (RawConnection client : clients) {
        most = Math.max(most, PooledByteBufAllocator.DEFAULT.pinnedDirectMemory());
        client.reset();
      }
      await("nothing is reserved", () -> responses.used() == 0 && !responses.contended());
    }

    assertThat(responses.mostUsed()).isGreaterThan(limit).isLessThanOrEqualTo(limit + largest);
    assertThat(most).isLessThan(limit + largest + (2 << 20));
    await("no handler is left", () -> liveObjects(ConnectionHandler.class) == 0);
    await("no request is left", () -> liveObjects(LongRequest.class) == 0);
    await("no buffer is left", () -> PooledByteBufAllocator.DEFAULT.pinnedDirectMemory() == 0);
  }

  /** The server does not read pipelined requests while responses wait to be sent. */
  @Test
  void unreadResponsesUseBoundedMemory() throws Exception {
    URI server = serve(CONFIG);
    String value = "z".repeat(200_000);
    assertThat(connect(server).send(putItem("a", value)).read().text()).isEqualTo("{}");
    RawConnection connection = RawConnection.openWithSmallWindow(server);
    opened.add(connection);
    int count = 300;
    CompletableFuture<Void> sending =
        CompletableFuture.runAsync(() -> sendAll(connection, getItem("a").repeat(count)));

    long most = 0;
    for (int i = 0; i < count; i++) {
      most = Math.max(most, PooledByteBufAllocator.DEFAULT.pinnedDirectMemory());
      assertThat(connection.read().text()).isEqualTo(ThingRequests.found("a", value));
    }

    sending.get(4, TimeUnit.MINUTES);
    assertThat(most).isPositive().isLessThan(4 << 20);
  }

  /** ThingRequests that follow each other without a pause are each received in time. */
  @Test
  void theTimeoutOfARequestBeginsWithTheRequest() throws Exception {
    URI server = serve(config().requestTimeout(Duration.ofSeconds(2)).build());
    RawConnection connection = connect(server);
    byte[] request = getItem("none").getBytes(UTF_8);
    int half = request.length / 2;
    connection.send(request, 0, half);

    long start = System.nanoTime();
    while (System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(2_500)) {
      connection.send(request, half, request.length).send(request, 0, half);
      assertThat(connection.read().text()).isEqualTo("{}");
    }

    assertThat(connection.send(request, half, request.length).read().text()).isEqualTo("{}");
  }

  private static CompletableFuture<String> answer(RawConnection connection, String request) {
    CompletableFuture<String> answer = new CompletableFuture<>();
    new Thread(
            () -> {
              try {
                answer.complete(connection.send(request).read().text());
              } catch (IOException e) {
                answer.completeExceptionally(e);
              }
            })
        .start();
    return answer;
  }

  private static void sendAll(RawConnection connection, String requests) {
    try {
      connection.send(requests);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean canSend(RawConnection connection) {
    try {
      connection.send("x");
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns how many objects of a class are reachable. Runs a garbage collection. */
  private static long liveObjects(Class<?> type) {
    try {
      String histogram =
          (String)
              ManagementFactory.getPlatformMBeanServer()
                  .invoke(
                      new ObjectName("com.sun.management:type=DiagnosticCommand"),
                      "gcClassHistogram",
                      new Object[] {new String[0]},
                      new String[] {String[].class.getName()});
      for (String line : histogram.split("\n")) {
        String[] columns = line.strip().split("\\s+");
        if (columns.length >= 4 && columns[3].equals(type.getName())) {
          return Long.parseLong(columns[1]);
        }
      }
      return 0;
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }
}
