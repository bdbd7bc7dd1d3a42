package dev.monotable.engine.operation.statement;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.StatementFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.ConsumedCapacities;
import dev.monotable.engine.operation.Observation;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.item.ItemAction;
import dev.monotable.engine.operation.item.ItemWrite;
import dev.monotable.engine.operation.item.ItemWriteAnswers;
import dev.monotable.engine.operation.read.PageReadPart;
import dev.monotable.engine.operation.read.ReadAnswer;
import dev.monotable.engine.operation.read.ReadTarget;
import dev.monotable.engine.operation.read.StartKeys;
import dev.monotable.engine.query.Page;
import dev.monotable.engine.query.PageBounds;
import dev.monotable.engine.query.ReadPlan;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.ExecuteStatementInput;
import dev.monotable.model.ExecuteStatementOutput;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ExecuteStatement operation.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ExecuteStatement.html">ExecuteStatement</a>
 */
public final class ExecuteStatementHandler
    implements OperationHandler<ExecuteStatementInput, ExecuteStatementOutput> {
  private final OperationContext context;
  private final StatementPreparer statements;

  public ExecuteStatementHandler(OperationContext context, StatementPreparer statements) {
    this.context = context;
    this.statements = statements;
  }

  @Override
  public ExecuteStatementOutput handle(ExecuteStatementInput request, Call call) {
    String text = request.statement();
    List<AttributeValue> parameters = request.parameters();
    StatementPreparer.requireValid(parameters);
    PreparedStatement statement = statements.prepare(text, parameters);
    return switch (statement.kind()) {
      case SELECT -> read(request, text, statement, call);
      case INSERT, UPDATE, DELETE -> write(request, statement, call);
      case EXISTS -> throw new FaultException(StatementFault.Plain.EXISTS_OUTSIDE);
    };
  }

  private ExecuteStatementOutput read(
      ExecuteStatementInput request, String text, PreparedStatement statement, Call call) {
    String nextToken = request.nextToken();
    StatementToken token =
        nextToken == null ? null : StatementToken.of(nextToken, text, request.parameters());
    TableState table = requireTable(statement);
    ReadPlan plan =
        SelectPlanner.plan(
            statement, table, Boolean.TRUE.equals(request.consistentRead()), context.limits());
    PageBounds bounds = bounds(plan, token, request.limit());
    SelectSource source =
        call.isAdmitted() || call.observation() != null
            ? SelectSource.of(statement, plan, context.limits(), request, token)
            : null;
    ReadAnswer answer =
        ReadAnswer.of(plan, bounds, call, source == null ? List.of() : source.subjects());
    ConsumedCapacities count =
        ConsumedCapacities.counting(
            table.definition(), table.definition().name(), request.returnConsumedCapacity());
    answer.charge(count);
    Item lastKey = answer.lastEvaluatedKey();
    Observation observation = call.observation();
    if (observation != null && source != null) {
      observation.add(new PageReadPart(answer, lastKey, source));
    }
    Page.Next next = answer.page().next();
    return new ExecuteStatementOutput(
        answer.items(),
        next == null
            ? null
            : new StatementToken(next.range(), next.afterLast() ? lastKey : null)
                .text(text, request.parameters()),
        ConsumedCapacities.plain(count),
        lastKey);
  }

  private PageBounds bounds(
      ReadPlan plan, @Nullable StatementToken token, @Nullable Integer limit) {
    int range = token == null ? 0 : token.range();
    if (range < 0 || range >= plan.ranges().size()) {
      throw StatementToken.invalid();
    }
    int items = limit == null ? Integer.MAX_VALUE : limit;
    if (plan.ranges().size() > 1) {
      items = Math.min(items, context.limits().statement().maxReadItems());
    }
    Item startKey = token == null ? null : token.after();
    return new PageBounds(
        range,
        startKey == null ? null : after(plan, startKey),
        items,
        context.limits().read().maxPageBytes());
  }

  private static byte[] after(ReadPlan plan, Item startKey) {
    ReadTarget target = new ReadTarget(plan.table(), plan.path());
    try {
      StartKeys.requireIndexKey(target, startKey);
      StartKeys.requireTableKey(target, startKey);
      return target.treeKey(startKey);
    } catch (FaultException e) {
      throw StatementToken.invalid();
    }
  }

  /** Returns the table. An invalid column is reported before a missing table. */
  private TableState requireTable(PreparedStatement statement) {
    try {
      return context.requireTable(statement.table());
    } catch (FaultException e) {
      throw columnFaultOr(statement, e);
    }
  }

  private static FaultException columnFaultOr(PreparedStatement statement, FaultException other) {
    FaultException fault = statement.read().columnFault();
    return fault == null ? other : fault;
  }

  private ExecuteStatementOutput write(
      ExecuteStatementInput request, PreparedStatement statement, Call call) {
    TableState table = context.requireTable(statement.table());
    ItemWrite write =
        StatementWrites.single(
            statement,
            table,
            ItemAction.returnsOld(request.returnValuesOnConditionCheckFailure()),
            context.limits());
    WriteOutcome outcome =
        write.commit(
            context,
            call,
            null,
            call.observation() == null ? null : SelectSource.text(request.statement()));
    @Nullable Item returned = StatementWrites.returned(statement, outcome);
    return new ExecuteStatementOutput(
        returned == null ? List.of() : List.of(returned),
        null,
        ItemWriteAnswers.capacity(
            outcome, outcome.layout().definition().name(), request.returnConsumedCapacity()),
        null);
  }
}
