package dev.monotable.engine.operation.statement;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.KeyFault;
import dev.monotable.engine.error.StatementFault;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.operation.item.ItemWrite;
import dev.monotable.engine.operation.item.ItemWriteAnswers;
import dev.monotable.engine.operation.item.WritePlan;
import dev.monotable.engine.partiql.KeyPlan;
import dev.monotable.engine.partiql.WriteKey;
import dev.monotable.engine.table.TableState;
import dev.monotable.expression.partiql.Statement;
import dev.monotable.expression.partiql.Term;
import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates the writes of INSERT, UPDATE, DELETE and EXISTS. */
final class StatementWrites {
  private StatementWrites() {}

  /**
   * Returns the write of a statement on its own or in a batch.
   *
   * @param returnOldOnFailure whether the error of a failed condition contains the item
   * @throws FaultException if the statement does not identify one item, or the item does not match
   *     the table
   */
  static ItemWrite single(
      PreparedStatement statement, TableState table, boolean returnOldOnFailure, Limits limits) {
    if (statement.kind() == PreparedStatement.Kind.INSERT) {
      return insert(statement, table, returnOldOnFailure, limits);
    }
    List<KeyAttribute> keys = table.definition().keys().attributes();
    WriteKey key = WriteKey.of(statement.where().term(), keys, statement.compiler());
    if (!key.isComplete()) {
      throw new FaultException(StatementFault.Plain.WRITE_WITHOUT_KEY);
    }
    if (key.contradictory() != null) {
      throw new FaultException(StatementFault.Plain.SEVERAL_KEYS.with(key.contradictory()));
    }
    KeyPlan.requireTypes(key.key(), keys);
    return write(statement, table, key, returnOldOnFailure, limits);
  }

  /**
   * Returns the write of a statement in a transaction, where an invalid key is a different error.
   *
   * @param returnOldOnFailure whether the cancellation reason of a failed condition contains the
   *     item
   * @throws FaultException if the statement does not identify one item, or the item does not match
   *     the table
   */
  static ItemWrite inTransaction(
      PreparedStatement statement, TableState table, boolean returnOldOnFailure, Limits limits) {
    if (statement.kind() == PreparedStatement.Kind.INSERT) {
      return insert(statement, table, returnOldOnFailure, limits);
    }
    WriteKey key =
        WriteKey.of(
            statement.where().term(), table.definition().keys().attributes(), statement.compiler());
    boolean isCheck = statement.kind() == PreparedStatement.Kind.EXISTS;
    if (!key.isComplete() || (key.contradictory() != null && !isCheck)) {
      throw new FaultException(KeyFault.Plain.MISMATCH);
    }
    return write(statement, table, key, returnOldOnFailure, limits);
  }

  /**
   * Checks that an EXISTS identifies one item and has a condition besides its key.
   *
   * @throws FaultException if it does not
   */
  static void requireCheck(PreparedStatement statement, TableState table) {
    WriteKey key =
        WriteKey.of(
            statement.where().term(), table.definition().keys().attributes(), statement.compiler());
    if (!key.isComplete() || !key.conditional()) {
      throw new FaultException(StatementFault.Plain.EXISTS_WITHOUT_CONDITION);
    }
  }

  private static ItemWrite insert(
      PreparedStatement statement, TableState table, boolean returnOldOnFailure, Limits limits) {
    WritePlan plan =
        new WritePlan(
            ItemWrite.Kind.INSERT,
            table.definition().name(),
            statement.change().item(),
            null,
            null,
            returnOldOnFailure);
    return new ItemWrite(plan, table.layout(), limits);
  }

  private static ItemWrite write(
      PreparedStatement statement,
      TableState table,
      WriteKey key,
      boolean returnOldOnFailure,
      Limits limits) {
    BoundCondition condition =
        statement.kind() == PreparedStatement.Kind.DELETE
            ? deleteCondition(statement, table, key)
            : statement.where().condition();
    WritePlan plan =
        new WritePlan(
            kind(statement.kind()),
            table.definition().name(),
            key.key(),
            statement.change().update(),
            condition,
            returnOldOnFailure);
    return new ItemWrite(plan, table.layout(), limits);
  }

  private static ItemWrite.Kind kind(PreparedStatement.Kind kind) {
    return switch (kind) {
      case UPDATE -> ItemWrite.Kind.UPDATE;
      case DELETE -> ItemWrite.Kind.DELETE;
      case EXISTS -> ItemWrite.Kind.CHECK;
      case SELECT, INSERT -> throw new IllegalStateException("not a write by key: " + kind);
    };
  }

  private static @Nullable BoundCondition deleteCondition(
      PreparedStatement statement, TableState table, WriteKey key) {
    Term where = statement.where().term();
    return where == null || !key.conditional()
        ? null
        : statement
            .compiler()
            .whereOrAbsent(where, table.definition().keys().partition().get(0).name());
  }

  /** Returns the attributes that RETURNING asks for; null if there are none. */
  static @Nullable Item returned(PreparedStatement statement, WriteOutcome outcome) {
    Statement.Returning returning = statement.change().returning();
    if (returning == null) {
      return null;
    }
    return switch (returning) {
      case ALL_OLD -> outcome.before();
      case ALL_NEW -> outcome.after();
      case MODIFIED_OLD -> ItemWriteAnswers.updated(outcome.before(), statement.change().update());
      case MODIFIED_NEW -> ItemWriteAnswers.updated(outcome.after(), statement.change().update());
    };
  }
}
