package dev.monotable.engine.operation.read;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.RequestFault;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.expression.BoundProjection;
import dev.monotable.engine.expression.ExpressionKind;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.ConsumedCapacities;
import dev.monotable.engine.operation.KeyRules;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.RequestExpressions;
import dev.monotable.engine.operation.TableCapacities;
import dev.monotable.engine.operation.legacy.LegacyConditions;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.BatchGetItemInput;
import dev.monotable.model.BatchGetItemOutput;
import dev.monotable.model.KeysAndAttributes;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.ArrayList;
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
    Map<String, KeysAndAttributes> tables = request.requestItems();
    Map<String, @Nullable BoundProjection> projections = check(tables, call.wording());
    DatabaseState state = context.committer().state();
    Map<String, List<byte[]>> keys = new LinkedHashMap<>();
    tables.forEach(
        (name, part) -> keys.put(name, treeKeys(state, name, part, projections.get(name))));

    TableCapacities capacities = new TableCapacities(request.returnConsumedCapacity());
    Map<String, List<Item>> responses = new LinkedHashMap<>();
    Map<String, KeysAndAttributes> unprocessed = new LinkedHashMap<>();
    ItemWriter writer = ItemWriter.ofThread();
    long bytes = 0;
    for (Map.Entry<String, KeysAndAttributes> entry : tables.entrySet()) {
      KeysAndAttributes part = entry.getValue();
      TableState table = context.requireTable(state, entry.getKey());
      ConsumedCapacities count = capacities.of(table.definition(), entry.getKey());
      BoundProjection projection = projections.get(entry.getKey());
      List<Item> sent = part.keys();
      List<Item> found = new ArrayList<>(sent.size());
      int done = 0;
      for (byte[] key : Objects.requireNonNull(keys.get(entry.getKey()))) {
        Item item = table.items().find(key);
        int size = item == null ? 0 : item.size();
        if (bytes + size > context.limits().batch().maxGetBytes()) {
          break;
        }
        bytes += size;
        done++;
        if (count != null) {
          count.addTable(
              ConsumedCapacities.readUnits(size, Boolean.TRUE.equals(part.consistentRead())));
        }
        if (item != null) {
          found.add(projection == null ? item : projection.project(item, writer));
        }
      }
      responses.put(entry.getKey(), found);
      if (done < sent.size()) {
        unprocessed.put(
            entry.getKey(), part.toBuilder().keys(sent.subList(done, sent.size())).build());
        chargeUnprocessed(sent.size() - done, part, count);
      }
    }
    return new BatchGetItemOutput(responses, unprocessed, capacities.plain());
  }

  /** Adds the units of unprocessed keys. Each costs as much as a key without an item (dynalite). */
  private static void chargeUnprocessed(
      int keys, KeysAndAttributes part, @Nullable ConsumedCapacities count) {
    if (count != null) {
      double each = ConsumedCapacities.readUnits(0, Boolean.TRUE.equals(part.consistentRead()));
      count.addTable(keys * each);
    }
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
          new RequestFault.ExpressionsBesideLegacyParameters(
              List.of("AttributesToGet"), List.of("ProjectionExpression")));
    }
  }

  /** Checks that no key occurs twice. AWS does so before it looks up any table (dynalite). */
  private static void requireDistinct(List<Item> keys) {
    Set<Item> distinct = new HashSet<>();
    for (Item key : keys) {
      if (!distinct.add(key)) {
        throw new FaultException(RequestFault.Plain.BATCH_DUPLICATES);
      }
    }
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
