package dev.monotable.engine.operation;

import dev.monotable.engine.commit.Committer;
import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.commit.TableDraft;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Edition;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.Messages;
import dev.monotable.engine.error.ValueMessages;
import dev.monotable.engine.expression.ExpressionCompiler;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import dev.monotable.value.Item;
import dev.monotable.value.ValueFault;
import java.time.InstantSource;
import java.util.UUID;
import java.util.function.Supplier;
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
    Edition edition,
    InstantSource clock,
    RandomGenerator random,
    String region,
    String account) {

  private static final String ONE_ERROR = "1 validation error detected: ";

  /**
   * The same with the classic wording: for the operations that the request layer of 2026 had not
   * reached in us-east-1 when it was recorded.
   */
  public OperationContext classic() {
    return new OperationContext(
        committer,
        expressions.classic(),
        limits,
        delays,
        Edition.CLASSIC,
        clock,
        random,
        region,
        account);
  }

  /**
   * Runs the part of an operation that looks at the request alone. The new request layer of 2026
   * counts what it finds there, for the operations that write one item.
   */
  public <T> T requestPhase(Supplier<T> phase) {
    if (edition == Edition.CLASSIC) {
      return phase.get();
    }
    try {
      return phase.get();
    } catch (DynamoException e) {
      if (e.code() == ErrorCode.VALIDATION) {
        throw DynamoException.validation(ONE_ERROR + e.getMessage());
      }
      throw e;
    }
  }

  /**
   * The table of that name or ARN in the current state, for operations on items.
   *
   * @throws DynamoException if there is none, or it is still being made or already being deleted
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
  public static DynamoException transactionConflict() {
    return new DynamoException(ErrorCode.TRANSACTION_CONFLICT, Messages.TRANSACTION_CONFLICT);
  }

  public static DynamoException tableNotFound() {
    return new DynamoException(ErrorCode.RESOURCE_NOT_FOUND, Messages.TABLE_NOT_FOUND);
  }

  /**
   * Checks that the values of an item or a key are values.
   *
   * @throws DynamoException naming the first that is none
   */
  public void requireValid(@Nullable Item item) {
    if (item != null) {
      ValueFault fault = item.fault();
      if (fault != null) {
        throw DynamoException.validation(ValueMessages.text(fault, edition));
      }
    }
  }

  /**
   * Whether the statement of an UpdateItem is bounded as its item is: in all regions but ten, the
   * last two of the classic wording among them (paritysuite/dynamodb-conformance {@code
   * tests/tier3/limits/itemSizeBySurface}).
   */
  public boolean boundsStatements() {
    return edition != Edition.CLASSIC;
  }

  /** The text in the classic edition, null in the others, which leave it out. */
  public @Nullable String whenClassic(String text) {
    return edition == Edition.CLASSIC ? text : null;
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
   * @throws DynamoException if there is none
   */
  public static TableState requireDescribed(DatabaseState state, String nameOrArn) {
    String name = TableNames.nameOf(nameOrArn);
    TableState table = state.findTable(name);
    if (table == null) {
      throw new DynamoException(ErrorCode.RESOURCE_NOT_FOUND, Messages.tableNotFound(name));
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
