package dev.monotable.compare.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.compare.endpoint.Json;
import dev.monotable.compare.endpoint.Reply;
import dev.monotable.compare.endpoint.Request;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Generates random requests: most are valid, the others have a single mistake. Items are stored in
 * the standard tables, which always exist; other tables are created and deleted under different
 * names. Tags are not covered, because DynamoDB Local does not support them.
 */
final class RequestGenerator implements Workload {
  private static final int MISTAKES_PERCENT = 11;
  private static final int PASSING_TABLES = 4;

  /** How often each operation is called, in thousandths. */
  private static final Map<String, Integer> SHARES = shares();

  private final Random random;
  private final Values values;
  private final Mistakes mistakes;
  private final List<TestTable> tables;
  private final Map<String, JsonNode> passing = new LinkedHashMap<>();
  private final Set<String> expiring = new HashSet<>();
  private @Nullable Request lastTransaction;
  private int made;

  RequestGenerator(long seed, List<TestTable> tables) {
    this.random = new Random(seed);
    this.values = new Values(random);
    this.mistakes = new Mistakes(random, values);
    this.tables = tables;
  }

  private static Map<String, Integer> shares() {
    Map<String, Integer> shares = new LinkedHashMap<>();
    shares.put("PutItem", 160);
    shares.put("GetItem", 90);
    shares.put("UpdateItem", 190);
    shares.put("DeleteItem", 60);
    shares.put("Query", 150);
    shares.put("Scan", 60);
    shares.put("BatchGetItem", 40);
    shares.put("BatchWriteItem", 40);
    shares.put("TransactGetItems", 40);
    shares.put("TransactWriteItems", 60);
    shares.put("CreateTable", 18);
    shares.put("DescribeTable", 14);
    shares.put("UpdateTable", 14);
    shares.put("DeleteTable", 14);
    shares.put("ListTables", 10);
    shares.put("UpdateTimeToLive", 7);
    shares.put("DescribeTimeToLive", 7);
    return shares;
  }

  @Override
  public Request next() {
    int total = SHARES.values().stream().mapToInt(Integer::intValue).sum();
    int at = random.nextInt(total);
    String operation = "";
    for (Map.Entry<String, Integer> share : SHARES.entrySet()) {
      operation = share.getKey();
      at -= share.getValue();
      if (at < 0) {
        break;
      }
    }
    if (operation.equals("CreateTable") && passing.size() >= PASSING_TABLES) {
      operation = "DeleteTable";
    } else if ((operation.equals("DeleteTable") || operation.equals("UpdateTable"))
        && passing.isEmpty()) {
      operation = "CreateTable";
    } else if (operation.equals("UpdateTimeToLive") && expiring.containsAll(passing.keySet())) {
      operation = "CreateTable";
    }
    Request right = right(operation);
    return values.chance(MISTAKES_PERCENT) ? mistakes.mistake(right) : right;
  }

  /** Records which tables exist. */
  @Override
  public void observe(Request request, Reply ours, Reply local) {
    String name = request.body().path("TableName").asText();
    switch (request.operation()) {
      case "CreateTable", "UpdateTable" -> {
        String actual = ours.body().path("TableDescription").path("TableName").asText();
        if (actual.startsWith("passing")) {
          passing.put(actual, ours.body().path("TableDescription"));
        }
      }
      case "DeleteTable" -> passing.remove(name.substring(name.lastIndexOf('/') + 1));
      case "UpdateTimeToLive" -> expiring.add(name);
      case "TransactWriteItems" -> lastTransaction = request;
      default -> {}
    }
  }

  @Override
  public void forget() {
    passing.clear();
    expiring.clear();
    lastTransaction = null;
  }

  Set<String> passingTables() {
    return passing.keySet();
  }

  private TestTable table() {
    return values.pick(tables);
  }

  private String tableName() {
    List<String> all = new ArrayList<>(passing.keySet());
    if (all.isEmpty() || values.chance(50)) {
      return table().name();
    }
    return values.pick(all);
  }

