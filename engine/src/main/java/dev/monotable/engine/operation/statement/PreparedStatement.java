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
 * A statement whose parts are checked and compiled as far as that is possible without its table.
 *
 * @param table the name of the table in the statement
 * @param compiler compiles what depends on the table's key; it holds the parameters
 * @param read what a SELECT or EXISTS reads; {@link Read#NONE} for a write
 * @param change what a write changes; {@link Change#NONE} for a SELECT or EXISTS
 */
record PreparedStatement(
    Kind kind, String table, StatementCompiler compiler, Where where, Read read, Change change) {
  /**
   * The WHERE clause.
   *
   * @param term the tree of the clause, from which the key is read; null if there is no clause
   * @param condition the compiled clause; null if there is no clause
   */
  record Where(@Nullable Term term, @Nullable BoundCondition condition) {
    static final Where NONE = new Where(null, null);
  }

  /**
   * The read of a SELECT or EXISTS.
   *
   * @param index the name of the index; null for the table
   * @param columns the projected attributes; null for all
   * @param columnFault why the list of columns is invalid; reported after other errors. Null if the
   *     list is valid
   */
  record Read(
      @Nullable String index,
      @Nullable Columns columns,
      @Nullable FaultException columnFault,
      List<Statement.Order> orderBy) {
    static final Read NONE = new Read(null, null, null, List.of());
  }

  /**
   * The change of a write.
   *
   * @param item the item that an INSERT inserts; empty for other statements
   * @param update the changes of an UPDATE; null for other statements
   * @param returning the RETURNING clause; null if there is none
   */
  record Change(Item item, @Nullable BoundUpdate update, Statement.@Nullable Returning returning) {
    static final Change NONE = new Change(Item.EMPTY, null, null);
  }

  boolean isRead() {
    return kind == Kind.SELECT;
  }

  /** The operation of a statement. */
  enum Kind {
    SELECT,
    INSERT,
    UPDATE,
    DELETE,
    /** {@code EXISTS(SELECT …)}: a condition check in a transaction. */
    EXISTS
  }
}
