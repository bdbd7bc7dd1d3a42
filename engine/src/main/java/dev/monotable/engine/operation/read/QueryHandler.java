package dev.monotable.engine.operation.read;

import dev.monotable.engine.error.Wording;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.QueryInput;
import dev.monotable.model.QueryOutput;

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
  public QueryOutput handle(QueryInput request, Wording wording) {
    QueryParser query = QueryParser.parse(context, wording, request);
    ReadAnswer answer = ReadAnswer.of(query.plan(), query.bounds());
    return new QueryOutput(
        answer.items(),
        answer.page().count(),
        answer.page().scannedCount(),
        answer.lastEvaluatedKey(),
        answer.capacity(request.tableName(), request.returnConsumedCapacity()));
  }
}
