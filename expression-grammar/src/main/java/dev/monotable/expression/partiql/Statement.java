package dev.monotable.expression.partiql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A PartiQL statement. */
public sealed interface Statement {
  /**
   * The table or index of a statement.
   *
   * @param components the names between dots, without quotes: a table, or a table and an index.
   *     More than two parse but name no table.
   * @param alias whether an alias follows
   * @param position the position of the first name
   */
  record Source(List<String> components, boolean alias, Position position) {
    public Source {
      components = List.copyOf(components);
    }
  }

  /** A term of ORDER BY. */
  record Order(Term term, boolean descending) {}

  /**
   * {@code SELECT … FROM …}.
   *
   * @param columns null for {@code *}
   * @param columnAlias whether any column has an alias
   * @param sources at least one
   * @param refusedClauses the clauses that DynamoDB parses but does not support, in upper case
   */
  record Select(
      @Nullable List<Term> columns,
      boolean columnAlias,
      List<Source> sources,
      @Nullable Term where,
      List<Order> orderBy,
      List<String> refusedClauses)
      implements Statement {
    public Select {
      columns = columns == null ? null : List.copyOf(columns);
      sources = List.copyOf(sources);
      orderBy = List.copyOf(orderBy);
      refusedClauses = List.copyOf(refusedClauses);
    }
  }

  /**
   * {@code INSERT INTO table VALUE item}.
   *
   * @param single whether {@code VALUE} precedes the inserted term
   */
  record Insert(Source target, boolean single, Term value, @Nullable Returning returning)
      implements Statement {}

  /**
   * A change of an UPDATE.
   *
   * @param value null for REMOVE
   */
  record Change(Term.Path path, @Nullable Term value) {}

  /** {@code UPDATE table SET … WHERE …}, and {@code FROM table WHERE … SET …}. */
  record Update(
      Source target, List<Change> changes, @Nullable Term where, @Nullable Returning returning)
      implements Statement {
    public Update {
      changes = List.copyOf(changes);
    }
  }

  /** {@code DELETE FROM table WHERE …}. */
  record Delete(Source target, @Nullable Term where, @Nullable Returning returning)
      implements Statement {}

  /** An expression alone; DynamoDB supports only EXISTS, in transactions. */
  record Bare(Term term) implements Statement {}

  /** The item that a write returns. */
  enum Returning {
    ALL_OLD("ALL OLD *"),
    ALL_NEW("ALL NEW *"),
    MODIFIED_OLD("MODIFIED OLD *"),
    MODIFIED_NEW("MODIFIED NEW *");

    private final String text;

    Returning(String text) {
      this.text = text;
    }

    /** Returns the text as written in a statement. */
    public String text() {
      return text;
    }
  }
}
