package dev.monotable.engine;

import dev.monotable.engine.commit.LifeCycle;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.RequestFault;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.Injection;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.item.BatchWriteItemHandler;
import dev.monotable.engine.operation.item.DeleteItemHandler;
import dev.monotable.engine.operation.item.PutItemHandler;
import dev.monotable.engine.operation.item.UpdateItemHandler;
import dev.monotable.engine.operation.read.BatchGetItemHandler;
import dev.monotable.engine.operation.read.GetItemHandler;
import dev.monotable.engine.operation.read.QueryHandler;
import dev.monotable.engine.operation.read.ScanHandler;
import dev.monotable.engine.operation.region.DescribeEndpointsHandler;
import dev.monotable.engine.operation.statement.BatchExecuteStatementHandler;
import dev.monotable.engine.operation.statement.ExecuteStatementHandler;
import dev.monotable.engine.operation.statement.ExecuteTransactionHandler;
import dev.monotable.engine.operation.statement.StatementPreparer;
import dev.monotable.engine.operation.stream.DescribeStreamHandler;
import dev.monotable.engine.operation.stream.GetRecordsHandler;
import dev.monotable.engine.operation.stream.GetShardIteratorHandler;
import dev.monotable.engine.operation.stream.ListStreamsHandler;
import dev.monotable.engine.operation.table.CreateTableHandler;
import dev.monotable.engine.operation.table.DeleteTableHandler;
import dev.monotable.engine.operation.table.DescribeLimitsHandler;
import dev.monotable.engine.operation.table.DescribeTableHandler;
import dev.monotable.engine.operation.table.DescribeTimeToLiveHandler;
import dev.monotable.engine.operation.table.ListTablesHandler;
import dev.monotable.engine.operation.table.UpdateTableHandler;
import dev.monotable.engine.operation.table.UpdateTimeToLiveHandler;
import dev.monotable.engine.operation.tag.ListTagsOfResourceHandler;
import dev.monotable.engine.operation.tag.TagResourceHandler;
import dev.monotable.engine.operation.tag.UntagResourceHandler;
import dev.monotable.engine.operation.transaction.TransactGetItemsHandler;
import dev.monotable.engine.operation.transaction.TransactWriteItemsHandler;
import dev.monotable.engine.validation.ModelValidator;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Maps each operation to its handler. A handler is created when its operation is first called, so
 * that a starting server loads only the classes it uses.
 */
final class OperationCatalogue {
  private final OperationContext context;
  private final Wording wording;
  private final ModelValidator validator;
  private final StatementPreparer statements;
  private final SharedParts parts;
  private final RequestHooks hooks;

  private final AtomicReferenceArray<@Nullable OperationHandler<?, ?>> handlers =
      new AtomicReferenceArray<>(Operations.all().size());

  /**
   * Creates a catalogue without any handler yet.
   *
   * @param parts the checks of requests and the wording of the answers, except where the older
   *     layer of the service answers
   * @param hooks who observes requests, and the fault rules
   */
  OperationCatalogue(OperationContext context, SharedParts parts, RequestHooks hooks) {
    this.context = context;
    this.parts = parts;
    this.hooks = hooks;
    this.wording = parts.wording();
    this.statements = new StatementPreparer(context, parts.statements());
    this.validator = parts.validator();
  }

  /**
   * Validates a request against the constraints of the model, then performs the operation.
   *
   * @throws dev.monotable.engine.error.DynamoException if the answer is an error
   */
  <I extends Record, O extends Record> O call(OperationSchema<I, O> operation, I request) {
    RequestHooks.Active active = hooks.active();
    Call plain = parts.call(operation);
    return active == null
        ? call(operation, request, plain)
        : HookedCall.run(this, operation, request, active, plain);
  }

  /** Performs a request as part of a call. */
  <I extends Record, O extends Record> O call(
      OperationSchema<I, O> operation, I request, Call call) {
    try {
      return call(operation, request, validator, call);
    } catch (FaultException e) {
      if (!isLeftToOlder(operation, request, e)) {
        throw call.wording().answer(operation.name(), e);
      }
    }
    return callOlder(operation, request, call.in(wording.older()));
  }

  /**
   * Returns whether the older layer of the service answers a request that the newer one rejects.
   */
  private <I extends Record, O extends Record> boolean isLeftToOlder(
      OperationSchema<I, O> operation, I request, FaultException failure) {
    return failure.code() == ErrorCode.VALIDATION
        && (validator.isBeyondNesting(operation, request)
            || wording.leavesToOlder(operation.name(), failure.fault()));
  }

