package dev.monotable.engine.operation;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.PartiqlMessages;
import dev.monotable.engine.partiql.KeyPlan;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.BatchExecuteStatementInput;
import dev.monotable.model.BatchExecuteStatementOutput;
import dev.monotable.model.BatchStatementError;
import dev.monotable.model.BatchStatementRequest;
import dev.monotable.model.BatchStatementResponse;
import dev.monotable.model.ConditionalCheckFailedException;
import dev.monotable.model.ConsumedCapacity;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * BatchExecuteStatement: statements that each succeed or fail by themselves.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.multiplestatements.batching.html">Running
 *     batch operations with PartiQL for DynamoDB</a>
 */
final class BatchExecuteStatementHandler
    implements OperationHandler<BatchExecuteStatementInput, BatchExecuteStatementOutput> {
  private final OperationContext context;
  private final Statements statements;

  BatchExecuteStatementHandler(OperationContext context, Statements statements) {
    this.context = context;
    this.statements = statements;
  }

  /** A statement of the batch, or why it is none. */
  private record Entry(
      BatchStatementRequest request,
      Statements.@Nullable Prepared statement,
      @Nullable DynamoException fault) {}

  @Override
  public BatchExecuteStatementOutput handle(BatchExecuteStatementInput request) {
    List<Entry> entries = new ArrayList<>();
    boolean reads = false;
    boolean writes = false;
    for (BatchStatementRequest one : Required.member(request.statements())) {
      Entry entry = prepare(one);
      entries.add(entry);
      Statements.Prepared statement = entry.statement();
      if (statement != null) {
        reads |= statement.isRead();
        writes |= !statement.isRead();
      }
    }
    if (reads && writes) {
      throw DynamoException.validation(PartiqlMessages.MIXED_BATCH);
    }
    TableCapacities capacities = new TableCapacities(request.returnConsumedCapacity());
    List<BatchStatementResponse> responses = new ArrayList<>(entries.size());
    for (Entry entry : entries) {
      responses.add(run(entry, capacities));
    }
    List<ConsumedCapacity> capacity = capacities.plain();
    // Recorded from AWS: nothing is said of capacity where no statement consumed any.
    return new BatchExecuteStatementOutput(
        responses, capacity == null || capacity.isEmpty() ? null : capacity);
  }

  private Entry prepare(BatchStatementRequest request) {
    try {
      Statements.requireValid(request.parameters());
      Statements.Prepared statement =
          statements.prepare(Required.member(request.statement()), request.parameters());
      return statement.kind() == Statements.Kind.EXISTS
          ? new Entry(request, null, DynamoException.validation(PartiqlMessages.EXISTS_OUTSIDE))
          : new Entry(request, statement, null);
    } catch (DynamoException e) {
      return new Entry(request, null, e);
    }
  }

  private BatchStatementResponse run(Entry entry, TableCapacities capacities) {
    Statements.Prepared statement = entry.statement();
    if (statement == null) {
      return failure(Required.member(entry.fault()), null);
    }
    ItemWrite write;
    TableState table;
    Item key;
    try {
      table = context.requireTable(statement.table());
      if (statement.isRead()) {
        key = readKey(statement, table);
        write = null;
      } else {
        key = Item.EMPTY;
        write =
            StatementWrites.single(
                statement,
                table,
                entry.request().returnValuesOnConditionCheckFailure(),
                context.limits());
      }
    } catch (DynamoException e) {
      return failure(e, null);
    }
    String name = table.definition().name();
    ConsumedCapacities count;
    Item answered;
    if (write == null) {
      Item item = table.items().find(table.layout().primaryKey(key));
      answered = StatementReads.projected(statement, item);
      count = capacities.of(table.definition());
      if (count != null) {
        boolean consistent = Boolean.TRUE.equals(entry.request().consistentRead());
        count.addTable(ConsumedCapacities.readUnits(item == null ? 0 : item.size(), consistent));
      }
    } else {
      WriteOutcome outcome;
      try {
        outcome = context.write(write);
      } catch (DynamoException e) {
        return failure(e, name);
      }
      answered = StatementWrites.returned(statement, outcome);
      count = capacities.of(table.definition());
      if (count != null) {
        count.addWrite(outcome, 1);
      }
    }
    return new BatchStatementResponse(null, name, answered);
  }

  private Item readKey(Statements.Prepared statement, TableState table) {
    if (statement.index() != null) {
      // Whatever else is wrong with reading that index is told first.
      new StatementReads(statement, table, false, context.limits());
      throw DynamoException.validation(PartiqlMessages.BATCH_READ_WITHOUT_KEY);
    }
    if (statement.columnFault() != null) {
      throw statement.columnFault();
    }
    Item key =
        StatementReads.requireKey(
            statement, table, context.limits(), PartiqlMessages.BATCH_READ_WITHOUT_KEY);
    KeyPlan.requireTypes(key, table.definition().keys().attributes());
    KeyRules.requireKey(table.layout(), key, context.limits());
    return key;
  }

  private static BatchStatementResponse failure(DynamoException e, @Nullable String table) {
    Item item = e.detail() instanceof ConditionalCheckFailedException failed ? failed.item() : null;
    return new BatchStatementResponse(
        new BatchStatementError(code(e.code()), e.getMessage(), item), table, null);
  }

  /** The codes of API_BatchStatementError.html. */
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
