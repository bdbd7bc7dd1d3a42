package dev.monotable.engine.operation.statement;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.StatementFault;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.BoundUpdate;
import dev.monotable.engine.expression.Columns;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.partiql.StatementCache;
import dev.monotable.engine.partiql.StatementCompiler;
import dev.monotable.expression.partiql.ParsedStatement;
import dev.monotable.expression.partiql.Statement;
import dev.monotable.expression.partiql.Term;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import dev.monotable.value.ValueFault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prepares statements of PartiQL: everything that can be said of one without its table. Thread
 * safe.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.statements.html">PartiQL
 *     statements for DynamoDB</a>
 */
public final class StatementPreparer {
  private final OperationContext context;
  private final StatementCache cache = new StatementCache();

  public StatementPreparer(OperationContext context) {
    this.context = context;
  }

  /**
   * Checks that parameters are values, which comes before all else. A number whose exponent does
   * not fit into 32 bits is none here, and beyond that the check of its magnitude overflows
   * (paritysuite/dynamodb-conformance {@code partiqlParameterNumbers.test.ts}).
   *
   * @throws FaultException naming the first that is none
   */
  static void requireValid(@Nullable List<AttributeValue> parameters) {
    if (parameters == null) {
      return;
    }
    for (AttributeValue parameter : parameters) {
      ValueFault fault = parameter.fault();
      if (fault != null) {
        throw new FaultException(new StatementFault.InvalidParameter(fault));
      }
    }
  }

  /**
   * Prepares a statement.
   *
   * @param parameters valid
   * @throws FaultException where the text is no statement, or one that DynamoDB does not run
   */
  PreparedStatement prepare(String text, @Nullable List<AttributeValue> parameters) {
    ParsedStatement.Success parsed = cache.parse(text);
    List<AttributeValue> values = parameters == null ? List.of() : parameters;
    if (parsed.parameters() > values.size()) {
      throw new FaultException(StatementFault.Plain.TOO_FEW_PARAMETERS);
    }
    StatementCompiler compiler = new StatementCompiler(values, context.limits());
    return parsed.statement().accept(new Preparation(compiler));
  }

  private record Preparation(StatementCompiler compiler)
      implements Statement.Visitor<PreparedStatement> {
    @Override
    public PreparedStatement visit(Statement.Select select) {
      return select(PreparedStatement.Kind.SELECT, select, compiler);
    }

    @Override
    public PreparedStatement visit(Statement.Insert insert) {
      return insert(insert, compiler);
    }

    @Override
    public PreparedStatement visit(Statement.Update update) {
      return update(update, compiler);
    }

    @Override
    public PreparedStatement visit(Statement.Delete delete) {
      return delete(delete, compiler);
    }

    @Override
    public PreparedStatement visit(Statement.Bare bare) {
      return bare(bare, compiler);
    }
  }

  private static PreparedStatement bare(Statement.Bare statement, StatementCompiler compiler) {
    if (statement.term() instanceof Term.Subselect subselect && subselect.exists()) {
      return select(PreparedStatement.Kind.EXISTS, subselect.select(), compiler);
    }
    throw StatementCompiler.unsupported(statement.term());
  }

  private static PreparedStatement select(
      PreparedStatement.Kind kind, Statement.Select select, StatementCompiler compiler) {
    if (select.sources().size() > 1) {
      throw new FaultException(StatementFault.Plain.SEVERAL_SOURCES);
    }
    Statement.Source source = select.sources().get(0);
    requireSource(source);
    if (select.columnAlias()) {
      throw new FaultException(StatementFault.Plain.ALIAS);
    }
    if (!select.refusedClauses().isEmpty()) {
      throw new FaultException(
          new StatementFault.UnsupportedClause(select.refusedClauses().get(0)));
    }
    Columns columns = null;
    FaultException columnFault = null;
    try {
      columns = compiler.columns(select.columns());
    } catch (FaultException e) {
      columnFault = e;
    }
    BoundCondition condition = compiler.where(select.where());
    return new PreparedStatement(
        kind,
        source.components().get(0),
        source.components().size() == 1 ? null : source.components().get(1),
        compiler,
        select.where(),
        condition,
        columns,
        columnFault,
        select.orderBy(),
        Item.EMPTY,
        null,
        null);
  }

  private static void requireSource(Statement.Source source) {
    if (source.alias()) {
      throw new FaultException(StatementFault.Plain.ALIAS);
    }
    if (source.components().size() > 2) {
      throw new FaultException(StatementFault.Plain.TOO_MANY_COMPONENTS);
    }
    if (source.components().contains("")) {
      throw new FaultException(StatementFault.Plain.EMPTY_COMPONENT);
    }
  }

  private static String target(Statement.Source target) {
    requireSource(target);
    if (target.components().size() > 1) {
      throw new FaultException(StatementFault.Plain.WRITE_ON_INDEX);
    }
    return target.components().get(0);
  }

  private static PreparedStatement insert(Statement.Insert insert, StatementCompiler compiler) {
    if (insert.target().components().size() > 1) {
      throw new FaultException(
          new StatementFault.InsertIntoIndex(insert.target().position().toString()));
    }
    String table = target(insert.target());
    if (insert.returning() != null) {
      throw new FaultException(StatementFault.Plain.INSERT_RETURNING);
    }
    return write(
        PreparedStatement.Kind.INSERT,
        table,
        compiler,
        null,
        null,
        compiler.item(insert),
        null,
        null);
  }

  private static PreparedStatement update(Statement.Update update, StatementCompiler compiler) {
    String table = target(update.target());
    BoundUpdate changes = compiler.changes(update.changes());
    BoundCondition condition = compiler.where(update.where());
    return write(
        PreparedStatement.Kind.UPDATE,
        table,
        compiler,
        update.where(),
        condition,
        Item.EMPTY,
        changes,
        update.returning());
  }

  private static PreparedStatement delete(Statement.Delete delete, StatementCompiler compiler) {
    String table = target(delete.target());
    Statement.Returning returning = delete.returning();
    if (returning != null && returning != Statement.Returning.ALL_OLD) {
      throw new FaultException(new StatementFault.DeleteReturning(returning.text()));
    }
    BoundCondition condition = compiler.where(delete.where());
    return write(
        PreparedStatement.Kind.DELETE,
        table,
        compiler,
        delete.where(),
        condition,
        Item.EMPTY,
        null,
        returning);
  }

  private static PreparedStatement write(
      PreparedStatement.Kind kind,
      String table,
      StatementCompiler compiler,
      @Nullable Term where,
      @Nullable BoundCondition condition,
      Item item,
      @Nullable BoundUpdate update,
      Statement.@Nullable Returning returning) {
    return new PreparedStatement(
        kind, table, null, compiler, where, condition, null, null, List.of(), item, update,
        returning);
  }
}
