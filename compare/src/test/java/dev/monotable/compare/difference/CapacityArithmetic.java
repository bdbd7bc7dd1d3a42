package dev.monotable.compare.difference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.compare.endpoint.Json;
import dev.monotable.compare.endpoint.Request;
import dev.monotable.compare.workload.ItemAction;
import dev.monotable.compare.workload.TestTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Computes the capacity that an accepted request consumes, by AWS's published arithmetic and from
 * the items alone. A write consumes one write unit per started KB of the larger of the old and the
 * new item, and the same for each index entry that changes, or for both entries if one moves. A
 * read consumes one read unit per started 4 KB, and half of that unless it is strongly consistent.
 * A transaction consumes twice as much of the table. If a quirk of DynamoDB Local is given, it
 * replaces the corresponding rule.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html">Reads
 *     and writes</a>
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations">Throughput
 *     considerations for global secondary indexes</a>
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html#LSI.ThroughputConsiderations">Throughput
 *     considerations for local secondary indexes</a>
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-capacity-handling">Capacity
 *     management for transactions</a>
 */
final class CapacityArithmetic {
  private static final int WRITE_UNIT = 1024;
  private static final int READ_UNIT = 4096;
  private static final int TRANSACTION = 2;
  private static final int ENTRY_OVERHEAD = 100;

  private final Set<CapacityQuirk> quirks;

  /** Existing items by {@link ItemAction#identity()}. */
  private final Map<String, JsonNode> before;

  private final Map<String, JsonNode> after;

  CapacityArithmetic(
      Set<CapacityQuirk> quirks, Map<String, JsonNode> before, Map<String, JsonNode> after) {
    this.quirks = quirks;
    this.before = before;
    this.after = after;
  }

  private boolean has(CapacityQuirk quirk) {
    return quirks.contains(quirk);
  }

  /**
   * Returns the ConsumedCapacity of a request for items.
   *
   * @param isRepeated whether the token of a transaction was used before
   */
  JsonNode ofActions(Request request, List<ItemAction> actions, boolean isRepeated) {
    boolean transaction = request.operation().startsWith("Transact");
    Map<String, Charge> charges = new TreeMap<>();
    boolean withParts = request.body().path("ReturnConsumedCapacity").asText().equals("INDEXES");
    Set<JsonNode> seen = new HashSet<>();
    for (ItemAction action : actions) {
      Charge charge =
          isRepeated
              ? read(action, true, TRANSACTION, false)
              : charge(action, request.operation(), transaction ? TRANSACTION : 1);
      boolean counts =
          !request.operation().equals("TransactWriteItems")
              || !has(CapacityQuirk.EQUAL_CHARGES_COUNT_ONCE)
              || seen.add(charge.answer(withParts, null));
      if (counts) {
        charges
            .computeIfAbsent(action.table().name(), name -> new Charge(action.table()))
            .add(charge);
      }
    }
    ArrayNode answers = Json.array();
    String kind =
        !transaction || has(CapacityQuirk.NO_KIND_OF_UNITS)
            ? null
            : isRepeated || request.operation().equals("TransactGetItems")
                ? "ReadCapacityUnits"
                : "WriteCapacityUnits";
    charges.values().forEach(charge -> answers.add(charge.answer(withParts, kind)));
    return transaction || request.operation().startsWith("Batch") ? answers : answers.path(0);
  }

  private Charge charge(ItemAction action, String operation, int factor) {
    JsonNode old = before.get(action.identity());
    JsonNode now = after.get(action.identity());
    return switch (action.kind()) {
      case "Get" ->
          read(
              action,
              factor == TRANSACTION || action.parameters().path("ConsistentRead").asBoolean(),
              factor,
              operation.equals("BatchGetItem"));
      case "ConditionCheck" ->
          new Charge(action.table())
              .addTable(
                  factor
                      * (has(CapacityQuirk.CHECKS_ARE_READS) ? checkUnits(old) : writeUnits(old)));
      case "Delete" -> {
        if (old == null && operation.equals("BatchWriteItem")) {
          yield new Charge(action.table())
              .addTable(has(CapacityQuirk.BATCHED_DELETE_OF_NOTHING) ? 2 : 1);
        }
        if (old == null && has(CapacityQuirk.TRANSACTED_DELETE_OF_NOTHING)) {
          yield new Charge(action.table()).addTable(1);
        }
        yield write(action.table(), old, null, factor);
      }
      default -> write(action.table(), old, now, factor);
    };
  }

  private Charge read(ItemAction action, boolean consistent, int factor, boolean isBatched) {
    JsonNode item = before.get(action.identity());
    boolean isFree = item == null && isBatched && has(CapacityQuirk.READS_OF_NOTHING_ARE_FREE);
    return new Charge(action.table())
        .addTable(
            isFree ? 0 : factor * readUnits(item == null ? 0 : ItemSize.of(item), consistent));
  }

  private static double readUnits(long bytes, boolean consistent) {
    long units = Math.max(1, (bytes + READ_UNIT - 1) / READ_UNIT);
    return consistent ? units : units / 2.0;
  }

  private static int writeUnits(@Nullable JsonNode item) {
    return writeUnits(item == null ? 0 : ItemSize.of(item));
  }

  private static int writeUnits(int bytes) {
    return Math.max(1, (bytes + WRITE_UNIT - 1) / WRITE_UNIT);
  }

