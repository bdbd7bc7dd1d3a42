package dev.monotable.engine.operation.read;

import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.Observation;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.QueryInput;
import dev.monotable.model.QueryOutput;
import dev.monotable.value.Item;
import java.util.List;

/**
 * The Query operation.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html">Query</a>
 */
public final class QueryHandler implements OperationHandler<QueryInput, QueryOutput> {
  private final OperationContext context;

  public QueryHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public QueryOutput handle(QueryInput request, Call call) {
    QueryParser query = QueryParser.parse(context, call.wording(), request);
    Item subject = call.isAdmitted() ? query.subject() : null;
    ReadAnswer answer =
        ReadAnswer.of(
            query.plan(), query.bounds(), call, subject == null ? List.of() : List.of(subject));
    Item lastKey = query.readsOneItem() ? null : answer.lastEvaluatedKey();
    Observation observation = call.observation();
    if (observation != null) {
      observation.add(new PageReadPart(answer, lastKey, query.source()));
    }
    return new QueryOutput(
        answer.items(),
        answer.page().count(),
        answer.page().scannedCount(),
        lastKey,
        answer.capacity(request.tableName(), request.returnConsumedCapacity()));
  }
}
