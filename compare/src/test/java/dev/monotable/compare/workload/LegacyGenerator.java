package dev.monotable.compare.workload;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.compare.endpoint.Json;
import dev.monotable.compare.endpoint.Reply;
import dev.monotable.compare.endpoint.Request;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Generates requests with legacy parameters.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LegacyConditionalParameters.html">Legacy
 *     conditional parameters</a>
 */
final class LegacyGenerator implements Workload {
  private static final int MISTAKES_PERCENT = 12;

  /** The operations, repeated by their relative frequency. */
  private static final List<String> OPERATIONS =
      List.of(
          "PutItem",
          "PutItem",
          "PutItem",
          "PutItem",
          "DeleteItem",
          "UpdateItem",
          "UpdateItem",
          "UpdateItem",
          "UpdateItem",
          "UpdateItem",
          "GetItem",
          "Query",
          "Query",
          "Query",
          "Query",
          "Scan",
          "Scan",
          "Scan",
          "BatchGetItem");

  private final Random random;
  private final Values values;
  private final LegacyConditionWriter conditions;
  private final LegacyMistakes mistakes;
  private final List<TestTable> tables;

  LegacyGenerator(long seed, List<TestTable> tables) {
    this.random = new Random(seed);
    this.values = new Values(random);
    this.conditions = new LegacyConditionWriter(random, values);
    this.mistakes = new LegacyMistakes(random, values);
    this.tables = tables;
  }

  @Override
  public Request next() {
    String operation = values.pick(OPERATIONS);
    ObjectNode body = Json.object();
    TestTable table = values.pick(tables);
    if (operation.equals("BatchGetItem")) {
      batchGet(body);
    } else {
      body.put("TableName", table.name());
    }
    switch (operation) {
      case "PutItem" -> {
        body.set("Item", values.item(table));
        write(body, table, 22, List.of("NONE", "ALL_OLD", "ALL_OLD"));
      }
      case "DeleteItem" -> {
        body.set("Key", values.primaryKey(table));
        write(body, table, 22, List.of("NONE", "ALL_OLD", "ALL_OLD"));
      }
      case "UpdateItem" -> {
        body.set("Key", values.primaryKey(table));
        if (!values.chance(3)) {
          body.set("AttributeUpdates", updates(table));
        }
        if (values.chance(2)) {
          // Without a value: Local has no default action, which is PUT.
          body.putObject("AttributeUpdates").putObject("s1").set("Value", values.any(1));
        }
        write(
            body,
            table,
            20,
            List.of("NONE", "ALL_OLD", "ALL_NEW", "ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"));
      }
      case "GetItem" -> {
        body.set("Key", values.primaryKey(table));
        attributesToGet(body, table, null);
      }
      case "Query", "Scan" -> read(operation, body, table);
      default -> {}
    }
    if (values.chance(50)) {
      body.put("ReturnConsumedCapacity", values.pick(List.of("TOTAL", "INDEXES", "NONE")));
    }
    Request right = new Request(operation, body);
    return values.chance(MISTAKES_PERCENT) ? mistakes.mistake(right) : right;
  }

  @Override
  public void observe(Request request, Reply ours, Reply local) {}

  @Override
  public void forget() {}

  /** Returns all attributes that items of a table can have. */
  private static List<TestTable.Key> attributes(TestTable table) {
    List<TestTable.Key> attributes = new ArrayList<>(Values.ATTRIBUTES);
    attributes.addAll(table.keys());
    attributes.addAll(table.indexKeys());
    return attributes;
  }

  private void write(ObjectNode body, TestTable table, int expecting, List<String> returnValues) {
    if (values.chance(expecting)) {
      ObjectNode expected = conditions.expected(attributes(table));
      body.set("Expected", expected);
      conditionalOperator(body, expected);
    }
    if (values.chance(60)) {
      body.put("ReturnValues", values.pick(returnValues));
    }
    if (values.chance(20)) {
      body.put("ReturnValuesOnConditionCheckFailure", values.pick(List.of("NONE", "ALL_OLD")));
    }
  }

  private void conditionalOperator(ObjectNode body, ObjectNode conditioned) {
    if (conditioned.size() > 1 && values.chance(70)) {
      body.put("ConditionalOperator", values.pick(List.of("AND", "OR", "OR")));
    }
  }

  private ObjectNode updates(TestTable table) {
    ObjectNode updates = Json.object();
    List<TestTable.Key> attributes = new ArrayList<>(Values.ATTRIBUTES);
    attributes.addAll(table.indexKeys());
    Collections.shuffle(attributes, random);
    for (TestTable.Key attribute : attributes.subList(0, 1 + random.nextInt(4))) {
      updates.set(attribute.name(), update(attribute));
    }
    return updates;
  }

