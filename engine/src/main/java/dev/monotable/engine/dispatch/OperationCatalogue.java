package dev.monotable.engine.dispatch;

import dev.monotable.engine.commit.LifeCycle;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.Neighbours;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.backup.BackupHandlers;
import dev.monotable.engine.operation.global.GlobalTableHandlers;
import dev.monotable.engine.operation.insights.InsightsHandlers;
import dev.monotable.engine.operation.item.ItemHandlers;
import dev.monotable.engine.operation.kinesis.KinesisHandlers;
import dev.monotable.engine.operation.policy.PolicyHandlers;
import dev.monotable.engine.operation.read.ReadHandlers;
import dev.monotable.engine.operation.region.RegionHandlers;
import dev.monotable.engine.operation.search.SearchHandlers;
import dev.monotable.engine.operation.statement.StatementHandlers;
import dev.monotable.engine.operation.statement.StatementPreparer;
import dev.monotable.engine.operation.stream.StreamHandlers;
import dev.monotable.engine.operation.table.TableHandlers;
import dev.monotable.engine.operation.table.TableTypes;
import dev.monotable.engine.operation.tag.TagHandlers;
import dev.monotable.engine.operation.transaction.TransactionHandlers;
import dev.monotable.engine.operation.transfer.BulkHandlers;
import dev.monotable.engine.operation.transfer.TransferHandlers;
import dev.monotable.engine.operation.transfer.TransferJobs;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.engine.validation.ModelValidator;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.OperationTraits;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Maps each operation to its handler. A handler is created when its operation is first called, so
 * that a starting server loads only the classes it uses.
 */
public final class OperationCatalogue {
  private final OperationContext context;
  private final Wording wording;
  private final ModelValidator validator;
  private final StatementPreparer statements;
  private final SharedParts parts;
  private final RequestHooks hooks;
  private final TableTypes types;
  private final TransferJobs transfers;
  private final Neighbours.Directory neighbours;
  private final Predicate<String> activeStreams;

  private final AtomicReferenceArray<@Nullable OperationHandler<?, ?>> handlers =
      new AtomicReferenceArray<>(Operations.all().size());

  /**
   * Creates a catalogue without any handler yet.
   *
   * @param parts the checks of requests and the wording of the answers, except where the older
   *     layer of the service answers
   * @param hooks who observes requests, and the fault rules
   * @param types of what tables may have
   * @param transfers the exports, imports and bulk operations
   * @param neighbours the databases of other Regions
   * @param activeStreams whether the Kinesis data stream with an ARN exists and is ACTIVE
   */
  public OperationCatalogue(
      OperationContext context,
      SharedParts parts,
      RequestHooks hooks,
      TableTypes types,
      TransferJobs transfers,
      Neighbours.Directory neighbours,
      Predicate<String> activeStreams) {
    this.neighbours = neighbours;
    this.types = types;
    this.activeStreams = activeStreams;
    this.transfers = transfers;
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
   * @param envelope null for a request of Monotable itself
   * @param ticket receives what the response waits for; null if it waits for nothing
   * @throws dev.monotable.engine.error.DynamoException if the answer is an error
   */
  public <I extends Record, O extends Record> O call(
      OperationSchema<I, O> operation,
      I request,
      @Nullable RequestEnvelope envelope,
      @Nullable CommitTicket ticket) {
    RequestHooks.Active active = hooks.active();
    Call plain = parts.call(operation);
    if (active != null) {
      return HookedCall.run(this, operation, request, active, envelope, ticket);
    }
    return call(
        operation, request, ticket == null ? plain : Call.of(plain.wording(), null, ticket));
  }

  /** Returns the call of requests that are not admitted or observed, and that do not wait. */
  Call plain(OperationSchema<?, ?> operation) {
    return parts.call(operation);
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
    LifeCycle.settle(context.committer(), context.clock(), call.ticket());
    call.enter(handler, request);
    O response = handler.handle(request, call);
    call.complete();
    return response;
  }

  OperationContext context() {
    return context;
  }

  @SuppressWarnings("unchecked") // a handler has the types of its operation, which a test checks
  private <I extends Record, O extends Record> OperationHandler<I, O> handler(
      OperationSchema<I, O> operation) {
    return (OperationHandler<I, O>) require(operation);
  }

  /** Returns the handler of an operation. */
  public OperationHandler<?, ?> require(OperationSchema<?, ?> operation) {
    OperationHandler<?, ?> known = handlers.get(operation.ordinal());
    if (known == null) {
      known = Objects.requireNonNull(make(operation), operation.name());
      handlers.set(operation.ordinal(), known);
    }
    return known;
  }

  private @Nullable OperationHandler<?, ?> reads(OperationSchema<?, ?> operation) {
    OperationHandler<?, ?> handler = ReadHandlers.find(operation, context);
    return handler == null ? SearchHandlers.find(operation, context) : handler;
  }

  private @Nullable OperationHandler<?, ?> tables(OperationSchema<?, ?> operation) {
    OperationHandler<?, ?> handler = TableHandlers.find(operation, context, types, neighbours);
    return handler == null ? GlobalTableHandlers.find(operation, context, neighbours) : handler;
  }

  /** Asks the package of the operations with the same subject. */
  private @Nullable OperationHandler<?, ?> make(OperationSchema<?, ?> operation) {
    OperationTraits traits = operation.traits();
    return switch (traits.subject()) {
      case ITEM, PAGE ->
          traits.isTransaction()
              ? TransactionHandlers.find(operation, context)
              : traits.commits() ? ItemHandlers.find(operation, context) : reads(operation);
      case STATEMENT -> StatementHandlers.find(operation, context, statements);
      case RECORD, STREAM -> StreamHandlers.find(operation, context);
      case TABLE -> tables(operation);
      case TAG -> TagHandlers.find(operation, context);
      case POLICY -> PolicyHandlers.find(operation, context);
      case REGION -> RegionHandlers.find(operation, context);
      case BACKUP -> BackupHandlers.find(operation, context, types.indexes());
      case INSIGHTS -> InsightsHandlers.find(operation, context, hooks::countContributors);
      case EXPORT, IMPORT -> TransferHandlers.find(operation, transfers);
      case BULK_OPERATION -> BulkHandlers.find(operation, transfers);
      case KINESIS_STREAM -> KinesisHandlers.find(operation, context, activeStreams);
      case GLOBAL_TABLE -> GlobalTableHandlers.find(operation, context, neighbours);
    };
  }
}
