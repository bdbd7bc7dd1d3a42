package dev.monotable.engine.operation.statement;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.BoundUpdate;
import dev.monotable.engine.expression.Columns;
import dev.monotable.engine.partiql.StatementCompiler;
import dev.monotable.expression.partiql.Statement;
import dev.monotable.expression.partiql.Term;
import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement whose parts are checked and compiled.
 *
 * @param index null for the table itself
 * @param compiler for what is to be read from the WHERE with the table at hand
 * @param condition the WHERE; null for none
 * @param columns what a SELECT lists; null for everything
 * @param columnFault what is wrong with that, which is told late
 * @param item what an INSERT inserts
 * @param update what an UPDATE changes
 */
record PreparedStatement(
    Kind kind,
    String table,
    @Nullable String index,
    StatementCompiler compiler,
    @Nullable Term where,
    @Nullable BoundCondition condition,
    @Nullable Columns columns,
    @Nullable FaultException columnFault,
    List<Statement.Order> orderBy,
    Item item,
    @Nullable BoundUpdate update,
    Statement.@Nullable Returning returning) {
  boolean isRead() {
    return kind == Kind.SELECT;
  }

  /** What a statement does. */
  public enum Kind {
    SELECT,
    INSERT,
    UPDATE,
    DELETE,
    /** {@code EXISTS(SELECT …)}: the check of a condition. */
    EXISTS
  }
}
