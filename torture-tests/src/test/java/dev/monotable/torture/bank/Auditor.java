package dev.monotable.torture.bank;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.torture.Connection;
import dev.monotable.torture.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Adds up all accounts. AWS guarantees the sum for TransactGetItems and for a transaction of SELECT
 * statements. Monotable answers each request from one state, so a page of Scan, Query or SELECT and
 * a BatchGetItem have it too.
 */
final class Auditor {
  private final Bank bank;
  private final Connection connection;
  private final Random random;

  Auditor(Bank bank, Connection connection, Random random) {
    this.bank = bank;
    this.connection = connection;
    this.random = random;
  }

  /** Adds up all accounts in a random way. */
  void audit() throws IOException {
    switch (random.nextInt(7)) {
      case 0 -> require("Scan", items("Scan", bank.request()));
      case 1 -> {
        ObjectNode query = bank.request().put("IndexName", "All");
        query.put("KeyConditionExpression", "every = :every");
        query.put("ScanIndexForward", random.nextBoolean());
        query.putObject("ExpressionAttributeValues").set(":every", Json.string("account"));
        require("Query", items("Query", query));
      }
      case 2 -> {
        ObjectNode select =
            Json.object().put("Statement", "SELECT * FROM \"%s\"".formatted(bank.table()));
        require("SELECT", items("ExecuteStatement", select));
      }
      case 3 -> {
        ObjectNode select =
            Json.object()
                .put(
                    "Statement",
                    "SELECT * FROM \"%s\".\"All\" WHERE every = 'account'".formatted(bank.table()));
        require("SELECT on an index", items("ExecuteStatement", select));
      }
      case 4 -> require("BatchGetItem", batch());
      case 5 -> require("ExecuteTransaction", transactionOfStatements());
      default -> require("TransactGetItems", transaction());
    }
  }

  private void require(String way, List<JsonNode> items) {
    long sum = items.stream().mapToLong(Bank::money).sum();
    if (sum != Bank.TOTAL) {
      throw new AssertionError(
          "%s adds up to %d, not %d: %s".formatted(way, sum, Bank.TOTAL, items));
    }
  }

  private List<JsonNode> items(String operation, ObjectNode request) throws IOException {
    JsonNode output = connection.require(operation, request);
    if (output.has("LastEvaluatedKey") || output.has("NextToken")) {
      throw new AssertionError("more than one page of " + operation);
    }
    return list(output.path("Items"));
  }

  private List<JsonNode> batch() throws IOException {
    ObjectNode request = Json.object();
    ArrayNode keys = request.putObject("RequestItems").putObject(bank.table()).putArray("Keys");
    for (int i = 0; i < Bank.ACCOUNTS; i++) {
      keys.add(Bank.key(i));
    }
    JsonNode output = connection.require("BatchGetItem", request);
    return list(output.path("Responses").path(bank.table()));
  }

  private List<JsonNode> transaction() throws IOException {
    ObjectNode request = Json.object();
    ArrayNode gets = request.putArray("TransactItems");
    for (int i = 0; i < Bank.ACCOUNTS; i++) {
      gets.addObject().putObject("Get").put("TableName", bank.table()).set("Key", Bank.key(i));
    }
    return responses(connection.require("TransactGetItems", request));
  }

  private List<JsonNode> transactionOfStatements() throws IOException {
    ObjectNode request = Json.object();
    ArrayNode statements = request.putArray("TransactStatements");
    for (int i = 0; i < Bank.ACCOUNTS; i++) {
      statements
          .addObject()
          .put(
              "Statement",
              "SELECT * FROM \"%s\" WHERE branch = ? AND account = ?".formatted(bank.table()))
          .putArray("Parameters")
          .add(Json.string(Bank.branch(i)))
          .add(Json.number(i));
    }
    return responses(connection.require("ExecuteTransaction", request));
  }

  private static List<JsonNode> responses(JsonNode output) {
    List<JsonNode> items = new ArrayList<>();
    for (JsonNode response : output.path("Responses")) {
      if (response.has("Item")) {
        items.add(response.path("Item"));
      }
    }
    return items;
  }

  private static List<JsonNode> list(JsonNode array) {
    List<JsonNode> items = new ArrayList<>();
    array.forEach(items::add);
    return items;
  }
}
