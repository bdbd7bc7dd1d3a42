package dev.monotable.engine.operation;

import dev.monotable.engine.commit.Committer;
import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.commit.TableDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ItemFault;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.error.TransactionFault;
import dev.monotable.engine.expression.ExpressionCompiler;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.replica.GlobalTableReplica;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.validation.ArnScope;
import dev.monotable.value.Item;
import dev.monotable.value.ValueFault;
import java.time.InstantSource;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The services and settings that every operation uses.
 *
 * @param random the source of ids, seeded by the engine's configuration; guarded by its own monitor
 * @param scope the Region and the account of the database
 */
public record OperationContext(
    Committer committer,
    ExpressionCompiler expressions,
    Limits limits,
    Delays delays,
    InstantSource clock,
    RandomGenerator random,
    ArnScope scope) {

  /**
   * Returns the table with this name or ARN in the current state, for operations on items.
   *
   * @throws FaultException if the table does not exist, or is being created or deleted
   */
  public TableState requireTable(String nameOrArn) {
    return requireTable(committer.state(), nameOrArn);
  }

  /**
   * Returns the table with this name or ARN in a state, for operations on items.
   *
   * @throws FaultException if the table does not exist, or is being created or deleted
   */
  public TableState requireTable(DatabaseState state, String nameOrArn) {
    TableState table = state.findTable(TableNames.nameOf(nameOrArn));
    if (table == null || !table.isUsable()) {
      throw tableNotFound();
    }
    return table;
  }

  /** Returns the fault of an item that a transaction holds. */
  public static FaultException transactionConflict() {
    return new FaultException(TransactionFault.Plain.CONFLICT);
  }

  /** Returns the fault of a missing table, as operations on items report it. */
  public static FaultException tableNotFound() {
    return new FaultException(TableFault.Plain.NOT_FOUND);
  }

  /**
   * Checks that the attribute values of an item or a key are valid in any table; null is valid.
   *
   * @throws FaultException naming the first invalid value
   */
  public static void requireValid(@Nullable Item item) {
    if (item != null) {
      ValueFault fault = item.fault();
      if (fault != null) {
        throw new FaultException(new ItemFault.InvalidValue(fault));
      }
    }
  }

  /**
   * Returns the table with this name in a commit. It may have been deleted since the request was
   * checked.
   *
   * @throws FaultException if the table does not exist, or is being created or deleted
   */
  public static TableDraft requireTable(StateDraft draft, String name) {
    TableDraft table = draft.findTable(name);
    if (table == null || !table.isUsable()) {
      throw tableNotFound();
    }
    return table;
  }

  /**
   * Returns the table with this name or ARN, for operations on tables. Their error names the table.
   *
   * @throws FaultException if the table does not exist, or is a new replica that is not shown yet
   */
  public static TableState requireDescribed(DatabaseState state, String nameOrArn) {
    String name = TableNames.nameOf(nameOrArn);
    TableState table = state.findTable(name);
    if (table == null || isHidden(table)) {
      throw new FaultException(TableFault.Plain.NO_SUCH_TABLE.with(name));
    }
    return table;
  }

  /**
   * Returns whether requests do not find a table yet: a new replica, during the first part of its
   * creation (DDB-TABLE-226).
   */
  public static boolean isHidden(TableState table) {
    return table.status() == TableState.Status.CREATING
        && table.findChange(TableChange.Kind.REPLICA) != null;
  }

  /**
   * Returns the table with this name or ARN, for operations on its settings. To them, a table that
   * is being restored does not exist (DDB-TABLE-217), nor a replica that is being created (-298).
   *
   * @throws FaultException if the table does not exist, is being restored, or is such a replica
   */
  public static TableState requireSettable(DatabaseState state, String nameOrArn) {
    TableState table = requireDescribed(state, nameOrArn);
    if (!isSettable(table)) {
      throw new FaultException(TableFault.Plain.NO_SUCH_TABLE.with(table.definition().name()));
    }
    return table;
  }

  /** Returns whether operations on the settings of a table find it. */
  public static boolean isSettable(TableState table) {
    boolean isReplica = GlobalTableReplica.find(table.definition()) != null;
    return table.restore() == null && !(isReplica && table.status() == TableState.Status.CREATING);
  }

  /** Returns the AWS Region of the database, such as {@code us-east-1}. */
  public String region() {
    return scope.region();
  }

  /** Returns the account id of the database, 12 digits. */
  public String account() {
    return scope.account();
  }

  /** Returns the ARN of the table with this name, whether or not the table exists. */
  public String tableArn(String name) {
    return "arn:aws:dynamodb:" + region() + ":" + account() + ":table/" + name;
  }

  /** Returns a new id in the form of a UUID. */
  public String newId() {
    synchronized (random) {
      // Sets version 4 and the variant of RFC 9562.
      return new UUID(
              (random.nextLong() & ~0xf000L) | 0x4000L,
              (random.nextLong() & ~(3L << 62)) | (1L << 63))
          .toString();
    }
  }
}