  private Request right(String operation) {
    ObjectNode body = Json.object();
    switch (operation) {
      case "PutItem" -> {
        TestTable table = table();
        body.put("TableName", table.name()).set("Item", values.item(table));
        writeOptions(body, table, List.of("NONE", "ALL_OLD", "ALL_OLD"));
      }
      case "DeleteItem" -> {
        TestTable table = table();
        body.put("TableName", table.name()).set("Key", values.primaryKey(table));
        writeOptions(body, table, List.of("NONE", "ALL_OLD", "ALL_OLD"));
      }
      case "UpdateItem" -> update(body);
      case "GetItem" -> {
        TestTable table = table();
        body.put("TableName", table.name()).set("Key", values.primaryKey(table));
        projection(body, table);
        consistentRead(body);
        capacity(body);
      }
      case "Query" -> query(body);
      case "Scan" -> scan(body);
      case "BatchGetItem" -> batchGet(body);
      case "BatchWriteItem" -> batchWrite(body);
      case "TransactGetItems" -> transactGet(body);
      case "TransactWriteItems" -> {
        Request last = lastTransaction;
        if (last != null && last.body().has("ClientRequestToken") && values.chance(20)) {
          return last;
        }
        transactWrite(body);
      }
      case "CreateTable" -> {
        return new Request(operation, newTable());
      }
      case "DescribeTable" -> body.put("TableName", tableName());
      case "UpdateTable" -> updateTable(body);
      case "DeleteTable" -> body.put("TableName", values.pick(List.copyOf(passing.keySet())));
      case "ListTables" -> {
        if (values.chance(50)) {
          body.put("Limit", 1 + random.nextInt(100));
        }
        if (values.chance(50)) {
          body.put("ExclusiveStartTableName", tableName());
        }
      }
      case "UpdateTimeToLive" -> {
        List<String> names = new ArrayList<>(passing.keySet());
        names.removeAll(expiring);
        body.put("TableName", values.pick(names));
        body.putObject("TimeToLiveSpecification")
            .put("Enabled", true)
            .put("AttributeName", "expires");
      }
      default -> body.put("TableName", tableName());
    }
    return new Request(operation, body);
  }

  private void capacity(ObjectNode body) {
    if (values.chance(55)) {
      body.put(
          "ReturnConsumedCapacity", values.pick(List.of("TOTAL", "INDEXES", "INDEXES", "NONE")));
    }
  }

  private void consistentRead(ObjectNode body) {
    if (values.chance(35)) {
      body.put("ConsistentRead", random.nextBoolean());
    }
  }

  private void projection(ObjectNode body, TestTable table) {
    if (values.chance(35)) {
      ExpressionWriter writer = new ExpressionWriter(random, values, table);
      body.put("ProjectionExpression", writer.projection());
      writer.finish(body);
    }
  }

  private void writeOptions(ObjectNode body, TestTable table, List<String> returnValues) {
    ExpressionWriter writer = new ExpressionWriter(random, values, table);
    if (body.has("UpdateExpression")) {
      throw new IllegalStateException("an update has options of its own");
    }
    if (values.chance(17)) {
      body.put("ConditionExpression", writer.condition(2));
      writer.finish(body);
    }
    writeReturns(body, returnValues);
  }

  private void writeReturns(ObjectNode body, List<String> returnValues) {
    if (values.chance(60)) {
      body.put("ReturnValues", values.pick(returnValues));
    }
    if (values.chance(20)) {
      body.put(
          "ReturnValuesOnConditionCheckFailure",
          values.pick(List.of("NONE", "ALL_OLD", "ALL_OLD")));
    }
    if (values.chance(10)) {
      body.put("ReturnItemCollectionMetrics", "SIZE");
    }
    capacity(body);
  }

  private void update(ObjectNode body) {
    TestTable table = table();
    body.put("TableName", table.name()).set("Key", values.primaryKey(table));
    ExpressionWriter writer = new ExpressionWriter(random, values, table);
    if (!values.chance(3)) {
      body.put("UpdateExpression", writer.update());
    }
    if (values.chance(16)) {
      body.put("ConditionExpression", writer.condition(2));
    }
    writer.finish(body);
    writeReturns(
        body, List.of("NONE", "ALL_OLD", "ALL_NEW", "ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"));
  }

  private void query(ObjectNode body) {
    TestTable table = table();
    TestTable.Index index =
        !table.indexes().isEmpty() && values.chance(55) ? values.pick(table.indexes()) : null;
    body.put("TableName", table.name());
    ExpressionWriter writer = new ExpressionWriter(random, values, table);
    List<TestTable.Key> keys = table.keysOf(index);
    body.put("KeyConditionExpression", writer.keyCondition(keys));
    if (values.chance(35)) {
      body.put("FilterExpression", writer.filter(keys, index));
    }
    if (values.chance(40)) {
      body.put("ScanIndexForward", random.nextBoolean());
    }
    readOptions(body, table, index, writer);
    writer.finish(body);
    if (index == null
        && keys.size() == 2
        && values.chance(10)
        && !body.path("KeyConditionExpression").asText().contains(" AND ")) {
      ObjectNode start = values.primaryKey(table);
      start.set(keys.get(0).name(), body.path("ExpressionAttributeValues").path(":v0"));
      body.set("ExclusiveStartKey", start);
    }
  }

