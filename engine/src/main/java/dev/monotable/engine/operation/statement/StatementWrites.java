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

/** The writes that INSERT, UPDATE, DELETE and EXISTS come to. */
final class StatementWrites {
  private StatementWrites() {}

  /**
   * The write of a statement that stands by itself or in a batch.
   *
   * @param returnOldOnFailure whether a failed condition answers the item
   * @throws FaultException where it does not name one item, or the item does not fit the table
   */
  static ItemWrite single(
      PreparedStatement statement, TableState table, boolean returnOldOnFailure, Limits limits) {
    if (statement.kind() == PreparedStatement.Kind.INSERT) {
      return insert(statement, table, returnOldOnFailure, limits);
    }
    List<KeyAttribute> keys = table.definition().keys().attributes();
    WriteKey key = WriteKey.of(statement.where(), keys, statement.compiler());
    if (!key.isComplete()) {
      throw new FaultException(StatementFault.Plain.WRITE_WITHOUT_KEY);
    }
    if (key.contradictory() != null) {
      throw new FaultException(new StatementFault.SeveralKeys(key.contradictory()));
    }
    KeyPlan.requireTypes(key.key(), keys);
    return write(statement, table, key, returnOldOnFailure, limits);
  }

  /**
   * The write of a statement of a transaction, which tells differently of keys that do not fit.
   *
   * @throws FaultException where the key does not fit
   */
  static ItemWrite inTransaction(
      PreparedStatement statement, TableState table, boolean returnOldOnFailure, Limits limits) {
    if (statement.kind() == PreparedStatement.Kind.INSERT) {
      return insert(statement, table, returnOldOnFailure, limits);
    }
    WriteKey key =
        WriteKey.of(
            statement.where(), table.definition().keys().attributes(), statement.compiler());
    boolean isCheck = statement.kind() == PreparedStatement.Kind.EXISTS;
    if (!key.isComplete() || (key.contradictory() != null && !isCheck)) {
      throw new FaultException(KeyFault.Plain.MISMATCH);
    }
    return write(statement, table, key, returnOldOnFailure, limits);
  }

  /**
   * Checks that an EXISTS names one item and asks more of it than to be there.
   *
   * @throws FaultException where it does not
   */
  static void requireCheck(PreparedStatement statement, TableState table) {
    WriteKey key =
        WriteKey.of(
            statement.where(), table.definition().keys().attributes(), statement.compiler());
    if (!key.isComplete() || !key.conditional()) {
      throw new FaultException(StatementFault.PlainBatch.EXISTS_WITHOUT_CONDITION);
    }
  }

  private static ItemWrite insert(
      PreparedStatement statement, TableState table, boolean returnOldOnFailure, Limits limits) {
    WritePlan plan =
        new WritePlan(
            ItemWrite.Kind.INSERT,
            table.definition().name(),
            statement.item(),
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
            : statement.condition();
    WritePlan plan =
        new WritePlan(
            kind(statement.kind()),
            table.definition().name(),
            key.key(),
            statement.update(),
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
    Term where = statement.where();
    return where == null || !key.conditional()
        ? null
        : statement
            .compiler()
            .whereOrAbsent(where, table.definition().keys().partition().get(0).name());
  }

  /** What RETURNING answers of a write; null for nothing. */
  static @Nullable Item returned(PreparedStatement statement, WriteOutcome outcome) {
    Statement.Returning returning = statement.returning();
    if (returning == null) {
      return null;
    }
    return switch (returning) {
      case ALL_OLD -> outcome.before();
      case ALL_NEW -> outcome.after();
      case MODIFIED_OLD -> ItemWriteAnswers.updated(outcome.before(), statement.update());
      case MODIFIED_NEW -> ItemWriteAnswers.updated(outcome.after(), statement.update());
    };
  }
}
