package dev.monotable.engine.operation.statement;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.error.ConditionFailed;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.RequestFault;
import dev.monotable.engine.error.StatementFault;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.ConsumedCapacities;
import dev.monotable.engine.operation.ItemAddress;
import dev.monotable.engine.operation.KeyRules;
import dev.monotable.engine.operation.Observation;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.TableCapacities;
import dev.monotable.engine.operation.item.ItemAction;
import dev.monotable.engine.operation.item.ItemWrite;
import dev.monotable.engine.operation.read.ItemReadPart;
import dev.monotable.engine.partiql.KeyPlan;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.BatchExecuteStatementInput;
import dev.monotable.model.BatchExecuteStatementOutput;
import dev.monotable.model.BatchStatementError;
import dev.monotable.model.BatchStatementRequest;
import dev.monotable.model.BatchStatementResponse;
import dev.monotable.model.ConsumedCapacity;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The BatchExecuteStatement operation. Each statement succeeds or fails on its own.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.multiplestatements.batching.html">Running
 *     batch operations with PartiQL for DynamoDB</a>
 */
public final class BatchExecuteStatementHandler
    implements OperationHandler<BatchExecuteStatementInput, BatchExecuteStatementOutput> {
  private final OperationContext context;
  private final StatementPreparer statements;

  public BatchExecuteStatementHandler(OperationContext context, StatementPreparer statements) {
    this.context = context;
    this.statements = statements;
  }

  /**
   * A statement of the batch.
   *
   * @param statement null if the statement is invalid
   * @param fault why the statement is invalid; null if it is valid
   */
  private record Entry(
      BatchStatementRequest request,
      @Nullable PreparedStatement statement,
      @Nullable FaultException fault) {}

  /** The work for a statement: a read, a write, or the report of an error. */
  private sealed interface Step {
    /** Returns the item that the statement reads or writes; null if it is not known. */
    @Nullable ItemAddress target();

    /** Adds the statement to what is to be admitted. */
    void willAct(Call call);
  }

  /**
   * @param treeKey the key as the table's tree encodes it
   */
  private record Read(
      BatchStatementRequest request,
      PreparedStatement statement,
      TableState table,
      Item key,
      byte[] treeKey)
      implements Step {
    @Override
    public ItemAddress target() {
      return new ItemAddress(table.definition().name(), treeKey);
    }

    @Override
    public void willAct(Call call) {
      TableLayout layout = table.layout();
      call.willRead(layout, layout.table(), key, consistent());
    }

    boolean consistent() {
      return Boolean.TRUE.equals(request.consistentRead());
    }
  }

  private record Write(
      BatchStatementRequest request, PreparedStatement statement, TableState table, ItemWrite write)
      implements Step {
    @Override
    public ItemAddress target() {
      return new ItemAddress(write.tableName(), write.key());
    }

    @Override
    public void willAct(Call call) {
      write.willWrite(call);
    }
  }

  private record Failed(FaultException fault) implements Step {
    @Override
    public @Nullable ItemAddress target() {
      return null;
    }

    @Override
    public void willAct(Call call) {
      call.skipPart();
    }
  }

  @Override
  public BatchExecuteStatementOutput handle(BatchExecuteStatementInput request, Call call) {
    List<Entry> entries = new ArrayList<>();
    boolean reads = false;
    boolean writes = false;
    for (BatchStatementRequest one : request.statements()) {
      Entry entry = prepare(one);
      entries.add(entry);
      PreparedStatement statement = entry.statement();
      if (statement != null) {
        reads |= statement.isRead();
        writes |= !statement.isRead();
      }
    }
    if (reads && writes) {
      throw new FaultException(StatementFault.Plain.MIXED_BATCH);
    }
    List<Step> steps = new ArrayList<>(entries.size());
    Set<ItemAddress> targets = new HashSet<>();
    for (int i = 0; i < entries.size(); i++) {
      Step step = step(entries.get(i), call.rejection(i));
      ItemAddress target = step.target();
      if (target != null && !targets.add(target)) {
        throw new FaultException(RequestFault.Plain.BATCH_DUPLICATES);
      }
      steps.add(step);
      step.willAct(call);
    }
    call.admit();
    TableCapacities capacities = new TableCapacities(request.returnConsumedCapacity());
    List<BatchStatementResponse> responses = new ArrayList<>(steps.size());
    int part = 0;
    for (Step step : steps) {
      // An admission is not asked about an invalid statement.
      FaultException rejected = step instanceof Failed ? null : call.failure(part++);
      responses.add(run(rejected == null ? step : new Failed(rejected), capacities, call));
    }
    List<ConsumedCapacity> capacity = capacities.plain();
    // Recorded from AWS: ConsumedCapacity is absent if no statement consumed any.
    return new BatchExecuteStatementOutput(
        responses, capacity == null || capacity.isEmpty() ? null : capacity);
  }

  private Entry prepare(BatchStatementRequest request) {
    try {
      StatementPreparer.requireValid(request.parameters());
      PreparedStatement statement = statements.prepare(request.statement(), request.parameters());
      return statement.kind() == PreparedStatement.Kind.EXISTS
          ? new Entry(request, null, new FaultException(StatementFault.Plain.EXISTS_OUTSIDE))
          : new Entry(request, statement, null);
    } catch (FaultException e) {
      return new Entry(request, null, e);
    }
  }

  private Step step(Entry entry, @Nullable FaultException rejection) {
    PreparedStatement statement = entry.statement();
    if (statement == null) {
      return new Failed(Objects.requireNonNull(entry.fault()));
    }
    if (rejection != null) {
      return new Failed(rejection);
    }
    try {
      TableState table = context.requireTable(statement.table());
      if (statement.isRead()) {
        Item key = readKey(statement, table);
        byte[] treeKey = table.layout().primaryKey(KeyBuilder.ofThread(), key);
        return new Read(entry.request(), statement, table, key, treeKey);
      }
      boolean returnsOld =
          ItemAction.returnsOld(entry.request().returnValuesOnConditionCheckFailure());
      return new Write(
          entry.request(),
          statement,
          table,
          StatementWrites.single(statement, table, returnsOld, context.limits()));
    } catch (FaultException e) {
      return new Failed(e);
    }
  }

  private BatchStatementResponse run(Step step, TableCapacities capacities, Call call) {
    if (step instanceof Read read) {
      return read(read, capacities, call);
    }
    if (step instanceof Write write) {
      return write(write, capacities, call);
    }
    return failure(((Failed) step).fault(), null, call.wording());
  }

  private static BatchStatementResponse read(Read read, TableCapacities capacities, Call call) {
    TableState table =
        call.stateFor(read.table(), read.table().layout().table(), read.consistent());
    Item item = table.items().find(read.treeKey());
    double units = ConsumedCapacities.readUnits(item == null ? 0 : item.size(), read.consistent());
    FaultException rejected = call.chargeRead(table, read.treeKey(), read.key(), units);
    if (rejected != null) {
      return failure(rejected, table.definition().name(), call.wording());
    }
    ConsumedCapacities count = capacities.of(table.definition());
    if (count != null) {
      count.addTable(units);
    }
    Observation observation = call.observation();
    if (observation != null) {
      observation.add(
          new ItemReadPart(
              table.definition().name(),
              read.table().layout().table().keys().inOrder(read.key()),
              item,
              read.consistent(),
              units,
              () -> SelectSource.projection(read.statement())));
    }
    return new BatchStatementResponse(
        null, read.table().definition().name(), KeyedSelect.projected(read.statement(), item));
  }

  private BatchStatementResponse write(Write step, TableCapacities capacities, Call call) {
    TableDefinition table = step.table().definition();
    Observation observation = call.observation();
    WriteOutcome outcome;
    try {
      outcome =
          step.write()
              .commitAdmitted(
                  context,
                  call,
                  null,
                  observation == null ? null : SelectSource.text(step.request().statement()));
    } catch (FaultException e) {
      capacities.addFailure(table, unitsOfFailure(step.write()));
      return failure(e, table.name(), call.wording());
    }
    ConsumedCapacities count = capacities.of(table);
    if (count != null) {
      count.addWrite(outcome, 1);
    }
    return new BatchStatementResponse(
        null, table.name(), StatementWrites.returned(step.statement(), outcome));
  }

  /**
   * Returns the write units of a failed write: those of the existing item or of the inserted one,
   * whichever is larger.
   */
  private int unitsOfFailure(ItemWrite write) {
    TableState table = context.committer().state().findTable(write.tableName());
    Item present = table == null ? null : table.items().find(write.key());
    Item own = write.plan().kind() == ItemWrite.Kind.INSERT ? write.plan().subject() : null;
    return ConsumedCapacities.writeUnits(write.layout(), present, own);
  }

  private Item readKey(PreparedStatement statement, TableState table) {
    if (statement.read().index() != null) {
      // Other errors of reading the index are reported first.
      SelectPlanner.plan(statement, table, false, context.limits());
      throw new FaultException(StatementFault.Plain.BATCH_READ_WITHOUT_KEY);
    }
    if (statement.read().columnFault() != null) {
      throw statement.read().columnFault();
    }
    Item key =
        KeyedSelect.requireKey(
            statement, table, context.limits(), StatementFault.Plain.BATCH_READ_WITHOUT_KEY);
    KeyPlan.requireTypes(key, table.definition().keys().attributes());
    KeyRules.requireKey(table.layout(), key);
    return key;
  }

  /** Returns the response for a failed statement, in the wording of the request. */
  private static BatchStatementResponse failure(
      FaultException e, @Nullable String table, Wording wording) {
    Item item = e.fault() instanceof ConditionFailed failed ? failed.item() : null;
    return new BatchStatementResponse(
        new BatchStatementError(code(e.code()), wording.message(e.fault()), item), table, null);
  }

  /** Returns the code from API_BatchStatementError.html. */
  private static String code(ErrorCode code) {
    return switch (code) {
      case VALIDATION -> "ValidationError";
      case RESOURCE_NOT_FOUND -> "ResourceNotFound";
      case CONDITIONAL_CHECK_FAILED -> "ConditionalCheckFailed";
      case DUPLICATE_ITEM -> "DuplicateItem";
      case ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED -> "ItemCollectionSizeLimitExceeded";
      case TRANSACTION_CONFLICT -> "TransactionConflict";
      case PROVISIONED_THROUGHPUT_EXCEEDED -> "ProvisionedThroughputExceeded";
      case REQUEST_LIMIT_EXCEEDED -> "RequestLimitExceeded";
      case THROTTLING -> "ThrottlingError";
      case ACCESS_DENIED -> "AccessDenied";
      default -> "InternalServerError";
    };
  }
}