  private ObjectNode update(TestTable.Key attribute) {
    ObjectNode update = Json.object();
    boolean isIndexKey = !Values.ATTRIBUTES.contains(attribute);
    boolean isSet = attribute.type().endsWith("S") && attribute.type().length() == 2;
    int choice = random.nextInt(8);
    if (choice < 2) {
      update.put("Action", "DELETE");
      if (isSet && values.chance(70)) {
        update.set("Value", values.ofType(attribute.type(), 0));
      }
    } else if (choice < 6
        && !isIndexKey
        && (isSet || attribute.type().equals("N") || attribute.type().equals("L"))) {
      update.put("Action", "ADD").set("Value", values.ofType(attribute.type(), 1));
    } else {
      update.put("Action", "PUT");
      update.set(
          "Value", isIndexKey ? values.key(attribute.type()) : values.ofType(attribute.type(), 2));
    }
    return update;
  }

  /** Lists the attributes of an index, unless it is local or projects all attributes. */
  private void attributesToGet(ObjectNode body, TestTable table, TestTable.@Nullable Index index) {
    if (!values.chance(35)) {
      return;
    }
    List<TestTable.Key> all = attributes(table);
    Set<String> names = new HashSet<>();
    ArrayNode target = body.putArray("AttributesToGet");
    for (int i = random.nextInt(4); i >= 0; i--) {
      String name = values.pick(all).name();
      boolean isHeld = index == null || index.local() || index.projects(table, name);
      if (isHeld && names.add(name)) {
        target.add(name);
      }
    }
    if (target.isEmpty()) {
      target.add(table.keys().get(0).name());
    }
  }

  private void read(String operation, ObjectNode body, TestTable table) {
    TestTable.Index index =
        !table.indexes().isEmpty() && values.chance(50) ? values.pick(table.indexes()) : null;
    if (index != null) {
      body.put("IndexName", index.name());
    }
    List<TestTable.Key> filtered = attributes(table);
    if (index != null && !index.local()) {
      filtered.removeIf(attribute -> !index.projects(table, attribute.name()));
    } else if (values.chance(40)) {
      body.put("ConsistentRead", random.nextBoolean());
    }
    if (operation.equals("Query")) {
      List<TestTable.Key> keys = table.keysOf(index);
      body.set("KeyConditions", conditions.keyConditions(keys));
      filtered.removeAll(keys);
      filter("QueryFilter", 40, body, filtered);
      if (values.chance(40)) {
        body.put("ScanIndexForward", random.nextBoolean());
      }
    } else {
      filter("ScanFilter", 60, body, filtered);
      if (values.chance(15)) {
        int segments = 1 + random.nextInt(4);
        body.put("TotalSegments", segments).put("Segment", random.nextInt(segments));
      }
    }
    if (values.chance(30)) {
      body.put("Limit", 1 + random.nextInt(20));
    }
    attributesToGet(body, table, index);
    select(body, index);
  }

  private void filter(String member, int percent, ObjectNode body, List<TestTable.Key> attributes) {
    if (values.chance(percent) && !attributes.isEmpty()) {
      ObjectNode filter = conditions.filter(attributes, 3);
      body.set(member, filter);
      conditionalOperator(body, filter);
    }
  }

  private void select(ObjectNode body, TestTable.@Nullable Index index) {
    if (!values.chance(30)) {
      return;
    }
    if (body.has("AttributesToGet")) {
      body.put("Select", "SPECIFIC_ATTRIBUTES");
      return;
    }
    List<String> selects = new ArrayList<>(List.of("COUNT"));
    if (index == null || index.local() || index.projectsAll()) {
      selects.add("ALL_ATTRIBUTES");
    }
    if (index != null) {
      selects.add("ALL_PROJECTED_ATTRIBUTES");
    }
    body.put("Select", values.pick(selects));
  }

  private void batchGet(ObjectNode body) {
    ObjectNode items = body.putObject("RequestItems");
    for (int i = random.nextInt(2); i >= 0; i--) {
      TestTable table = values.pick(tables);
      ObjectNode request = items.putObject(table.name());
      ArrayNode keys = request.putArray("Keys");
      Set<String> seen = new HashSet<>();
      for (int j = random.nextInt(6); j >= 0; j--) {
        ObjectNode key = values.primaryKey(table);
        if (seen.add(ItemAction.identity(key))) {
          keys.add(key);
        }
      }
      attributesToGet(request, table, null);
    }
  }
}
