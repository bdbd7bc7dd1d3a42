package dev.monotable.engine.operation.statement;

import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.StatementFault;
import dev.monotable.engine.error.TransactionFault;
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
import dev.monotable.engine.operation.item.ItemWrittenPart;
import dev.monotable.engine.operation.read.ItemReadPart;
import dev.monotable.engine.operation.transaction.TransactionFailures;
import dev.monotable.engine.operation.transaction.TransactionTokens;
import dev.monotable.engine.operation.transaction.WriteTransaction;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.ExecuteTransactionInput;
import dev.monotable.model.ExecuteTransactionOutput;
import dev.monotable.model.ItemResponse;
import dev.monotable.model.ParameterizedStatement;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The ExecuteTransaction operation. All statements are applied, or none is.
 *
 * <p>An invalid statement fails the request. A statement whose table does not exist, or that does
 * not identify one item of it, cancels the transaction instead (floci-io/floci {@code
 * DynamoDbPartiQLEdgeCaseIntegrationTest}, recorded from AWS).
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.multiplestatements.transactions.html">Performing
 *     transactions with PartiQL for DynamoDB</a>
 */
public final class ExecuteTransactionHandler
    implements OperationHandler<ExecuteTransactionInput, ExecuteTransactionOutput> {
  private final OperationContext context;
  private final StatementPreparer statements;

  public ExecuteTransactionHandler(OperationContext context, StatementPreparer statements) {
    this.context = context;
    this.statements = statements;
  }

  @Override
  public ExecuteTransactionOutput handle(ExecuteTransactionInput request, Call call) {
    List<ParameterizedStatement> requests = request.transactStatements();
    for (ParameterizedStatement one : requests) {
      StatementPreparer.requireValid(one.parameters());
    }
    List<PreparedStatement> all = new ArrayList<>(requests.size());
    boolean reads = false;
    boolean writes = false;
    for (int i = 0; i < requests.size(); i++) {
      ParameterizedStatement one = requests.get(i);
      PreparedStatement statement =
          framed(i, () -> statements.prepare(one.statement(), one.parameters()));
      all.add(statement);
      reads |= statement.isRead();
      writes |= !statement.isRead();
    }
    if (reads && writes) {
      throw new FaultException(StatementFault.Plain.MIXED_TRANSACTION);
    }
    return reads ? read(request, all, call) : write(request, requests, all, call);
  }

  /**
   * Runs checks of one statement. A validation error that they throw is reported with the
   * statement's position.
   */
  private static <T> T framed(int statement, Supplier<T> check) {
    try {
      return check.get();
    } catch (FaultException e) {
      if (e.code() == ErrorCode.VALIDATION) {
        throw new FaultException(StatementFault.Plain.IN_TRANSACTION.with(statement, e.fault()));
      }
      throw e;
    }
  }

  /** Returns the table of a statement; null if it does not exist, which adds a failure. */
  private @Nullable TableState table(
      DatabaseState state,
      PreparedStatement statement,
      int position,
      TransactionFailures failures) {
    try {
      return context.requireTable(state, statement.table());
    } catch (FaultException e) {
      failures.addTableNotFound(position);
      return null;
    }
  }

  private ExecuteTransactionOutput read(
      ExecuteTransactionInput request, List<PreparedStatement> all, Call call) {
    if (call.isAdmitted()) {
      admitReads(all, call);
    }
    DatabaseState state = context.committer().state();
    TransactionFailures failures = new TransactionFailures(all.size());
    TableCapacities capacities = new TableCapacities(request.returnConsumedCapacity());
    Set<ItemAddress> targets = new HashSet<>();
    List<ItemResponse> responses = new ArrayList<>(all.size());
    boolean distinct = true;
    long bytes = 0;
    for (int i = 0; i < all.size(); i++) {
      PreparedStatement statement = all.get(i);
      TableState table = table(state, statement, i, failures);
      if (table == null) {
        continue;
      }
      Item key = framed(i, () -> readKey(statement, table));
      byte[] treeKey;
      try {
        treeKey = KeyRules.requireKey(table.layout(), key);
      } catch (FaultException e) {
        failures.addKeyFault(i, e);
        continue;
      }
      distinct &= targets.add(new ItemAddress(table.definition().name(), treeKey));
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
      ConsumedCapacities count = capacities.of(table.definition());
      if (count != null) {
        count.addTable(units);
      }
      observe(call, table, key, item, units, statement);
      responses.add(new ItemResponse(KeyedSelect.projected(statement, item)));
    }
    failures.throwIfAny();
    if (!distinct) {
      throw new FaultException(TransactionFault.Plain.DUPLICATE_ITEMS);
    }
    requireSize(bytes);
    return new ExecuteTransactionOutput(responses, capacities.transaction(false));
  }

  private static void observe(
      Call call,
      TableState table,
      Item key,
      @Nullable Item item,
      double units,
      PreparedStatement statement) {
    Observation observation = call.observation();
    if (observation != null) {
      observation.add(
          new ItemReadPart(
              table.definition().name(),
              table.layout().table().keys().inOrder(key),
              item,
              true,
              units,
              () -> SelectSource.projection(statement)));
    }
  }

  /** Admits reads, unless one of them is invalid. */
  private void admitReads(List<PreparedStatement> all, Call call) {
    try {
      for (PreparedStatement statement : all) {
        TableState table = context.requireTable(statement.table());
        Item key = readKey(statement, table);
        KeyRules.requireKey(table.layout(), key);
        call.willRead(table.layout(), table.layout().table(), key, true);
      }
    } catch (FaultException e) {
      return; // the request fails for this reason
    }
    call.admit();
  }

  private Item readKey(PreparedStatement statement, TableState table) {
    if (statement.read().index() != null) {
      throw new FaultException(StatementFault.Plain.TRANSACTION_ON_INDEX);
    }
    if (statement.read().columnFault() != null) {
      throw statement.read().columnFault();
    }
    return KeyedSelect.requireKey(
        statement, table, context.limits(), StatementFault.Plain.TRANSACTION_READ_WITHOUT_KEY);
  }

  private void requireSize(long bytes) {
    if (bytes > context.limits().transaction().maxBytes()) {
      throw new FaultException(TransactionFault.Plain.TOO_LARGE);
    }
  }

  private ExecuteTransactionOutput write(
      ExecuteTransactionInput request,
      List<ParameterizedStatement> requests,
      List<PreparedStatement> all,
      Call call) {
    TransactionTokens.Use token = TransactionTokens.use(context, request);
    DatabaseState state = context.committer().state();
    TransactionFailures failures = new TransactionFailures(all.size());
    ItemWrite[] writes = new ItemWrite[all.size()];
    long bytes = 0;
    for (int i = 0; i < writes.length; i++) {
      PreparedStatement statement = all.get(i);
      TableState table = table(state, statement, i, failures);
      if (table == null) {
        continue;
      }
      framed(i, () -> checked(statement, table));
      try {
        writes[i] =
            StatementWrites.inTransaction(
                statement,
                table,
                ItemAction.returnsOld(requests.get(i).returnValuesOnConditionCheckFailure()),
                context.limits());
        bytes += writes[i].plan().subject().size();
      } catch (FaultException e) {
        failures.addKeyFault(i, e);
      }
    }
    failures.throwIfAny();
    WriteTransaction.requireDistinct(writes);
    WriteTransaction.requireSize(bytes, context.limits());
    WriteTransaction.Answer answer =
        new WriteTransaction(context, writes, token, request.returnConsumedCapacity(), null)
            .commit(call, parts(requests, writes, call));
    return new ExecuteTransactionOutput(List.of(), answer.capacity());
  }

  /** Returns the parts of the statements; null if there is no observer of the request. */
  private static @Nullable List<ItemWrittenPart> parts(
      List<ParameterizedStatement> requests, ItemWrite[] writes, Call call) {
    if (call.observation() == null) {
      return null;
    }
    List<ItemWrittenPart> parts = new ArrayList<>(writes.length);
    for (int i = 0; i < writes.length; i++) {
      parts.add(
          new ItemWrittenPart(
              writes[i],
              null,
              SelectSource.text(requests.get(i).statement()),
              ConsumedCapacities.TRANSACTION_FACTOR));
    }
    return parts;
  }

  private static PreparedStatement checked(PreparedStatement statement, TableState table) {
    if (statement.change().returning() != null) {
      throw new FaultException(StatementFault.Plain.TRANSACTION_RETURNING);
    }
    if (statement.kind() == PreparedStatement.Kind.EXISTS) {
      if (statement.read().index() != null) {
        throw new FaultException(StatementFault.Plain.TRANSACTION_ON_INDEX);
      }
      StatementWrites.requireCheck(statement, table);
    }
    return statement;
  }
}
