package dev.monotable.engine.operation.read;

import dev.monotable.engine.expression.BoundProjection;
import dev.monotable.engine.expression.ExpressionKind;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.ConsumedCapacities;
import dev.monotable.engine.operation.KeyRules;
import dev.monotable.engine.operation.Observation;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.RequestExpressions;
import dev.monotable.engine.operation.legacy.LegacyConditions;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.GetItemOutput;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import org.jspecify.annotations.Nullable;

/**
 * The GetItem operation.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_GetItem.html">GetItem</a>
 */
public final class GetItemHandler implements OperationHandler<GetItemInput, GetItemOutput> {
  private final OperationContext context;

  public GetItemHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public GetItemOutput handle(GetItemInput request, Call call) {
    Item key = request.key();
    RequestExpressions expressions =
        new RequestExpressions(context, call.wording(), request.expressionAttributeNames(), null)
            .legacy("AttributesToGet", request.attributesToGet())
            .expression(ExpressionKind.PROJECTION, request.projectionExpression())
            .open();
    OperationContext.requireValid(key);
    LegacyConditions.requireDistinct(request.attributesToGet());
    BoundProjection projection =
        Projections.of(expressions, request.projectionExpression(), request.attributesToGet());
    expressions.close();

    TableState table = context.requireTable(request.tableName());
    byte[] treeKey = KeyRules.requireKey(table.layout(), key);
    if (projection != null) {
      KeyRules.requireScalarKeys(table.layout(), projection.nestedNames());
    }
    boolean consistent = Boolean.TRUE.equals(request.consistentRead());
    table = call.admitRead(table, table.layout().table(), key, consistent);
    Item item = table.items().find(treeKey);
    double units = ConsumedCapacities.readUnits(item == null ? 0 : item.size(), consistent);
    Call.throwIfRejected(call.chargeRead(table, treeKey, key, units));
    Observation observation = call.observation();
    if (observation != null) {
      observation.add(
          new GetItemPart(table.definition().name(), table.layout().table().keys(), request, item));
    }

    ConsumedCapacities count =
        ConsumedCapacities.counting(
            table.definition(), request.tableName(), request.returnConsumedCapacity());
    if (count != null) {
      count.addTable(units);
    }
    return new GetItemOutput(projected(item, projection), ConsumedCapacities.plain(count));
  }

  private static @Nullable Item projected(
      @Nullable Item item, @Nullable BoundProjection projection) {
    return item == null || projection == null
        ? item
        : projection.project(item, ItemWriter.ofThread());
  }
}
