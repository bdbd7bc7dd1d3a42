package dev.monotable.engine.operation.read;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.RequestFault;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.expression.BoundProjection;
import dev.monotable.engine.expression.ExpressionKind;
import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.ConsumedCapacities;
import dev.monotable.engine.operation.KeyRules;
import dev.monotable.engine.operation.Observation;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.RequestExpressions;
import dev.monotable.engine.operation.TableCapacities;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.operation.legacy.LegacyConditions;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.BatchGetItemInput;
import dev.monotable.model.BatchGetItemOutput;
import dev.monotable.model.KeysAndAttributes;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The BatchGetItem operation. Items are returned in the order of their keys in the request. Keys
 * whose items exceed the maximum size of a response are returned as UnprocessedKeys.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html">BatchGetItem</a>
 */
public final class BatchGetItemHandler
    implements OperationHandler<BatchGetItemInput, BatchGetItemOutput> {
  private final OperationContext context;

  public BatchGetItemHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public BatchGetItemOutput handle(BatchGetItemInput request, Call call) {
    Map<String, @Nullable BoundProjection> projections =
        check(request.requestItems(), call.wording());
    Map<String, KeysAndAttributes> tables = withoutRepeatedKeys(request.requestItems());
    DatabaseState state = context.committer().state();
    Map<String, List<byte[]>> keys = new LinkedHashMap<>();
    tables.forEach(
        (name, part) -> keys.put(name, treeKeys(state, name, part, projections.get(name))));

    tables.forEach((name, part) -> willRead(call, context.requireTable(state, name), part));
    call.admit();
    Reading reading = new Reading(state, request, call);
    for (Map.Entry<String, KeysAndAttributes> entry : tables.entrySet()) {
      String name = entry.getKey();
      reading.read(
          name, entry.getValue(), Objects.requireNonNull(keys.get(name)), projections.get(name));
    }
    return reading.answer();
  }

  /** Adds the keys of a table to what is to be admitted. */
  private static void willRead(Call call, TableState table, KeysAndAttributes part) {
    TableLayout layout = table.layout();
    boolean consistent = Boolean.TRUE.equals(part.consistentRead());
    for (Item key : part.keys()) {
      call.willRead(layout, layout.table(), key, consistent);
    }
  }

  /** Reads the items of one request, table by table. */
  private final class Reading {
    private final DatabaseState state;
    private final Call call;
    private final TableCapacities capacities;
    private final Map<String, List<Item>> responses = new LinkedHashMap<>();
    private final Map<String, KeysAndAttributes> unprocessed = new LinkedHashMap<>();
    private final ItemWriter writer = ItemWriter.ofThread();
    private long bytes;

    /** The number of keys that were read. */
    private int processed;

    /** Why the latest key that is rejected is so; null if there is none. */
    private @Nullable FaultException rejection;

    /** The position of the next key among those of all tables. */
    private int position;

    Reading(DatabaseState state, BatchGetItemInput request, Call call) {
      this.state = state;
      this.call = call;
      this.capacities = new TableCapacities(request.returnConsumedCapacity());
    }

    BatchGetItemOutput answer() {
      if (processed == 0) {
        Call.throwIfRejected(rejection);
      }
      return new BatchGetItemOutput(responses, unprocessed, capacities.plain());
    }

    /**
     * Reads the items of a table, until the maximum size of a response is reached.
     *
     * @param treeKeys the keys as the table's tree encodes them
     */
    void read(
        String name,
        KeysAndAttributes part,
        List<byte[]> treeKeys,
        @Nullable BoundProjection projection) {
      TableState table = context.requireTable(state, name);
      ConsumedCapacities count = capacities.of(table.definition(), name);
      boolean consistent = Boolean.TRUE.equals(part.consistentRead());
      table = call.stateFor(table, table.layout().table(), consistent);
      List<Item> sent = part.keys();
      List<Item> found =
          responses.computeIfAbsent(
              TableNames.firstNamed(responses.keySet(), name),
              answered -> new ArrayList<>(treeKeys.size()));
      List<Item> left = null;
      int done = 0;
      for (byte[] key : treeKeys) {
        if (call.isUnprocessed(position + done)) {
          left = with(left, sent.get(done++));
          continue;
        }
        Item item = table.items().find(key);
        int size = item == null ? 0 : item.size();
        if (bytes + size > context.limits().batch().maxGetBytes()) {
          break;
        }
        double units = ConsumedCapacities.readUnits(size, consistent);
        FaultException rejected = call.chargeRead(table, key, sent.get(done), units);
        if (rejected != null) {
          rejection = rejected;
          left = with(left, sent.get(done++));
          continue;
        }
        bytes += size;
        processed++;
        if (count != null) {
          count.addTable(units);
        }
        observe(table, sent.get(done++), item, units, part, projection != null);
        if (item != null) {
          found.add(projection == null ? item : projection.project(item, writer));
        }
      }
      position += sent.size();
      if (done < sent.size()) {
        chargeUnprocessed(table, sent.size() - done, consistent, count);
        for (Item key : sent.subList(done, sent.size())) {
          left = with(left, key);
        }
      }
      if (left != null) {
        unprocessed.put(name, part.toBuilder().keys(left).build());
      }
    }

    private void observe(
        TableState table,
        Item key,
        @Nullable Item item,
        double units,
        KeysAndAttributes part,
        boolean projected) {
      Observation observation = call.observation();
      if (observation != null) {
        observation.add(
            new ItemReadPart(
                table.definition().name(),
                table.layout().table().keys().inOrder(key),
                item,
                Boolean.TRUE.equals(part.consistentRead()),
                units,
                projected ? () -> Projections.text(part) : null));
      }
    }

    /**
     * Adds the units of keys beyond the size. Each costs as much as a key without an item
     * (dynalite).
     */
    private void chargeUnprocessed(
        TableState table, int keys, boolean consistent, @Nullable ConsumedCapacities count) {
      double units = keys * ConsumedCapacities.readUnits(0, consistent);
      if (count != null) {
        count.addTable(units);
      }
      Observation observation = call.observation();
      if (observation != null) {
        observation.charge(new ConsumedUnits(table.definition().name(), null, units, 0));
      }
    }
  }

  private static List<Item> with(@Nullable List<Item> list, Item item) {
    List<Item> present = list == null ? new ArrayList<>() : list;
    present.add(item);
    return present;
  }

  private Map<String, @Nullable BoundProjection> check(
      Map<String, KeysAndAttributes> tables, Wording wording) {
    int keys = 0;
    requireOneKind(tables);
    Map<String, @Nullable BoundProjection> projections = new LinkedHashMap<>();
    for (Map.Entry<String, KeysAndAttributes> entry : tables.entrySet()) {
      KeysAndAttributes part = entry.getValue();
      keys += part.keys().size();
      RequestExpressions expressions =
          new RequestExpressions(context, wording, part.expressionAttributeNames(), null)
              .expression(ExpressionKind.PROJECTION, part.projectionExpression())
              .open();
      for (Item key : part.keys()) {
        OperationContext.requireValid(key);
      }
      LegacyConditions.requireDistinct(part.attributesToGet());
      projections.put(
          entry.getKey(),
          Projections.of(expressions, part.projectionExpression(), part.attributesToGet()));
      expressions.close();
      requireDistinct(part.keys());
    }
    if (keys > context.limits().batch().maxGets()) {
      throw new FaultException(RequestFault.Plain.BATCH_GET_TOO_MANY);
    }
    return projections;
  }

  /**
   * Checks that ProjectionExpression and AttributesToGet are not combined, not even for different
   * tables (paritysuite/dynamodb-conformance {@code tests/tier3/error-messages/batchGetItem}).
   */
  private static void requireOneKind(Map<String, KeysAndAttributes> tables) {
    boolean legacy = false;
    boolean expression = false;
    for (KeysAndAttributes part : tables.values()) {
      legacy |= part.attributesToGet() != null;
      expression |= part.projectionExpression() != null;
    }
    if (legacy && expression) {
      throw new FaultException(
          RequestFault.Plain.EXPRESSIONS_BESIDE_LEGACY_PARAMETERS.with(
              List.of("AttributesToGet"), List.of("ProjectionExpression")));
    }
  }

  /**
   * Checks that no key occurs twice. AWS does so before it looks up any table (dynalite). It
   * compares the scales of numbers too, so {@code 1000} and {@code 1e3} are different.
   */
  private static void requireDistinct(List<Item> keys) {
    Set<Item> distinct = new HashSet<>();
    for (Item key : keys) {
      if (!distinct.add(key) && isRepeated(keys, key)) {
        throw new FaultException(RequestFault.Plain.BATCH_DUPLICATES);
      }
    }
  }

  private static boolean isRepeated(List<Item> keys, Item wanted) {
    int found = 0;
    for (Item key : keys) {
      if (key.numberScales() == wanted.numberScales() && key.equals(wanted)) {
        found++;
      }
    }
    return found > 1;
  }

  /**
   * Returns the tables with each item once. An item can be named repeatedly by keys in different
   * scales, and by the name and the ARN of its table (ExtendDB/extenddb {@code
   * tests/test_table_arn_as_name.py}); it is then read as where it is named first.
   */
  private static Map<String, KeysAndAttributes> withoutRepeatedKeys(
      Map<String, KeysAndAttributes> tables) {
    if (!hasScaledNumbers(tables) && !hasArns(tables)) {
      return tables;
    }
    Map<String, Set<Item>> known = new HashMap<>();
    Map<String, KeysAndAttributes> distinct = new LinkedHashMap<>();
    tables.forEach(
        (name, part) -> {
          Set<Item> seen = known.computeIfAbsent(TableNames.nameOf(name), table -> new HashSet<>());
          List<Item> keys = new ArrayList<>(part.keys());
          keys.removeIf(key -> !seen.add(key));
          distinct.put(name, part.toBuilder().keys(keys).build());
        });
    return distinct;
  }

  /** Returns whether a table may have two names. */
  private static boolean hasArns(Map<String, KeysAndAttributes> tables) {
    if (tables.size() > 1) {
      for (String name : tables.keySet()) {
        if (!TableNames.nameOf(name).equals(name)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean hasScaledNumbers(Map<String, KeysAndAttributes> tables) {
    for (KeysAndAttributes part : tables.values()) {
      for (Item key : part.keys()) {
        if (key.numberScales() != 0) {
          return true;
        }
      }
    }
    return false;
  }

  private List<byte[]> treeKeys(
      DatabaseState state,
      String name,
      KeysAndAttributes part,
      @Nullable BoundProjection projection) {
    TableState table = context.requireTable(state, name);
    List<byte[]> keys = new ArrayList<>();
    for (Item key : part.keys()) {
      keys.add(KeyRules.requireKey(table.layout(), key));
    }
    if (projection != null) {
      KeyRules.requireScalarKeys(table.layout(), projection.nestedNames());
    }
    return keys;
  }
}
