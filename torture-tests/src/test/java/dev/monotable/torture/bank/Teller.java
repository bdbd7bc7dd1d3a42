package dev.monotable.torture.bank;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.torture.Connection;
import dev.monotable.torture.Json;
import dev.monotable.torture.Reply;
import java.io.IOException;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Moves money. Counts the items that it changed, each of which makes a stream record. */
final class Teller {
  private static final int MOST_MONEY = 60;
  private static final String WITHDRAW =
      "SET balance = balance - :amount, version = version + :one";
  private static final String DEPOSIT = "SET balance = balance + :amount, version = version + :one";

  private final Bank bank;
  private final Connection connection;
  private final Random random;
  private final String name;
  private long changes;
  private long transfers;
  private int tokens;

  Teller(Bank bank, Connection connection, Random random, String name) {
    this.bank = bank;
    this.connection = connection;
    this.random = random;
    this.name = name;
  }

  /** Returns the number of items that this teller has changed. */
  long changes() {
    return changes;
  }

  /** Returns the number of actions that succeeded. */
  long transfers() {
    return transfers;
  }

  /** Moves money once, or fails to. */
  void act() throws IOException {
    int from = random.nextInt(Bank.ACCOUNTS);
    int to = (from + 1 + random.nextInt(Bank.ACCOUNTS - 1)) % Bank.ACCOUNTS;
    long amount = 1L + random.nextInt(MOST_MONEY);
    switch (random.nextInt(9)) {
      case 0 -> saveByUpdate(from, amount);
      case 1 -> saveByStatement(from, amount);
      case 2 -> transferByStatements(from, to, amount);
      case 3 -> transferByVersion(from, to, amount);
      case 4 -> close(from, to);
      case 5, 6 -> open(from, to, amount);
      case 7 -> transferTwice(from, to, amount);
      default -> count(connection.call("TransactWriteItems", transfer(from, to, amount)), 2);
    }
  }

  /** Counts what a write changed if it succeeded; otherwise a condition must have failed. */
  private boolean count(Reply reply, int changed) {
    String error = reply.error();
    if (error == null) {
      changes += changed;
      transfers++;
      return true;
    }
    boolean canceled =
        error.equals("TransactionCanceledException")
            && reply.json().path("CancellationReasons").findValuesAsText("Code").stream()
                .allMatch(
                    code ->
                        code.equals("None")
                            || code.equals("ConditionalCheckFailed")
                            || code.equals("DuplicateItem"));
    if (!canceled && !error.equals("ConditionalCheckFailedException")) {
      throw new AssertionError("a transfer was answered " + reply);
    }
    return false;
  }

  /** Moves from the balance to the savings of one account, or back. */
  private void saveByUpdate(int account, long amount) throws IOException {
    boolean back = random.nextBoolean();
    String source = back ? "savings" : "balance";
    String target = back ? "balance" : "savings";
    ObjectNode update = bank.request();
    update.set("Key", Bank.key(account));
    update
        .put(
            "UpdateExpression",
            "SET %s = %s - :amount, %s = %s + :amount, version = version + :one"
                .formatted(source, source, target, target))
        .put("ConditionExpression", source + " >= :amount");
    update.set("ExpressionAttributeValues", amounts(amount));
    count(connection.call("UpdateItem", update), 1);
  }

  private void saveByStatement(int account, long amount) throws IOException {
    ObjectNode statement =
        statement(
            "SET balance = balance - ? SET savings = savings + ? SET version = version + 1",
            account,
            "balance >= ?",
            amount,
            amount,
            amount);
    count(connection.call("ExecuteStatement", statement), 1);
  }

  private ObjectNode statement(String set, int account, String condition, long... amounts) {
    ObjectNode request =
        Json.object()
            .put(
                "Statement",
                "UPDATE \"%s\" %s WHERE branch = ? AND account = ? AND %s"
                    .formatted(bank.table(), set, condition));
    ArrayNode parameters = request.putArray("Parameters");
    for (int i = 0; i < amounts.length - 1; i++) {
      parameters.add(Json.number(amounts[i]));
    }
    parameters.add(Json.string(Bank.branch(account))).add(Json.number(account));
    parameters.add(Json.number(amounts[amounts.length - 1]));
    return request;
  }