  private void readOptions(
      ObjectNode body, TestTable table, TestTable.@Nullable Index index, ExpressionWriter writer) {
    if (index != null) {
      body.put("IndexName", index.name());
    }
    boolean global = index != null && !index.local();
    if (!global) {
      consistentRead(body);
    }
    capacity(body);
    if (values.chance(35)) {
      body.put("Limit", 1 + random.nextInt(8));
    }
    if (values.chance(25)) {
      if (!global || index.projection().equals("ALL")) {
        body.put("ProjectionExpression", writer.projection());
        if (values.chance(30)) {
          body.put("Select", "SPECIFIC_ATTRIBUTES");
        }
      } else {
        body.put("ProjectionExpression", writer.name(table.keys().get(0).name()));
      }
    } else if (values.chance(35)) {
      List<String> selects = new ArrayList<>(List.of("COUNT"));
      if (!global || index.projection().equals("ALL")) {
        selects.add("ALL_ATTRIBUTES");
      }
      if (index != null) {
        selects.add("ALL_PROJECTED_ATTRIBUTES");
      }
      body.put("Select", values.pick(selects));
    }
  }

  private void scan(ObjectNode body) {
    TestTable table = table();
    TestTable.Index index =
        !table.indexes().isEmpty() && values.chance(45) ? values.pick(table.indexes()) : null;
    body.put("TableName", table.name());
    ExpressionWriter writer = new ExpressionWriter(random, values, table);
    if (values.chance(50)) {
      body.put("FilterExpression", writer.condition(2));
    }
    readOptions(body, table, index, writer);
    if (body.has("Limit")) {
      body.put("Limit", body.path("Limit").asInt() * 4);
    }
    writer.finish(body);
    if (values.chance(15)) {
      int segments = 1 + random.nextInt(4);
      body.put("TotalSegments", segments).put("Segment", random.nextInt(segments));
    }
  }

  private void batchGet(ObjectNode body) {
    ObjectNode items = body.putObject("RequestItems");
    for (TestTable table : someTables()) {
      ObjectNode request = items.putObject(table.name());
      ArrayNode keys = request.putArray("Keys");
      distinctKeys(table, 1 + random.nextInt(7)).forEach(keys::add);
      projection(request, table);
      consistentRead(request);
    }
    capacity(body);
  }

  private List<TestTable> someTables() {
    TestTable one = table();
    TestTable two = table();
    return one == two || values.chance(60) ? List.of(one) : List.of(one, two);
  }

