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
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import dev.monotable.value.Item;
import dev.monotable.value.ValueFault;
import java.time.InstantSource;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What every operation works with.
 *
 * @param random for ids; seeded by the engine's configuration. Guarded by itself
 * @param region of the ARNs
 * @param account of the ARNs, 12 digits
 */
public record OperationContext(
    Committer committer,
    ExpressionCompiler expressions,
    Limits limits,
    Delays delays,
    InstantSource clock,
    RandomGenerator random,
    String region,
    String account) {

  /**
   * The table of that name or ARN in the current state, for operations on items.
   *
   * @throws FaultException if there is none, or it is still being made or already being deleted
   */
  public TableState requireTable(String nameOrArn) {
    return requireTable(committer.state(), nameOrArn);
  }

  /** The same in a state at hand. */
  public TableState requireTable(DatabaseState state, String nameOrArn) {
    TableState table = state.findTable(TableNames.nameOf(nameOrArn));
    if (table == null || !table.isUsable()) {
      throw tableNotFound();
    }
    return table;
  }

  /** That a transaction holds an item. */
  public static FaultException transactionConflict() {
    return new FaultException(TransactionFault.Plain.CONFLICT);
  }

  public static FaultException tableNotFound() {
    return new FaultException(TableFault.Plain.NOT_FOUND);
  }

  /**
   * Checks that the values of an item or a key are values.
   *
   * @throws FaultException naming the first that is none
   */
  public static void requireValid(@Nullable Item item) {
    if (item != null) {
      ValueFault fault = item.fault();
      if (fault != null) {
        throw new FaultException(new ItemFault.InvalidValue(fault));
      }
    }
  }

  /** The table of that name in a commit; it may have been deleted since the request was checked. */
  public static TableDraft requireTable(StateDraft draft, String name) {
    TableDraft table = draft.findTable(name);
    if (table == null || !table.isUsable()) {
      throw tableNotFound();
    }
    return table;
  }

  /**
   * The table of that name or ARN, for operations on tables, which name it when it is missing.
   *
   * @throws FaultException if there is none
   */
  public static TableState requireDescribed(DatabaseState state, String nameOrArn) {
    String name = TableNames.nameOf(nameOrArn);
    TableState table = state.findTable(name);
    if (table == null) {
      throw new FaultException(new TableFault.NoSuchTable(name));
    }
    return table;
  }

  public String tableArn(String name) {
    return "arn:aws:dynamodb:" + region + ":" + account + ":table/" + name;
  }

  /** A new id in the form of a UUID. */
  public String newId() {
    synchronized (random) {
      // Version 4, variant 2, as RFC 9562 has them.
      return new UUID(
              (random.nextLong() & ~0xf000L) | 0x4000L,
              (random.nextLong() & ~(3L << 62)) | (1L << 63))
          .toString();
    }
  }
}
