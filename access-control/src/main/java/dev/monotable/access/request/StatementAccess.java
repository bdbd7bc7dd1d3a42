package dev.monotable.access.request;

import dev.monotable.expression.partiql.ParsedStatement;
import dev.monotable.expression.partiql.PartiqlParser;
import dev.monotable.expression.partiql.Statement;
import dev.monotable.expression.partiql.Term;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a statement of PartiQL accesses.
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
        ? parsed.statement().accept(new Reader())
        : null;
  }

  private static final class Reader implements Statement.Visitor<@Nullable StatementAccess> {
    @Override
    public @Nullable StatementAccess visit(Statement.Select select) {
      if (select.sources().size() != 1) {
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

    @Override
    public StatementAccess visit(Statement.Insert insert) {
      return write("PartiQLInsert", insert.target(), insert.returning(), insert);
    }

    @Override
    public StatementAccess visit(Statement.Update update) {
      return write("PartiQLUpdate", update.target(), update.returning(), update);
    }

    @Override
    public StatementAccess visit(Statement.Delete delete) {
      return write("PartiQLDelete", delete.target(), delete.returning(), delete);
    }

    @Override
    public @Nullable StatementAccess visit(Statement.Bare bare) {
      return bare.term() instanceof Term.Subselect subselect ? visit(subselect.select()) : null;
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
      return new StatementAccess(
          action, target.components().get(0), null, values, false, statement);
    }
  }

  /** Adds the attributes that the statement names. */
  void addTo(AccessedAttributes attributes) {
    Paths paths = new Paths(attributes);
    statement.accept(paths);
  }

  /** Finds the paths of a statement. */
  private record Paths(AccessedAttributes attributes)
      implements Term.Visitor<@Nullable Void>, Statement.Visitor<@Nullable Void> {
    private void all(@Nullable List<? extends Term> terms) {
      if (terms != null) {
        terms.forEach(this::one);
      }
    }

    private void one(@Nullable Term term) {
      if (term != null) {
        term.accept(this);
      }
    }

    @Override
    public @Nullable Void other(Term term) {
      return null;
    }

    @Override
    public @Nullable Void visit(Term.Path path) {
      attributes.add(path.attribute());
      return null;
    }

    @Override
    public @Nullable Void visit(Term.ListOf list) {
      all(list.elements());
      return null;
    }

    @Override
    public @Nullable Void visit(Term.Bag bag) {
      all(bag.elements());
      return null;
    }

    @Override
    public @Nullable Void visit(Term.Call call) {
      all(call.arguments());
      return null;
    }

    @Override
    public @Nullable Void visit(Term.And and) {
      all(and.parts());
      return null;
    }

    @Override
    public @Nullable Void visit(Term.Or or) {
      all(or.parts());
      return null;
    }

    @Override
    public @Nullable Void visit(Term.Not not) {
      one(not.operand());
      return null;
    }

    @Override
    public @Nullable Void visit(Term.Comparison comparison) {
      one(comparison.left());
      one(comparison.right());
      return null;
    }

    @Override
    public @Nullable Void visit(Term.Between between) {
      one(between.operand());
      one(between.low());
      one(between.high());
      return null;
    }

    @Override
    public @Nullable Void visit(Term.In in) {
      one(in.operand());
      one(in.candidates());
      return null;
    }

    @Override
    public @Nullable Void visit(Term.Is is) {
      one(is.operand());
      return null;
    }

    @Override
    public @Nullable Void visit(Term.Like like) {
      one(like.operand());
      one(like.pattern());
      return null;
    }

    @Override
    public @Nullable Void visit(Term.Signed signed) {
      one(signed.operand());
      return null;
    }

    @Override
    public @Nullable Void visit(Term.Arithmetic arithmetic) {
      one(arithmetic.left());
      one(arithmetic.right());
      return null;
    }

    @Override
    public @Nullable Void visit(Term.Subselect subselect) {
      return visit(subselect.select());
    }

    @Override
    public @Nullable Void visit(Statement.Select select) {
      all(select.columns());
      one(select.where());
      select.orderBy().forEach(order -> one(order.term()));
      return null;
    }

    @Override
    public @Nullable Void visit(Statement.Insert insert) {
      if (insert.value() instanceof Term.MapOf map) {
        for (Term.Member member : map.members()) {
          if (member.name() instanceof Term.Text name) {
            attributes.add(name.value());
          }
        }
      }
      return null;
    }

    @Override
    public @Nullable Void visit(Statement.Update update) {
      for (Statement.Change change : update.changes()) {
        one(change.path());
        one(change.value());
      }
      one(update.where());
      return null;
    }

    @Override
    public @Nullable Void visit(Statement.Delete delete) {
      one(delete.where());
      return null;
    }

    @Override
    public @Nullable Void visit(Statement.Bare bare) {
      one(bare.term());
      return null;
    }
  }
}
