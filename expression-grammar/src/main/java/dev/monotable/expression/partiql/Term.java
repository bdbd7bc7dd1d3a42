package dev.monotable.expression.partiql;

import dev.monotable.expression.ConditionExpression;
import java.util.List;

/**
 * An expression of PartiQL: a value or a condition. PartiQL does not distinguish the two.
 * Parentheses are not part of the tree.
 */
public sealed interface Term {
  /** Returns the position of the term's first token. */
  Position position();

  /** Returns the terms of which this one consists, except those of a map and of a subselect. */
  default List<Term> parts() {
    return List.of();
  }

  /**
   * A value that is written out. Whether the parts of a list, bag or map are values is not known.
   */
  sealed interface Literal extends Term permits Text, Number, Truth, Null, ListOf, Bag, MapOf {}

  /** A step of a path. */
  record Step(Kind kind, String text, Position position) {
    /** The kinds of steps. */
    public enum Kind {
      /** A name; the text has no quotes. */
      NAME,
      /** A list index; the text is the number between the brackets, with its sign. */
      INDEX,
      /** {@code .*}. */
      STAR
    }
  }

  /**
   * The attribute at a document path.
   *
   * @param steps at least one; the first is a name
   */
  record Path(List<Step> steps, Position position) implements Term {
    public Path {
      steps = List.copyOf(steps);
    }

    /** Returns the name of the top-level attribute. */
    public String attribute() {
      return steps.get(0).text();
    }

    /** Returns whether the path consists of a top-level attribute only. */
    public boolean isAttribute() {
      return steps.size() == 1;
    }
  }

  /** A string, without quotes. */
  record Text(String value, Position position) implements Literal {}

  /** A number as written, with at most one sign. */
  record Number(String text, Position position) implements Literal {}

  /** {@code TRUE} or {@code FALSE}. */
  record Truth(boolean value, Position position) implements Literal {}

  /** {@code NULL}. */
  record Null(Position position) implements Literal {}

  /** {@code MISSING}. */
  record Missing(Position position) implements Term {}

  /**
   * A parameter, {@code ?}.
   *
   * @param index the position among the parameters of the statement, from 0
   */
  record Parameter(int index, Position position) implements Term {}

  /** {@code [a, b, …]}. */
  record ListOf(List<Term> elements, Position position) implements Literal {
    public ListOf {
      elements = List.copyOf(elements);
    }

    @Override
    public List<Term> parts() {
      return elements;
    }
  }

  /** {@code <<a, b, …>>}. */
  record Bag(List<Term> elements, Position position) implements Literal {
    public Bag {
      elements = List.copyOf(elements);
    }

    @Override
    public List<Term> parts() {
      return elements;
    }
  }

  /** A member of a map. */
  record Member(Term name, Term value) {}

  /** <code>{'a': b, …}</code>. */
  record MapOf(List<Member> members, Position position) implements Literal {
    public MapOf {
      members = List.copyOf(members);
    }
  }

  /**
   * A function call. The parser accepts any name.
   *
   * @param function the name in lower case
   * @param all whether the argument is {@code *}
   */
  record Call(String function, List<Term> arguments, boolean all, Position position)
      implements Term {
    public Call {
      arguments = List.copyOf(arguments);
    }

    @Override
    public List<Term> parts() {
      return arguments;
    }
  }

  /** {@code a AND b AND …}, with at least two parts. */
  record And(List<Term> parts) implements Term {
    public And {
      parts = List.copyOf(parts);
    }

    @Override
    public Position position() {
      return parts.get(0).position();
    }
  }

  /** {@code a OR b OR …}, with at least two parts. */
  record Or(List<Term> parts) implements Term {
    public Or {
      parts = List.copyOf(parts);
    }

    @Override
    public Position position() {
      return parts.get(0).position();
    }
  }

  /** {@code NOT a}; also the negation in {@code IS NOT}, {@code NOT IN} and the like. */
  record Not(Term operand, Position position) implements Term {
    @Override
    public List<Term> parts() {
      return List.of(operand);
    }
  }

  /** {@code a = b} and the other comparisons. */
  record Comparison(ConditionExpression.Comparison.Operator operator, Term left, Term right)
      implements Term {
    @Override
    public Position position() {
      return left.position();
    }

    @Override
    public List<Term> parts() {
      return List.of(left, right);
    }
  }

  /** {@code a BETWEEN low AND high}. */
  record Between(Term operand, Term low, Term high) implements Term {
    @Override
    public Position position() {
      return operand.position();
    }

    @Override
    public List<Term> parts() {
      return List.of(operand, low, high);
    }
  }

  /**
   * {@code a IN candidates}.
   *
   * @param candidates a {@link ListOf} (brackets or parentheses), {@link Bag} or {@link Parameter}
   */
  record In(Term operand, Term candidates) implements Term {
    @Override
    public Position position() {
      return operand.position();
    }

    @Override
    public List<Term> parts() {
      return List.of(operand, candidates);
    }
  }

  /**
   * {@code a IS type}.
   *
   * @param typeName in upper case; may be {@code NULL} or {@code MISSING}
   */
  record Is(Term operand, String typeName) implements Term {
    @Override
    public Position position() {
      return operand.position();
    }

    @Override
    public List<Term> parts() {
      return List.of(operand);
    }
  }

  /** {@code a LIKE b}. */
  record Like(Term operand, Term pattern) implements Term {
    @Override
    public Position position() {
      return operand.position();
    }

    @Override
    public List<Term> parts() {
      return List.of(operand, pattern);
    }
  }

  /** A sign before a term that is not a number. */
  record Signed(boolean negative, Term operand, Position position) implements Term {
    @Override
    public List<Term> parts() {
      return List.of(operand);
    }
  }

  /** {@code a + b} and the like, with the operator as written. */
  record Arithmetic(String operator, Term left, Term right) implements Term {
    @Override
    public Position position() {
      return left.position();
    }

    @Override
    public List<Term> parts() {
      return List.of(left, right);
    }
  }

  /**
   * A SELECT inside an expression.
   *
   * @param exists whether it is the argument of {@code EXISTS}
   */
  record Subselect(Statement.Select select, boolean exists, Position position) implements Term {}
}