  /** Performs a request as the older layer of the service does. */
  private <I extends Record, O extends Record> O callOlder(
      OperationSchema<I, O> operation, I request, Call older) {
    try {
      return call(operation, request, parts.olderValidator(), older);
    } catch (FaultException e) {
      throw older.wording().answer(operation.name(), e);
    }
  }

  private <I extends Record, O extends Record> O call(
      OperationSchema<I, O> operation, I request, ModelValidator checks, Call call) {
    OperationHandler<I, O> handler = handler(operation);
    checks.validate(operation, request);
    LifeCycle.settle(context.committer(), context.clock());
    Injection injection = call.injection();
    if (injection == null) {
      return handler.handle(request, call);
    }
    if (!Injection.admitsItself(operation.name())) {
      injection.admitOther(RequestTables.first(request));
    }
    O response = handler.handle(request, call);
    injection.complete();
    return response;
  }

  OperationContext context() {
    return context;
  }

  /**
   * Returns whether a request can make the tables, items or indexes of the database larger; false
   * for an invalid request.
   */
  <I extends Record, O extends Record> boolean addsData(
      OperationSchema<I, O> operation, I request) {
    try {
      OperationHandler<I, O> handler = handler(operation);
      validator.validate(operation, request);
      return handler.addsData(request, parts.call(operation));
    } catch (FaultException e) {
      // The older layer of the service may accept what nests too deep for the newer one.
      return e.code() == ErrorCode.VALIDATION && validator.isBeyondNesting(operation, request);
    }
  }

  @SuppressWarnings("unchecked") // make() pairs each operation with a handler of its types
  private <I extends Record, O extends Record> OperationHandler<I, O> handler(
      OperationSchema<I, O> operation) {
    OperationHandler<?, ?> known = handlers.get(operation.ordinal());
    if (known == null) {
      known = make(operation.name());
      if (known == null) {
        throw new FaultException(new RequestFault.NotYetSupported(operation.name()));
      }
      handlers.set(operation.ordinal(), known);
    }
    return (OperationHandler<I, O>) known;
  }

  private @Nullable OperationHandler<?, ?> make(String operation) {
    return switch (operation) {
      case "BatchExecuteStatement" -> new BatchExecuteStatementHandler(context, statements);
      case "BatchGetItem" -> new BatchGetItemHandler(context);
      case "BatchWriteItem" -> new BatchWriteItemHandler(context);
      case "CreateTable" -> new CreateTableHandler(context);
      case "DeleteItem" -> new DeleteItemHandler(context);
      case "DeleteTable" -> new DeleteTableHandler(context);
      case "DescribeEndpoints" -> new DescribeEndpointsHandler(context);
      case "DescribeLimits" -> new DescribeLimitsHandler(context);
      case "DescribeStream" -> new DescribeStreamHandler(context);
      case "DescribeTable" -> new DescribeTableHandler(context);
      case "DescribeTimeToLive" -> new DescribeTimeToLiveHandler(context);
      case "ExecuteStatement" -> new ExecuteStatementHandler(context, statements);
      case "ExecuteTransaction" -> new ExecuteTransactionHandler(context, statements);
      case "GetItem" -> new GetItemHandler(context);
      case "GetRecords" -> new GetRecordsHandler(context);
      case "GetShardIterator" -> new GetShardIteratorHandler(context);
      case "ListStreams" -> new ListStreamsHandler(context);
      case "ListTables" -> new ListTablesHandler(context);
      case "ListTagsOfResource" -> new ListTagsOfResourceHandler(context);
      case "PutItem" -> new PutItemHandler(context);
      case "Query" -> new QueryHandler(context);
      case "Scan" -> new ScanHandler(context);
      case "TagResource" -> new TagResourceHandler(context);
      case "TransactGetItems" -> new TransactGetItemsHandler(context);
      case "TransactWriteItems" -> new TransactWriteItemsHandler(context);
      case "UntagResource" -> new UntagResourceHandler(context);
      case "UpdateItem" -> new UpdateItemHandler(context);
      case "UpdateTable" -> new UpdateTableHandler(context);
      case "UpdateTimeToLive" -> new UpdateTimeToLiveHandler(context);
      default -> null;
    };
  }
}
