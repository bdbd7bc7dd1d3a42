package dev.monotable.compare.workload;

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
 * Generates PartiQL statements, single, in batches and in transactions.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.html">PartiQL,
 *     a SQL-compatible query language for Amazon DynamoDB</a>
 */
final class PartiqlGenerator implements Workload {
  private static final int MISTAKES_PERCENT = 10;

  private final Random random;
  private final Values values;
  private final PartiqlMistakes mistakes;
  private final List<TestTable> tables;

  /** The items that are known to exist, by their identity. */
  private final Map<String, ItemAction> items = new LinkedHashMap<>();

  private List<ItemAction> actions = new ArrayList<>();
  private boolean isOrdered;
  private int made;

  PartiqlGenerator(long seed, List<TestTable> tables) {
    this.random = new Random(seed);
    this.values = new Values(random);
    this.mistakes = new PartiqlMistakes(random, values);
    this.tables = tables;
  }

  @Override
  public Request next() {
    actions = new ArrayList<>();
    isOrdered = false;
    int choice = random.nextInt(100);
    Request right =
        choice < 72
            ? new Request("ExecuteStatement", alone())
            : choice < 86
                ? new Request("BatchExecuteStatement", several("Statements", 6))
                : new Request("ExecuteTransaction", several("TransactStatements", 4));
    if (values.chance(MISTAKES_PERCENT)) {
      actions = List.of();
      isOrdered = false;
      return mistakes.mistake(right);
    }
    return right;
  }

  @Override
  public void observe(Request request, Reply ours, Reply local) {
    if (!ours.accepted()) {
      return;
    }
    for (ItemAction action : actions) {
      switch (action.kind()) {
        case "Put" -> items.put(action.identity(), action);
        case "Delete" -> items.remove(action.identity());
        default -> {}
      }
    }
  }

  @Override
  public void forget() {
    items.clear();
  }

  @Override
  public List<ItemAction> actions(Request request, Map<String, TestTable> tables) {
    return List.copyOf(actions);
  }

  @Override
  public boolean isRead(Request request) {
    return !Json.text(request.body()).matches(".*\"(INSERT|UPDATE|DELETE) .*");
  }

  /** Items of several partitions, and of indexes, have no order. */
  @Override
  public void align(Request request, ObjectNode ours, ObjectNode local) {
    if (!isOrdered) {
      Json.sort(ours.path("Items"));
      Json.sort(local.path("Items"));
    }
  }

  private ObjectNode alone() {
    ObjectNode body;
    if (values.chance(45)) {
      body = read();
    } else {
      body = write(true);
      if (values.chance(20)) {
        body.put("ReturnValuesOnConditionCheckFailure", values.pick(List.of("NONE", "ALL_OLD")));
      }
    }
    if (values.chance(30)) {
      body.put("ReturnConsumedCapacity", values.pick(List.of("TOTAL", "INDEXES", "NONE")));
    }
    return body;
  }

  private ObjectNode read() {
    TestTable table = values.pick(tables);
    StatementWriter writer = new StatementWriter(random, values, table);
    if (values.chance(20)) {
      return writer.finish(writer.get(key(table)));
    }
    TestTable.Index index =
        !table.indexes().isEmpty() && values.chance(40) ? values.pick(table.indexes()) : null;
    Map.Entry<String, Boolean> read = writer.read(index);
    ObjectNode body = writer.finish(read.getKey());
    isOrdered = read.getValue();
    if (values.chance(25)) {
      body.put("Limit", 1 + random.nextInt(20));
      // Local reads pages in descending order from the wrong end.
      isOrdered &= !read.getKey().endsWith(" DESC");
    }
    if ((index == null || index.local()) && values.chance(30)) {
      body.put("ConsistentRead", random.nextBoolean());
    }
    return body;
  }

  /** Returns a key, usually of an existing item. */
  private ObjectNode key(TestTable table) {
    ItemAction item = item(table);
    return item == null || values.chance(12) ? values.primaryKey(table) : item.key();
  }

  private @Nullable ItemAction item(TestTable table) {
    List<ItemAction> own = new ArrayList<>();
    for (ItemAction item : items.values()) {
      if (item.table() == table) {
        own.add(item);
      }
    }
    return own.isEmpty() ? null : values.pick(own);
  }

  private void note(String kind, TestTable table, ObjectNode key) {
    actions.add(new ItemAction(kind, table, key, Json.object()));
  }

  private ObjectNode write(boolean isAlone) {
    TestTable table = values.pick(tables);
    StatementWriter writer = new StatementWriter(random, values, table);
    int choice = random.nextInt(100);
    if (choice < 45) {
      ObjectNode item = values.item(table);
      for (int i = 0; i < 10 && items.containsKey(identity(table, item)); i++) {
        item = values.item(table);
      }
      note("Put", table, table.keyOf(item));
      return writer.finish(writer.insert(item));
    }
    ObjectNode key = key(table);
    if (choice < 75) {
      note("Update", table, key);
      return writer.finish(writer.update(key, isAlone));
    }
    note("Delete", table, key);
    return writer.finish(writer.delete(key, isAlone));
  }

  private static String identity(TestTable table, ObjectNode item) {
    return table.name() + ItemAction.identity(table.keyOf(item));
  }

  /** Returns reads or writes of different items. */
  private ObjectNode several(String member, int most) {
    ObjectNode body = Json.object();
    boolean reads = values.chance(40);
    ArrayNode statements = body.putArray(member);
    Set<String> seen = new HashSet<>();
    for (int i = random.nextInt(most); i >= 0; i--) {
      int before = actions.size();
      ObjectNode statement = reads ? get() : transacted(member) ? checkOrWrite() : write(false);
      if (actions.size() == before || seen.add(actions.get(before).identity())) {
        statements.add(statement);
      } else {
        actions.remove(before);
      }
    }
    if (transacted(member) && !reads && values.chance(20)) {
      body.put("ClientRequestToken", "token-" + made++);
    }
    if (values.chance(20)) {
      body.put("ReturnConsumedCapacity", values.pick(List.of("TOTAL", "INDEXES", "NONE")));
    }
    return body;
  }

  private static boolean transacted(String member) {
    return member.equals("TransactStatements");
  }

  private ObjectNode checkOrWrite() {
    if (!values.chance(6)) {
      return write(false);
    }
    TestTable table = values.pick(tables);
    StatementWriter writer = new StatementWriter(random, values, table);
    ObjectNode key = key(table);
    note("ConditionCheck", table, key);
    return writer.finish(writer.exists(key));
  }

  private ObjectNode get() {
    TestTable table = values.pick(tables);
    StatementWriter writer = new StatementWriter(random, values, table);
    ObjectNode key = key(table);
    note("Get", table, key);
    return writer.finish(writer.get(key));
  }
}
