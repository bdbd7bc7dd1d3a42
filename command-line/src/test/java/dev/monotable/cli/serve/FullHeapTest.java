package dev.monotable.cli.serve;

import static dev.monotable.testing.ThingRequests.getItem;
import static dev.monotable.testing.ThingRequests.operation;
import static dev.monotable.testing.ThingRequests.putItem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.testing.RawConnection;
import dev.monotable.testing.RawConnection.Answer;
import dev.monotable.testing.ThingRequests;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Fills the heap of a server in each way that clients have, and empties it again. */
@Tag("slow")
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
class FullHeapTest {
  private static final String FULL =
      "{\"__type\":\"com.amazonaws.dynamodb.v20120810#InternalServerError\",\"message\":"
          + "\"Monotable's memory is full: delete items, indexes or tables, send fewer large"
          + " requests at a time, or start it with a larger heap (JAVA_OPTS=-Xmx...)\"}";

  /** ThingRequests that are sent before their responses are read. */
  private static final int PIPELINED = 50;

  private static final String CREATE_TABLE_WITH_STREAM =
      operation(
          "CreateTable",
          "{\"TableName\":\"Things\",\"KeySchema\":[{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"}],"
              + "\"AttributeDefinitions\":[{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"}],"
              + "\"BillingMode\":\"PAY_PER_REQUEST\",\"StreamSpecification\":"
              + "{\"StreamEnabled\":true,\"StreamViewType\":\"NEW_AND_OLD_IMAGES\"}}");

  private ServerProcess server;
  private RawConnection connection;

  @BeforeEach
  void start() throws IOException {
    server = ServerProcess.start(List.of("-Xmx64m"), "--port", "0");
    connection = RawConnection.open(server.endpoint());
  }

  @AfterEach
  void end() throws IOException {
    connection.close();
    server.end();
  }

  private Answer call(String request) throws IOException {
    return connection.send(request).read();
  }

  private String send(String request) throws IOException {
    return call(request).text();
  }

  private void succeed(String request) throws IOException {
    Answer answer = call(request);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
  }

  /**
   * Sends requests until one fails because the heap is full.
   *
   * @return the number of requests that succeeded
   */
  private int fill(int most, IntFunction<String> request) throws IOException {
    int accepted = 0;
    for (int next = 0; next < most; next += PIPELINED) {
      String failure = null;
      StringBuilder batch = new StringBuilder();
      for (int i = 0; i < PIPELINED; i++) {
        batch.append(request.apply(next + i));
      }
      connection.send(batch.toString());
      for (int i = 0; i < PIPELINED; i++) {
        Answer answer = connection.read();
        if (answer.status() == 200) {
          accepted++;
        } else {
          failure = answer.text();
        }
      }
      if (failure != null) {
        assertThat(failure).isEqualTo(FULL);
        return accepted;
      }
    }
    return accepted;
  }

  /** Sends a request until it no longer fails because the heap is full: soon after deletions. */
  private void succeedSoon(String request) throws IOException {
    Answer answer = call(request);
    while (answer.text().equals(FULL)) {
      answer = call(request);
    }
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
  }

  private static String key(int number) {
    return "{\"TableName\":\"Things\",\"Key\":{\"PK\":{\"S\":\"" + number + "\"}}";
  }

  private static String batchOfPuts(int number) {
    return batch(number, "{\"PutRequest\":{\"Item\":");
  }

  private static String batchOfDeletes(int number) {
    return batch(number, "{\"DeleteRequest\":{\"Key\":");
  }

  private static String batch(int number, String write) {
    StringBuilder batch = new StringBuilder("{\"RequestItems\":{\"Things\":[");
    for (int i = 0; i < 25; i++) {
      batch
          .append(i == 0 ? "" : ",")
          .append(write)
          .append("{\"PK\":{\"S\":\"")
          .append(25 * number + i)
          .append("\"}}}}");
    }
    return operation("BatchWriteItem", batch.append("]}}").toString());
  }

  @Test
  void aFullHeapRejectsOnlyRequestsThatAddData() throws Exception {
    String value = "x".repeat(300_000);
    succeed(CREATE_TABLE_WITH_STREAM);
    int items = 0;
    Answer answer = call(putItem("0", value));
    while (answer.status() == 200 && items < 1_000) {
      items++;
      answer = call(putItem(Integer.toString(items), value));
    }

    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.text()).isEqualTo(FULL);
    for (int i = 0; i < items; i++) {
      String key = Integer.toString(i);
      assertThat(send(getItem(key))).isEqualTo(ThingRequests.found(key, value));
    }
    String select = "SELECT PK FROM Things WHERE PK = '0'";
    assertThat(send(operation("ExecuteStatement", "{\"Statement\":\"" + select + "\"}")))
        .isEqualTo("{\"Items\":[{\"PK\":{\"S\":\"0\"}}]}");
    assertThat(
            send(
                operation(
                    "BatchExecuteStatement",
                    "{\"Statements\":[{\"Statement\":\"" + select + "\"}]}")))
        .isEqualTo("{\"Responses\":[{\"TableName\":\"Things\",\"Item\":{\"PK\":{\"S\":\"0\"}}}]}");
    assertThat(send(operation("UpdateItem", key(0) + ",\"UpdateExpression\":\"REMOVE v\"}")))
        .isEqualTo("{}");
    assertThat(
            send(
                operation(
                    "BatchWriteItem",
                    "{\"RequestItems\":{\"Things\":[{\"DeleteRequest\":{\"Key\":"
                        + "{\"PK\":{\"S\":\"1\"}}}}]}}")))
        .isEqualTo("{\"UnprocessedItems\":{}}");
    assertThat(
            send(
                operation(
                    "TransactWriteItems", "{\"TransactItems\":[{\"Delete\":" + key(2) + "}}]}")))
        .isEqualTo("{}");
    succeed(
        operation(
            "UpdateTable",
            "{\"TableName\":\"Things\",\"StreamSpecification\":{\"StreamEnabled\":false}}"));
    succeed(ThingRequests.DELETE_TABLE);
    succeed(ThingRequests.CREATE_TABLE);
    assertThat(send(putItem("again", value))).isEqualTo("{}");
  }

  @Test
  void deletingTheItemsOfATableWithAStreamFreesTheirMemory() throws Exception {
    succeed(CREATE_TABLE_WITH_STREAM);
    int batches = fill(100_000, FullHeapTest::batchOfPuts);

    // Batches may have been accepted after others were rejected.
    int sent = (batches / PIPELINED + 2) * PIPELINED;
    assertThat(fill(sent, FullHeapTest::batchOfDeletes)).isEqualTo(sent);

    succeedSoon(batchOfPuts(0));
    succeed(
        operation(
            "UpdateTable",
            "{\"TableName\":\"Things\",\"StreamSpecification\":{\"StreamEnabled\":false}}"));
    succeed(ThingRequests.DELETE_TABLE);
    succeed(CREATE_TABLE_WITH_STREAM);
    int half = batches / 2 / PIPELINED * PIPELINED;
    assertThat(fill(half, FullHeapTest::batchOfPuts)).isEqualTo(half);
  }

  @Test
  void tablesCanBeCreatedFilledAndDeletedForever() throws Exception {
    // The items of all tables together take as much as the heap.
    String round =
        CREATE_TABLE_WITH_STREAM + putItem("a", "x".repeat(20_000)) + ThingRequests.DELETE_TABLE;
    for (int i = 0; i < 3_000; i++) {
      connection.send(round);
      for (int answers = 0; answers < 3; answers++) {
        Answer answer = connection.read();
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
      }
    }
  }

  @Test
  void clientRequestTokensDoNotFillTheHeap() throws Exception {
    succeed(ThingRequests.CREATE_TABLE);

    int accepted =
        fill(
            200_000,
            i ->
                operation(
                    "TransactWriteItems",
                    "{\"ClientRequestToken\":\""
                        + new UUID(i, i)
                        + "\",\"TransactItems\":[{\"Delete\":"
                        + key(1)
                        + "}}]}"));

    assertThat(accepted).isEqualTo(200_000);
    assertThat(send(putItem("a", "b"))).isEqualTo("{}");
  }
}
