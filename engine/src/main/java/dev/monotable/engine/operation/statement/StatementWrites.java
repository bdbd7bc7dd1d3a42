package dev.monotable.engine.operation.statement;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Messages;
import dev.monotable.engine.error.PartiqlMessages;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.BoundUpdate;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.operation.item.ItemWrite;
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
   * @param returnOnFailure ReturnValuesOnConditionCheckFailure
   * @throws DynamoException where it does not name one item, or the item does not fit the table
   */
  static ItemWrite single(
      Statements.Prepared statement,
      TableState table,
      @Nullable String returnOnFailure,
      Limits limits) {
    if (statement.kind() == Statements.Kind.INSERT) {
      return insert(statement, table, returnOnFailure, limits);
    }
    List<KeyAttribute> keys = table.definition().keys().attributes();
    WriteKey key = WriteKey.of(statement.where(), keys, statement.compiler());
    if (!key.isComplete()) {
      throw DynamoException.validation(PartiqlMessages.WRITE_WITHOUT_KEY);
    }
    if (key.contradictory() != null) {
      throw DynamoException.validation(PartiqlMessages.severalKeys(key.contradictory()));
    }
    KeyPlan.requireTypes(key.key(), keys);
    return write(statement, table, key, returnOnFailure, limits);
  }

  /**
   * The write of a statement of a transaction, which tells differently of keys that do not fit.
   *
   * @throws DynamoException where the key does not fit
   */
  static ItemWrite inTransaction(
      Statements.Prepared statement,
      TableState table,
      @Nullable String returnOnFailure,
      Limits limits) {
    if (statement.kind() == Statements.Kind.INSERT) {
      return insert(statement, table, returnOnFailure, limits);
    }
    WriteKey key =
        WriteKey.of(
            statement.where(), table.definition().keys().attributes(), statement.compiler());
    boolean isCheck = statement.kind() == Statements.Kind.EXISTS;
    if (!key.isComplete() || (key.contradictory() != null && !isCheck)) {
      throw DynamoException.validation(Messages.KEY_DOES_NOT_FIT);
    }
    return write(statement, table, key, returnOnFailure, limits);
  }

  /**
   * Checks that an EXISTS names one item and asks more of it than to be there.
   *
   * @throws DynamoException where it does not
   */
  static void requireCheck(Statements.Prepared statement, TableState table) {
    WriteKey key =
        WriteKey.of(
            statement.where(), table.definition().keys().attributes(), statement.compiler());
    if (!key.isComplete() || !key.conditional()) {
      throw DynamoException.validation(PartiqlMessages.EXISTS_WITHOUT_CONDITION);
    }
  }

  private static ItemWrite insert(
      Statements.Prepared statement,
      TableState table,
      @Nullable String returnOnFailure,
      Limits limits) {
    return new ItemWrite(
        ItemWrite.Kind.INSERT,
        table.layout(),
        statement.item(),
        null,
        null,
        returnOnFailure,
        limits);
  }

  private static ItemWrite write(
      Statements.Prepared statement,
      TableState table,
      WriteKey key,
      @Nullable String returnOnFailure,
      Limits limits) {
    return switch (statement.kind()) {
      case UPDATE ->
          new ItemWrite(
              ItemWrite.Kind.UPDATE,
              table.layout(),
              key.key(),
              statement.update(),
              statement.condition(),
              returnOnFailure,
              limits);
      case DELETE ->
          new ItemWrite(
              ItemWrite.Kind.DELETE,
              table.layout(),
              key.key(),
              null,
              deleteCondition(statement, table, key),
              returnOnFailure,
              limits);
      case EXISTS ->
          new ItemWrite(
              ItemWrite.Kind.CHECK,
              table.layout(),
              key.key(),
              null,
              statement.condition(),
              returnOnFailure,
              limits);
      case SELECT, INSERT -> throw new IllegalStateException("no write by key");
    };
  }

  private static @Nullable BoundCondition deleteCondition(
      Statements.Prepared statement, TableState table, WriteKey key) {
    Term where = statement.where();
    return where == null || !key.conditional()
        ? null
        : statement
            .compiler()
            .whereOrAbsent(where, table.definition().keys().partition().get(0).name());
  }

  /** What RETURNING answers of a write; null for nothing. */
  static @Nullable Item returned(Statements.Prepared statement, WriteOutcome outcome) {
    Statement.Returning returning = statement.returning();
    if (returning == null) {
      return null;
    }
    return switch (returning) {
      case ALL_OLD -> outcome.before();
      case ALL_NEW -> outcome.after();
      case MODIFIED_OLD -> touched(statement.update(), outcome.before());
      case MODIFIED_NEW -> touched(statement.update(), outcome.after());
    };
  }

  private static @Nullable Item touched(@Nullable BoundUpdate update, @Nullable Item item) {
    if (update == null || item == null) {
      return null;
    }
    Item touched = update.touched(item);
    return touched.isEmpty() ? null : touched;
  }
}
