package dev.monotable.engine.operation.transaction;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TransactionFault;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.expression.BoundProjection;
import dev.monotable.engine.expression.ExpressionKind;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.ConsumedCapacities;
import dev.monotable.engine.operation.ItemAddress;
import dev.monotable.engine.operation.KeyRules;
import dev.monotable.engine.operation.Observation;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.RequestExpressions;
import dev.monotable.engine.operation.TableCapacities;
import dev.monotable.engine.operation.read.ItemReadPart;
import dev.monotable.engine.operation.read.Projections;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.Get;
import dev.monotable.model.ItemResponse;
import dev.monotable.model.TransactGetItem;
import dev.monotable.model.TransactGetItemsInput;
import dev.monotable.model.TransactGetItemsOutput;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The TransactGetItems operation. All items are read from the same state.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactGetItems.html">TransactGetItems</a>
 */
public final class TransactGetItemsHandler
    implements OperationHandler<TransactGetItemsInput, TransactGetItemsOutput> {
  private final OperationContext context;

  public TransactGetItemsHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public TransactGetItemsOutput handle(TransactGetItemsInput request, Call call) {
    List<Get> gets = new ArrayList<>(request.transactItems().size());
    for (TransactGetItem item : request.transactItems()) {
      gets.add(item.get());
    }
    List<@Nullable BoundProjection> projections = projections(gets, call.wording());
    if (call.isAdmitted()) {
      admit(gets, call);
    }
    return read(request, gets, projections, call);
  }

  private List<@Nullable BoundProjection> projections(List<Get> gets, Wording wording) {
    List<@Nullable BoundProjection> projections = new ArrayList<>(gets.size());
    for (Get get : gets) {
      RequestExpressions expressions =
          new RequestExpressions(context, wording, get.expressionAttributeNames(), null)
              .expression(ExpressionKind.PROJECTION, get.projectionExpression())
              .openInTransaction();
      OperationContext.requireValid(get.key());
      projections.add(expressions.projection(get.projectionExpression()));
      expressions.close();
    }
    return projections;
  }

  /** Returns the projected item. A projection that matches nothing gives no item, as on AWS. */
  private static ItemResponse response(@Nullable Item item, @Nullable BoundProjection projection) {
    if (item == null || projection == null) {
      return new ItemResponse(item);
    }
    Item projected = projection.project(item, ItemWriter.ofThread());
    return new ItemResponse(projected.isEmpty() ? null : projected);
  }

  /** Admits the request, unless it is invalid. */
  private void admit(List<Get> gets, Call call) {
    DatabaseState state = context.committer().state();
    for (Get get : gets) {
      TableLayout layout = context.requireTable(state, get.tableName()).layout();
      try {
        KeyRules.requireKey(layout, get.key());
      } catch (FaultException e) {
        return; // the request fails for this reason
      }
      call.willRead(layout, layout.table(), get.key(), true);
    }
    call.admit();
  }

  private TransactGetItemsOutput read(
      TransactGetItemsInput request,
      List<Get> gets,
      List<@Nullable BoundProjection> projections,
      Call call) {
    Observation observation = call.observation();
    DatabaseState state = context.committer().state();
    TransactionFailures failures = new TransactionFailures(gets.size());
    TableCapacities capacities = new TableCapacities(request.returnConsumedCapacity());
    Set<ItemAddress> targets = new HashSet<>();
    List<ItemResponse> responses = new ArrayList<>(gets.size());
    long bytes = 0;
    for (int i = 0; i < gets.size(); i++) {
      Get get = gets.get(i);
      TableState table = context.requireTable(state, get.tableName());
      Item key = get.key();
      byte[] treeKey;
      try {
        treeKey = KeyRules.requireKey(table.layout(), key);
      } catch (FaultException e) {
        failures.addIfFirst(i, e);
        continue;
      }
      if (!targets.add(new ItemAddress(table.definition().name(), treeKey))) {
        throw new FaultException(TransactionFault.Plain.DUPLICATE_ITEMS);
      }
      if (state.isHeld(table.definition(), treeKey, context.clock())) {
        failures.add(i, OperationContext.transactionConflict());
        continue;
      }
      Item item = table.items().find(treeKey);
      bytes += item == null ? 0 : item.size();
      double units = ConsumedCapacities.transactionalReadUnits(item);
      FaultException rejected = call.chargeRead(table, treeKey, key, units);
      if (rejected != null) {
        failures.add(i, rejected);
        continue;
      }
      ConsumedCapacities count = capacities.of(table.definition(), get.tableName());
      if (count != null) {
        count.addTable(units);
      }
      if (observation != null) {
        observation.add(part(table, get, item, units));
      }
      responses.add(response(item, projections.get(i)));
    }
    failures.throwIfAny();
    if (bytes > context.limits().transaction().maxBytes()) {
      throw new FaultException(TransactionFault.Plain.TOO_LARGE);
    }
    return new TransactGetItemsOutput(capacities.transaction(false), responses);
  }

  private static ItemReadPart part(TableState table, Get get, @Nullable Item item, double units) {
    return new ItemReadPart(
        table.definition().name(),
        table.layout().table().keys().inOrder(get.key()),
        item,
        true,
        units,
        () -> Projections.text(get.projectionExpression(), get.expressionAttributeNames(), null));
  }
}
