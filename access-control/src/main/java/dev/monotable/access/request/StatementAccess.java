package dev.monotable.access.request;

import dev.monotable.expression.partiql.ParsedStatement;
import dev.monotable.expression.partiql.PartiqlParser;
import dev.monotable.expression.partiql.Statement;
import dev.monotable.expression.partiql.Term;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tables and attributes that a statement of PartiQL accesses.
 *
 * @param action the IAM action without {@code dynamodb:}
 * @param table the name of the table
 * @param index the name of the index; null for the table
 * @param returning the value that ReturnValues would have; null for a SELECT
 * @param allColumns whether a SELECT returns all attributes
 * @param statement the syntax tree
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-iam.html">IAM
 *     security policies with PartiQL for DynamoDB</a>
 */
record StatementAccess(
    String action,
    String table,
    @Nullable String index,
    @Nullable String returning,
    boolean allColumns,
    Statement statement) {

  /** Reads a statement; null if it is invalid, or not about one table. */
  static @Nullable StatementAccess of(String text) {
    return PartiqlParser.parse(text) instanceof ParsedStatement.Success parsed
        ? of(parsed.statement())
        : null;
  }

  private static @Nullable StatementAccess of(Statement statement) {
    if (statement instanceof Statement.Insert insert) {
      return write("PartiQLInsert", insert.target(), insert.returning(), insert);
    }
    if (statement instanceof Statement.Update update) {
      return write("PartiQLUpdate", update.target(), update.returning(), update);
    }
    if (statement instanceof Statement.Delete delete) {
      return write("PartiQLDelete", delete.target(), delete.returning(), delete);
    }
    Statement.Select select = read(statement);
    if (select == null || select.sources().size() != 1) {
      return null;
    }
    List<String> names = select.sources().get(0).components();
    return new StatementAccess(
        "PartiQLSelect",
        names.get(0),
        names.size() > 1 ? names.get(1) : null,
        null,
        select.columns() == null,
        select);
  }

  /** Returns a SELECT, also that of a bare EXISTS; null for another statement. */
  private static Statement.@Nullable Select read(Statement statement) {
    if (statement instanceof Statement.Bare bare) {
      return bare.term() instanceof Term.Subselect subselect ? subselect.select() : null;
    }
    return statement instanceof Statement.Select select ? select : null;
  }

  private static StatementAccess write(
      String action,
      Statement.Source target,
      Statement.@Nullable Returning returning,
      Statement statement) {
    String values =
        returning == null
            ? "NONE"
            : switch (returning) {
              case ALL_OLD -> "ALL_OLD";
              case ALL_NEW -> "ALL_NEW";
              case MODIFIED_OLD -> "UPDATED_OLD";
              case MODIFIED_NEW -> "UPDATED_NEW";
            };
    return new StatementAccess(action, target.components().get(0), null, values, false, statement);
  }

  /** Adds the attributes that the statement names. */
  void addTo(AccessedAttributes attributes) {
    if (statement instanceof Statement.Insert insert) {
      if (insert.value() instanceof Term.MapOf map) {
        for (Term.Member member : map.members()) {
          if (member.name() instanceof Term.Text name) {
            attributes.add(name.value());
          }
        }
      }
    } else if (statement instanceof Statement.Update update) {
      for (Statement.Change change : update.changes()) {
        add(change.path(), attributes);
        add(change.value(), attributes);
      }
      add(update.where(), attributes);
    } else if (statement instanceof Statement.Delete delete) {
      add(delete.where(), attributes);
    } else if (statement instanceof Statement.Select select) {
      add(select, attributes);
    }
  }

  private static void add(Statement.Select select, AccessedAttributes attributes) {
    if (select.columns() != null) {
      select.columns().forEach(column -> add(column, attributes));
    }
    add(select.where(), attributes);
    select.orderBy().forEach(order -> add(order.term(), attributes));
  }

  private static void add(@Nullable Term term, AccessedAttributes attributes) {
    if (term instanceof Term.Path path) {
      attributes.add(path.attribute());
    } else if (term instanceof Term.Subselect subselect) {
      add(subselect.select(), attributes);
    } else if (term != null) {
      term.parts().forEach(part -> add(part, attributes));
    }
  }
}
