package dev.monotable.engine.operation.statement;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.StatementFault;
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
 * Prepares PartiQL statements: parses, checks and compiles them as far as that is possible without
 * their table. Safe for use by several threads.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.statements.html">PartiQL
 *     statements for DynamoDB</a>
 */
public final class StatementPreparer {
  private final OperationContext context;
  private final StatementCache cache;

  public StatementPreparer(OperationContext context, StatementCache cache) {
    this.context = context;
    this.cache = cache;
  }

  /**
   * Checks the parameters, before any other check. A number whose exponent exceeds 32 bits is
   * invalid here, and the check of its magnitude overflows beyond that
   * (paritysuite/dynamodb-conformance {@code partiqlParameterNumbers.test.ts}).
   *
   * @throws FaultException naming the first invalid parameter
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
   * @param parameters the parameters of the request, checked with {@link #requireValid}
   * @throws FaultException if the text is not a statement, or DynamoDB does not support it
   */
  PreparedStatement prepare(String text, @Nullable List<AttributeValue> parameters) {
    ParsedStatement.Success parsed = cache.parse(text);
    List<AttributeValue> values = parameters == null ? List.of() : parameters;
    if (parsed.parameters() > values.size()) {
      throw new FaultException(StatementFault.Plain.TOO_FEW_PARAMETERS);
    }
    StatementCompiler compiler = new StatementCompiler(values, context.limits());
    Statement statement = parsed.statement();
    if (statement instanceof Statement.Select select) {
      return select(PreparedStatement.Kind.SELECT, select, compiler);
    }
    if (statement instanceof Statement.Insert insert) {
      return insert(insert, compiler);
    }
    if (statement instanceof Statement.Update update) {
      return update(update, compiler);
    }
    return statement instanceof Statement.Delete delete
        ? delete(delete, compiler)
        : bare((Statement.Bare) statement, compiler);
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
          StatementFault.Plain.UNSUPPORTED_CLAUSE.with(select.refusedClauses().get(0)));
    }
    Columns columns = null;
    FaultException columnFault = null;
    try {
      columns = compiler.columns(select.columns());
    } catch (FaultException e) {
      columnFault = e;
    }
    String index = source.components().size() == 1 ? null : source.components().get(1);
    return new PreparedStatement(
        kind,
        source.components().get(0),
        compiler,
        where(select.where(), compiler),
        new PreparedStatement.Read(index, columns, columnFault, select.orderBy()),
        PreparedStatement.Change.NONE);
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
          StatementFault.Plain.INSERT_INTO_INDEX.with(insert.target().position().toString()));
    }
    String table = target(insert.target());
    if (insert.returning() != null) {
      throw new FaultException(StatementFault.Plain.INSERT_RETURNING);
    }
    return write(
        PreparedStatement.Kind.INSERT,
        table,
        compiler,
        PreparedStatement.Where.NONE,
        new PreparedStatement.Change(compiler.item(insert), null, null));
  }

  private static PreparedStatement update(Statement.Update update, StatementCompiler compiler) {
    String table = target(update.target());
    BoundUpdate changes = compiler.changes(update.changes());
    return write(
        PreparedStatement.Kind.UPDATE,
        table,
        compiler,
        where(update.where(), compiler),
        new PreparedStatement.Change(Item.EMPTY, changes, update.returning()));
  }

  private static PreparedStatement delete(Statement.Delete delete, StatementCompiler compiler) {
    String table = target(delete.target());
    Statement.Returning returning = delete.returning();
    if (returning != null && returning != Statement.Returning.ALL_OLD) {
      throw new FaultException(StatementFault.Plain.DELETE_RETURNING.with(returning.text()));
    }
    return write(
        PreparedStatement.Kind.DELETE,
        table,
        compiler,
        where(delete.where(), compiler),
        new PreparedStatement.Change(Item.EMPTY, null, returning));
  }

  private static PreparedStatement.Where where(@Nullable Term term, StatementCompiler compiler) {
    return new PreparedStatement.Where(term, compiler.where(term));
  }

  private static PreparedStatement write(
      PreparedStatement.Kind kind,
      String table,
      StatementCompiler compiler,
      PreparedStatement.Where where,
      PreparedStatement.Change change) {
    return new PreparedStatement(kind, table, compiler, where, PreparedStatement.Read.NONE, change);
  }
}