  private Set<ObjectNode> distinctKeys(TestTable table, int count) {
    Set<ObjectNode> keys = new java.util.LinkedHashSet<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < count; i++) {
      ObjectNode key = values.primaryKey(table);
      if (seen.add(canonical(key))) {
        keys.add(key);
      }
    }
    return keys;
  }

  /** Returns the identity of a key. Two notations of the same number are the same key. */
  private static String canonical(ObjectNode key) {
    StringBuilder text = new StringBuilder();
    for (JsonNode value : key) {
      text.append(
          value.has("N")
              ? new java.math.BigDecimal(value.path("N").asText())
                  .stripTrailingZeros()
                  .toPlainString()
              : value.toString());
      text.append(' ');
    }
    return text.toString();
  }

  private void batchWrite(ObjectNode body) {
    ObjectNode items = body.putObject("RequestItems");
    for (TestTable table : someTables()) {
      ArrayNode writes = items.putArray(table.name());
      for (ObjectNode key : distinctKeys(table, 1 + random.nextInt(7))) {
        if (values.chance(70)) {
          ObjectNode item = values.item(table);
          item.setAll(key);
          writes.addObject().putObject("PutRequest").set("Item", item);
        } else {
          writes.addObject().putObject("DeleteRequest").set("Key", key);
        }
      }
    }
    if (values.chance(10)) {
      body.put("ReturnItemCollectionMetrics", "SIZE");
    }
    capacity(body);
  }

  private void transactGet(ObjectNode body) {
    ArrayNode items = body.putArray("TransactItems");
    for (int i = random.nextInt(4); i >= 0; i--) {
      TestTable table = table();
      ObjectNode get = items.addObject().putObject("Get").put("TableName", table.name());
      get.set("Key", values.primaryKey(table));
      projection(get, table);
    }
    capacity(body);
  }

  private void transactWrite(ObjectNode body) {
    ArrayNode items = body.putArray("TransactItems");
    Set<String> seen = new HashSet<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      TestTable table = table();
      ObjectNode key = values.primaryKey(table);
      if (!seen.add(table.name() + canonical(key))) {
        continue;
      }
      ExpressionWriter writer = new ExpressionWriter(random, values, table);
      ObjectNode action;
      int choice = random.nextInt(20);
      if (choice < 8) {
        ObjectNode item = values.item(table);
        item.setAll(key);
        action = items.addObject().putObject("Put").put("TableName", table.name());
        action.set("Item", item);
      } else {
        String kind = choice < 15 ? "Update" : choice < 19 ? "Delete" : "ConditionCheck";
        action = items.addObject().putObject(kind).put("TableName", table.name());
        action.set("Key", key);
        if (kind.equals("Update")) {
          action.put("UpdateExpression", writer.update());
        }
      }
      if (choice == 19 || values.chance(5)) {
        action.put(
            "ConditionExpression",
            choice == 19
                ? "attribute_not_exists(" + writer.name("nothing") + ")"
                : writer.condition(1));
        if (values.chance(50)) {
          action.put("ReturnValuesOnConditionCheckFailure", "ALL_OLD");
        }
      }
      writer.finish(action);
    }
    if (values.chance(20)) {
      body.put("ClientRequestToken", "token-" + made++);
    }
    if (values.chance(10)) {
      body.put("ReturnItemCollectionMetrics", "SIZE");
    }
    capacity(body);
  }

  private ObjectNode newTable() {
    boolean sorted = values.chance(70);
    String type = values.pick(List.of("S", "N", "B"));
    List<String> indexes = new ArrayList<>();
    String projection = values.pick(List.of("ALL", "KEYS_ONLY", "INCLUDE"));
    if (sorted && values.chance(40)) {
      indexes.add("L local pk:S l:" + type + " " + projection);
    }
    if (values.chance(50)) {
      indexes.add("G global g:" + type + (values.chance(50) ? " -" : " h:N") + " " + projection);
    }
    ObjectNode body =
        TestTable.table(
                "passing" + made++,
                "pk:S " + (sorted ? "sk:" + type : "-"),
                indexes.toArray(new String[0]))
            .creation();
    if (values.chance(40)) {
      body.put("BillingMode", "PROVISIONED");
      if (values.chance(30)) {
        body.remove("BillingMode");
      }
      throughput(body);
      body.path("GlobalSecondaryIndexes").forEach(index -> throughput((ObjectNode) index));
    }
    if (values.chance(30)) {
      body.putObject("StreamSpecification")
          .put("StreamEnabled", true)
          .put(
              "StreamViewType",
              values.pick(List.of("NEW_IMAGE", "OLD_IMAGE", "KEYS_ONLY", "NEW_AND_OLD_IMAGES")));
    }
    if (values.chance(20)) {
      body.putArray("Tags").addObject().put("Key", "tag0").put("Value", "v");
    }
    return body;
  }

  private void throughput(ObjectNode owner) {
    owner
        .putObject("ProvisionedThroughput")
        .put("ReadCapacityUnits", 1 + random.nextInt(20))
        .put("WriteCapacityUnits", 1 + random.nextInt(20));
  }

  private void updateTable(ObjectNode body) {
    String name = values.pick(List.copyOf(passing.keySet()));
    JsonNode table = passing.getOrDefault(name, Json.object());
    body.put("TableName", name);
    boolean onDemand =
        table.path("BillingModeSummary").path("BillingMode").asText().equals("PAY_PER_REQUEST");
    JsonNode indexes = table.path("GlobalSecondaryIndexes");
    switch (random.nextInt(4)) {
      case 0 -> {
        if (onDemand) {
          body.put("BillingMode", "PROVISIONED");
          throughput(body);
          for (JsonNode index : indexes) {
            ObjectNode update =
                body.withArray("GlobalSecondaryIndexUpdates").addObject().putObject("Update");
            update.put("IndexName", index.path("IndexName").asText());
            throughput(update);
          }
        } else {
          throughput(body);
        }
      }
      case 1 -> body.put("BillingMode", "PAY_PER_REQUEST");
      case 2 -> {
        boolean on = table.path("StreamSpecification").path("StreamEnabled").asBoolean();
        ObjectNode stream = body.putObject("StreamSpecification").put("StreamEnabled", !on);
        if (!on) {
          stream.put("StreamViewType", "NEW_IMAGE");
        }
      }
      default -> {
        if (!indexes.isEmpty()) {
          body.putArray("GlobalSecondaryIndexUpdates")
              .addObject()
              .putObject("Delete")
              .put("IndexName", indexes.get(0).path("IndexName").asText());
        } else {
          ObjectNode create =
              body.putArray("GlobalSecondaryIndexUpdates").addObject().putObject("Create");
          create.put("IndexName", "added");
          create
              .putArray("KeySchema")
              .addObject()
              .put("AttributeName", "added1")
              .put("KeyType", "HASH");
          create.putObject("Projection").put("ProjectionType", "ALL");
          if (!onDemand) {
            throughput(create);
          }
          body.putArray("AttributeDefinitions")
              .addObject()
              .put("AttributeName", "added1")
              .put("AttributeType", "S");
        }
      }
    }
  }
}
