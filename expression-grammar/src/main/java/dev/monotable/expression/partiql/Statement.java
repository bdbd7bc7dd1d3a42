package dev.monotable.expression.partiql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement of PartiQL. */
public sealed interface Statement {
  /** What the statement is; lets a switch over statements be checked by the compiler. */
  enum Type {
    SELECT,
    INSERT,
    UPDATE,
    DELETE,
    BARE
  }

  Type type();

  /**
   * What a statement is on.
   *
   * @param components the names between dots, without quotes: a table, or a table and its index; or
   *     more, which no table has
   * @param alias whether a name of its own follows
   * @param position of the first of the names
   */
  record Source(List<String> components, boolean alias, Position position) {
    public Source {
      components = List.copyOf(components);
    }
  }

  /** One term of ORDER BY. */
  record Order(Term term, boolean descending) {}

  /**
   * {@code SELECT … FROM …}.
   *
   * @param columns null for {@code *}
   * @param columnAlias whether a column is given a name of its own
   * @param sources at least one
   * @param refusedClauses those clauses that DynamoDB reads and does not run, in capitals
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

    @Override
    public Type type() {
      return Type.SELECT;
    }
  }

  /**
   * {@code INSERT INTO table VALUE item}.
   *
   * @param single whether {@code VALUE} stands before what is inserted
   */
  record Insert(Source target, boolean single, Term value, @Nullable Returning returning)
      implements Statement {
    @Override
    public Type type() {
      return Type.INSERT;
    }
  }

  /**
   * One change of an UPDATE.
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

    @Override
    public Type type() {
      return Type.UPDATE;
    }
  }

  /** {@code DELETE FROM table WHERE …}. */
  record Delete(Source target, @Nullable Term where, @Nullable Returning returning)
      implements Statement {
    @Override
    public Type type() {
      return Type.DELETE;
    }
  }

  /** An expression by itself; DynamoDB runs none but EXISTS, and that in transactions. */
  record Bare(Term term) implements Statement {
    @Override
    public Type type() {
      return Type.BARE;
    }
  }

  /** What a write answers. */
  enum Returning {
    ALL_OLD("ALL OLD *"),
    ALL_NEW("ALL NEW *"),
    MODIFIED_OLD("MODIFIED OLD *"),
    MODIFIED_NEW("MODIFIED NEW *");

    private final String text;

    Returning(String text) {
      this.text = text;
    }

    /** As it is written. */
    public String text() {
      return text;
    }
  }
}