  private int entryUnits(TestTable.Index index, JsonNode entry) {
    boolean outweighs =
        index.local() && index.projectsAll() && has(CapacityQuirk.LOCAL_ENTRIES_OUTWEIGH_ITEMS);
    return writeUnits(ItemSize.of(entry) + (outweighs ? ENTRY_OVERHEAD : 0));
  }

  private static double checkUnits(@Nullable JsonNode item) {
    return readUnits(item == null ? 0 : ItemSize.of(item), true);
  }

  private Charge write(
      TestTable table, @Nullable JsonNode old, @Nullable JsonNode now, int factor) {
    Charge charge = new Charge(table).addTable(factor * Math.max(writeUnits(old), writeUnits(now)));
    for (TestTable.Index index : table.indexes()) {
      int units = indexUnits(table, index, old, now);
      if (units > 0) {
        charge.addIndex(index, has(CapacityQuirk.INDEXES_COST_TWICE) ? factor * units : units);
      }
    }
    return charge;
  }

  private int indexUnits(
      TestTable table, TestTable.Index index, @Nullable JsonNode old, @Nullable JsonNode now) {
    ObjectNode left =
        old != null && index.holds(old) ? ItemSize.projected(table, index, old) : null;
    ObjectNode entered =
        now != null && index.holds(now) ? ItemSize.projected(table, index, now) : null;
    if (left == null && entered == null) {
      return old != null
              && now != null
              && has(CapacityQuirk.HALF_KEYS_SWAPPED)
              && swapsHalfKey(index, old, now)
          ? entryUnits(index, ItemSize.projected(table, index, old))
          : 0;
    }
    if (left != null && left.equals(entered)) {
      return 0;
    }
    if (left == null) {
      return entryUnits(index, entered);
    }
    if (entered == null) {
      return entryUnits(index, left);
    }
    boolean moves = false;
    for (TestTable.Key key : index.keys()) {
      moves |= !left.path(key.name()).equals(entered.path(key.name()));
    }
    return moves
        ? entryUnits(index, left) + entryUnits(index, entered)
        : Math.max(entryUnits(index, left), entryUnits(index, entered));
  }

  /** Returns whether each item has one attribute of the index key, and these differ. */
  private static boolean swapsHalfKey(TestTable.Index index, JsonNode old, JsonNode now) {
    boolean lost = false;
    boolean won = false;
    for (TestTable.Key key : index.keys()) {
      lost |= old.has(key.name()) && !now.has(key.name());
      won |= now.has(key.name()) && !old.has(key.name());
    }
    return lost && won;
  }

  /**
   * Returns the ConsumedCapacity of a page.
   *
   * @param evaluated the items that were read, as stored in the table or the index
   * @param whole the same items as stored in the table
   */
  static JsonNode ofPage(
      Request request,
      TestTable table,
      List<JsonNode> evaluated,
      List<JsonNode> whole,
      Set<CapacityQuirk> quirks) {
    JsonNode body = request.body();
    boolean consistent = body.path("ConsistentRead").asBoolean();
    TestTable.Index index = table.index(body.path("IndexName").asText());
    Charge charge = new Charge(table);
    boolean scansWhole =
        index != null
            && request.operation().equals("Scan")
            && quirks.contains(CapacityQuirk.SCANS_READ_WHOLE_ITEMS);
    double units =
        evaluated.isEmpty() && quirks.contains(CapacityQuirk.READS_OF_NOTHING_ARE_FREE)
            ? 0
            : readUnits(sum(scansWhole ? whole : evaluated), consistent);
    if (index == null) {
      charge.addTable(units);
    } else {
      charge.addIndex(index, units);
      if (!scansWhole && fetches(request, table, index, quirks)) {
        for (JsonNode item : whole) {
          charge.addTable(readUnits(ItemSize.of(item), consistent));
        }
      }
    }
    return charge.answer(body.path("ReturnConsumedCapacity").asText().equals("INDEXES"), null);
  }

  private static long sum(List<JsonNode> items) {
    long bytes = 0;
    for (JsonNode item : items) {
      bytes += ItemSize.of(item);
    }
    return bytes;
  }

  /** Returns whether a request asks a local index for attributes that it does not project. */
  static boolean fetches(
      Request request, TestTable table, TestTable.Index index, Set<CapacityQuirk> quirks) {
    JsonNode body = request.body();
    if (!index.local() || index.projectsAll()) {
      return false;
    }
    if (body.path("Select").asText().equals("ALL_ATTRIBUTES")) {
      return true;
    }
    List<String> names = new ArrayList<>();
    for (String path : body.path("ProjectionExpression").asText().split(",", -1)) {
      String name = path.trim().split("[.\\[]", 2)[0];
      names.add(body.path("ExpressionAttributeNames").path(name).asText(name));
    }
    body.path("AttributesToGet").forEach(name -> names.add(name.asText()));
    names.remove("");
    if (!names.isEmpty() && quirks.contains(CapacityQuirk.PROJECTIONS_FETCH)) {
      return true;
    }
    for (String name : names) {
      if (!index.projects(table, name)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Reads the items of actions.
   *
   * @param reader returns the item of a table and key, or a missing node
   */
  static Map<String, JsonNode> items(
      List<ItemAction> actions, BiFunction<TestTable, ObjectNode, JsonNode> reader) {
    Map<String, JsonNode> items = new LinkedHashMap<>();
    for (ItemAction action : actions) {
      JsonNode item = reader.apply(action.table(), action.key());
      if (!item.isMissingNode()) {
        items.put(action.identity(), item);
      }
    }
    return items;
  }
}
