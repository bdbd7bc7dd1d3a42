package dev.monotable.torture.heap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.torture.Connection;
import dev.monotable.torture.Crowd;
import dev.monotable.torture.Json;
import dev.monotable.torture.Part;
import dev.monotable.torture.Reply;
import dev.monotable.torture.Requests;
import dev.monotable.torture.ServerUnderTest;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Fills the heap with what no client can delete, or not one by one. The server bounds it, so these
 * may never see a full memory.
 */
final class BoundedFillings {
  /** A token is small, so that more are needed to exceed the server's bound noticeably. */
  private static final int TOKENS_PER_REQUEST = 24;

  private static final int PIPELINED = 64;
  private static final int UPDATED_ITEMS = 20;
  private static final int UPDATED_BYTES = 20_000;
  private static final int MOST_TABLES = 2_500;
  private static final int TAGS = 50;
  private static final int LONG_EXPRESSION = 3_500;

  private static final int CLIENTS = 8;
  private static final int LARGE_ITEMS = 25;
  private static final int LARGE_ITEM_BYTES = 390_000;
  private static final int NEARLY_16_MB = 15_900_000;

  private final Part part;
  private final ServerUnderTest server;
  private final HeapClient client;

  BoundedFillings(Part part, ServerUnderTest server, HeapClient client) {
    this.part = part;
    this.server = server;
    this.client = client;
  }

  /** Fills the heap with at most this many requests. */
  void fill(Filling filling, int mostRequests) throws Exception {
    switch (filling) {
      case STREAM_RECORDS -> streamRecords(mostRequests);
      case TOKENS -> tokens(mostRequests * TOKENS_PER_REQUEST);
      case TABLES -> tables(Math.min(MOST_TABLES, mostRequests));
      case TABLES_OF_TESTS -> tablesOfTests(mostRequests / 2);
      case EXPRESSIONS -> expressions(mostRequests);
      case LARGE_BODIES -> largeBodies(Math.max(1, mostRequests / 1_000));
      default -> throw new IllegalArgumentException(filling.name());
    }
  }

  private void streamRecords(int count) throws IOException {
    ObjectNode create = createTable("Streamed");
    create
        .putObject("StreamSpecification")
        .put("StreamEnabled", true)
        .put("StreamViewType", "NEW_AND_OLD_IMAGES");
    client.require("CreateTable", create);
    for (int i = 0; i < count; i++) {
      ObjectNode update = Json.object().put("TableName", "Streamed");
      update.set("Key", key(i % UPDATED_ITEMS));
      update.put("UpdateExpression", "SET a = :a");
      update
          .putObject("ExpressionAttributeValues")
          .set(":a", Json.string(i + "x".repeat(UPDATED_BYTES)));
      client.send("UpdateItem", update);
    }
  }

  private void tokens(int count) throws IOException {
    client.require("CreateTable", createTable("Tokens"));
    for (int i = 0; i < count; i += PIPELINED) {
      List<JsonNode> requests = new ArrayList<>();
      for (int j = 0; j < PIPELINED; j++) {
        ObjectNode request = Json.object().put("ClientRequestToken", "token-" + System.nanoTime());
        ObjectNode put = request.putArray("TransactItems").addObject().putObject("Put");
        put.put("TableName", "Tokens").set("Item", key(j % UPDATED_ITEMS));
        requests.add(request);
      }
      client.send("TransactWriteItems", requests);
    }
  }

  private void tables(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      ObjectNode create = createTable("Table-" + i);
      ArrayNode tags = create.putArray("Tags");
      for (int j = 0; j < TAGS; j++) {
        tags.addObject().put("Key", "key-" + j).put("Value", "v".repeat(190));
      }
      if (!client.send("CreateTable", create)) {
        return;
      }
    }
  }

  private void tablesOfTests(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      ObjectNode create = createTable("OfTest-" + i);
      create
          .putObject("StreamSpecification")
          .put("StreamEnabled", true)
          .put("StreamViewType", "NEW_IMAGE");
      client.require("CreateTable", create);
      ObjectNode put = Json.object().put("TableName", "OfTest-" + i);
      put.set("Item", key(i).<ObjectNode>set("text", Json.string("x".repeat(UPDATED_BYTES))));
      client.require("PutItem", put);
      client.require("DeleteTable", Json.object().put("TableName", "OfTest-" + i));
    }
  }

  private void expressions(int count) throws IOException {
    client.require("CreateTable", createTable("Expressions"));
    for (int i = 0; i < count; i++) {
      ObjectNode scan = Json.object().put("TableName", "Expressions");
      StringBuilder filter = new StringBuilder("a" + i + " = :a");
      while (filter.length() < LONG_EXPRESSION) {
        filter.append(" OR a").append(i).append(".").append("b".repeat(200)).append(" = :a");
      }
      scan.put("FilterExpression", filter.toString());
      scan.putObject("ExpressionAttributeValues").set(":a", Json.number(1));
      client.require("Scan", scan);
      ObjectNode statement =
          Json.object()
              .put(
                  "Statement",
                  "SELECT * FROM \"Expressions\" WHERE pk = 1 AND b%d = '%s'"
                      .formatted(i, "x".repeat(LONG_EXPRESSION)));
      client.require("ExecuteStatement", statement);
    }
  }

  /**
   * Sends large bodies at the same time; half of them with an invalid value of almost 16 MB. A
   * server that is out of memory may close the connection, at once or in place of a response.
   */
  private void largeBodies(int rounds) throws Exception {
    client.require("CreateTable", createTable("Large"));
    byte[] valid = Requests.of("BatchWriteItem", Connection.bytes(largeItems()));
    byte[] invalid =
        Requests.of(
            "DescribeTable",
            Connection.bytes(Json.object().put("TableName", "!".repeat(NEARLY_16_MB))));
    AtomicInteger rejected = new AtomicInteger();
    AtomicInteger closed = new AtomicInteger();
    Crowd.run(
        CLIENTS,
        number -> {
          boolean isValid = number % 2 == 0;
          for (int i = 0; i < rounds; i++) {
            Reply reply;
            try (Connection connection = server.connect()) {
              connection.send(isValid ? valid : invalid);
              reply = connection.receive();
            } catch (SocketException | EOFException e) {
              closed.incrementAndGet();
              continue;
            }
            if (reply.status() != (isValid ? 200 : 400)) {
              HeapClient.requireFull("a large body", reply);
              rejected.incrementAndGet();
            }
          }
          return number;
        });
    part.print(
        "%d large bodies, %d without memory, %d connections closed"
            .formatted(CLIENTS * rounds, rejected.get(), closed.get()));
  }

  private static ObjectNode largeItems() {
    ObjectNode request = Json.object();
    ArrayNode writes = request.putObject("RequestItems").putArray("Large");
    for (int i = 0; i < LARGE_ITEMS; i++) {
      ObjectNode item = key(i);
      item.set("text", Json.string("x".repeat(LARGE_ITEM_BYTES)));
      writes.addObject().putObject("PutRequest").set("Item", item);
    }
    return request;
  }

  private static ObjectNode key(int key) {
    ObjectNode result = Json.object();
    result.set("pk", Json.number(key));
    return result;
  }

  private static ObjectNode createTable(String name) {
    return Json.parse(
            """
            {'BillingMode': 'PAY_PER_REQUEST',
             'AttributeDefinitions': [{'AttributeName': 'pk', 'AttributeType': 'N'}],
             'KeySchema': [{'AttributeName': 'pk', 'KeyType': 'HASH'}]}
            """)
        .put("TableName", name);
  }
}