  private void transferByStatements(int from, int to, long amount) throws IOException {
    ObjectNode request = Json.object();
    request
        .putArray("TransactStatements")
        .add(
            statement(
                "SET balance = balance - ? SET version = version + 1",
                from,
                "balance >= ?",
                amount,
                amount))
        .add(
            statement(
                "SET balance = balance + ? SET version = version + 1",
                to,
                "balance >= ?",
                amount,
                0));
    count(connection.call("ExecuteTransaction", request), 2);
  }

  private ObjectNode transfer(int from, int to, long amount) {
    return transaction(
        action("Update", from, WITHDRAW, "balance >= :amount", amount),
        action("Update", to, DEPOSIT, "attribute_exists(branch)", amount));
  }

  /** Sends a transfer with a token two times: it takes effect once. */
  private void transferTwice(int from, int to, long amount) throws IOException {
    ObjectNode request = transfer(from, to, amount);
    request.put("ClientRequestToken", name + "-" + ++tokens);
    connection.send("TransactWriteItems", request);
    connection.send("TransactWriteItems", request);
    boolean first = count(connection.receive(), 2);
    Reply again = connection.receive();
    if (!first) {
      count(again, 2); // what failed is tried again
    } else if (again.status() != 200) {
      throw new AssertionError("a transaction that had succeeded was answered " + again);
    }
  }

  /** Reads both accounts and replaces them if they have not changed. */
  private void transferByVersion(int from, int to, long amount) throws IOException {
    JsonNode source = read(from);
    JsonNode target = read(to);
    if (source == null || target == null || Bank.number(source, "balance") < amount) {
      return;
    }
    count(
        connection.call(
            "TransactWriteItems",
            transaction(replace(from, source, -amount), replace(to, target, amount))),
        2);
  }

  private ObjectNode replace(int account, JsonNode old, long amount) {
    long version = Bank.number(old, "version");
    ObjectNode put = bank.request().put("ConditionExpression", "version = :version");
    put.set(
        "Item",
        Bank.account(
            account,
            Bank.number(old, "balance") + amount,
            Bank.number(old, "savings"),
            version + 1));
    put.putObject("ExpressionAttributeValues").set(":version", Json.number(version));
    ObjectNode action = Json.object();
    action.set("Put", put);
    return action;
  }

  /** Deletes an account and gives all its money to another. */
  private void close(int account, int heir) throws IOException {
    JsonNode old = read(account);
    if (old == null) {
      return;
    }
    ObjectNode delete = bank.request().put("ConditionExpression", "version = :version");
    delete.set("Key", Bank.key(account));
    delete
        .putObject("ExpressionAttributeValues")
        .set(":version", Json.number(Bank.number(old, "version")));
    ObjectNode action = Json.object();
    action.set("Delete", delete);
    count(
        connection.call(
            "TransactWriteItems",
            transaction(
                action,
                action("Update", heir, DEPOSIT, "attribute_exists(branch)", Bank.money(old)))),
        2);
  }

  /**
   * Creates an account with money from another. Its version begins anywhere, so that no reader
   * takes it for an earlier account of the same number.
   */
  private void open(int account, int from, long amount) throws IOException {
    ObjectNode put = bank.request().put("ConditionExpression", "attribute_not_exists(branch)");
    put.set("Item", Bank.account(account, amount, 0, random.nextLong(1L << 50)));
    ObjectNode action = Json.object();
    action.set("Put", put);
    count(
        connection.call(
            "TransactWriteItems",
            transaction(action("Update", from, WITHDRAW, "balance >= :amount", amount), action)),
        2);
  }

  private @Nullable JsonNode read(int account) throws IOException {
    ObjectNode get = bank.request().put("ConsistentRead", true);
    get.set("Key", Bank.key(account));
    JsonNode item = connection.require("GetItem", get).path("Item");
    return item.isMissingNode() ? null : item;
  }

  private ObjectNode action(
      String kind, int account, String update, String condition, long amount) {
    ObjectNode action = Json.object();
    ObjectNode body = action.putObject(kind);
    body.put("TableName", bank.table()).put("UpdateExpression", update);
    body.put("ConditionExpression", condition);
    body.set("Key", Bank.key(account));
    body.set("ExpressionAttributeValues", amounts(amount));
    return action;
  }

  private static ObjectNode transaction(ObjectNode... actions) {
    ObjectNode request = Json.object();
    ArrayNode list = request.putArray("TransactItems");
    for (ObjectNode action : actions) {
      list.add(action);
    }
    return request;
  }

  private static ObjectNode amounts(long amount) {
    ObjectNode values = Json.object();
    values.set(":amount", Json.number(amount));
    values.set(":one", Json.number(1));
    return values;
  }
}
