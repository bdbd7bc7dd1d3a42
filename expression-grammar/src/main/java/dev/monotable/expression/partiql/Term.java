package dev.monotable.expression.partiql;

import dev.monotable.expression.ConditionExpression;
import java.util.List;

/**
 * An expression of PartiQL: a value, or something that is true or false, which PartiQL does not
 * tell apart. Parentheses leave no trace.
 */
public sealed interface Term {
  /** What the term is; lets a switch over terms be checked by the compiler. */
  enum Type {
    PATH,
    TEXT,
    NUMBER,
    TRUTH,
    NULL,
    MISSING,
    PARAMETER,
    LIST,
    BAG,
    MAP,
    CALL,
    AND,
    OR,
    NOT,
    COMPARISON,
    BETWEEN,
    IN,
    IS,
    LIKE,
    SIGNED,
    ARITHMETIC,
    SUBSELECT
  }

  Type type();

  /** Of the term's first token. */
  Position position();

  /** One step of a path. */
  record Step(Kind kind, String text, Position position) {
    /** What a step can be. */
    public enum Kind {
      /** A name; the text is without its quotes. */
      NAME,
      /** A list index; the text is what stood between the brackets, as one signed number. */
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

    @Override
    public Type type() {
      return Type.PATH;
    }

    /** The name of the attribute that the path begins with. */
    public String attribute() {
      return steps.get(0).text();
    }

    /** Whether the path is the name of an attribute and nothing more. */
    public boolean isAttribute() {
      return steps.size() == 1;
    }
  }

  /** A string, without its quotes. */
  record Text(String value, Position position) implements Term {
    @Override
    public Type type() {
      return Type.TEXT;
    }
  }

  /** A number as it was written, with at most one sign. */
  record Number(String text, Position position) implements Term {
    @Override
    public Type type() {
      return Type.NUMBER;
    }
  }

  /** {@code TRUE} or {@code FALSE}. */
  record Truth(boolean value, Position position) implements Term {
    @Override
    public Type type() {
      return Type.TRUTH;
    }
  }

  /** {@code NULL}. */
  record Null(Position position) implements Term {
    @Override
    public Type type() {
      return Type.NULL;
    }
  }

  /** {@code MISSING}. */
  record Missing(Position position) implements Term {
    @Override
    public Type type() {
      return Type.MISSING;
    }
  }

  /**
   * {@code ?}.
   *
   * @param index from 0, in the order of the text
   */
  record Parameter(int index, Position position) implements Term {
    @Override
    public Type type() {
      return Type.PARAMETER;
    }
  }

  /** {@code [a, b, …]}. */
  record ListOf(List<Term> elements, Position position) implements Term {
    public ListOf {
      elements = List.copyOf(elements);
    }

    @Override
    public Type type() {
      return Type.LIST;
    }
  }

  /** {@code <<a, b, …>>}. */
  record Bag(List<Term> elements, Position position) implements Term {
    public Bag {
      elements = List.copyOf(elements);
    }

    @Override
    public Type type() {
      return Type.BAG;
    }
  }

  /** One member of a map. */
  record Member(Term name, Term value) {}

  /** <code>{'a': b, …}</code>. */
  record MapOf(List<Member> members, Position position) implements Term {
    public MapOf {
      members = List.copyOf(members);
    }

    @Override
    public Type type() {
      return Type.MAP;
    }
  }

  /**
   * A function call. Which functions exist, and where, is not a matter of syntax.
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
    public Type type() {
      return Type.CALL;
    }
  }

  /** {@code a AND b AND …}, two parts or more. */
  record And(List<Term> parts) implements Term {
    public And {
      parts = List.copyOf(parts);
    }

    @Override
    public Type type() {
      return Type.AND;
    }

    @Override
    public Position position() {
      return parts.get(0).position();
    }
  }

  /** {@code a OR b OR …}, two parts or more. */
  record Or(List<Term> parts) implements Term {
    public Or {
      parts = List.copyOf(parts);
    }

    @Override
    public Type type() {
      return Type.OR;
    }

    @Override
    public Position position() {
      return parts.get(0).position();
    }
  }

  /** {@code NOT a}; also what {@code IS NOT}, {@code NOT IN} and the like negate. */
  record Not(Term operand, Position position) implements Term {
    @Override
    public Type type() {
      return Type.NOT;
    }
  }

  record Comparison(ConditionExpression.Comparison.Operator operator, Term left, Term right)
      implements Term {
    @Override
    public Type type() {
      return Type.COMPARISON;
    }

    @Override
    public Position position() {
      return left.position();
    }
  }

  /** {@code a BETWEEN low AND high}. */
  record Between(Term operand, Term low, Term high) implements Term {
    @Override
    public Type type() {
      return Type.BETWEEN;
    }

    @Override
    public Position position() {
      return operand.position();
    }
  }

  /**
   * {@code a IN candidates}.
   *
   * @param candidates a {@link ListOf}, also for parentheses, a {@link Bag} or a {@link Parameter}
   */
  record In(Term operand, Term candidates) implements Term {
    @Override
    public Type type() {
      return Type.IN;
    }

    @Override
    public Position position() {
      return operand.position();
    }
  }

  /**
   * {@code a IS type}.
   *
   * @param typeName in capitals; {@code NULL} and {@code MISSING} among them
   */
  record Is(Term operand, String typeName) implements Term {
    @Override
    public Type type() {
      return Type.IS;
    }

    @Override
    public Position position() {
      return operand.position();
    }
  }

  /** {@code a LIKE b}. */
  record Like(Term operand, Term pattern) implements Term {
    @Override
    public Type type() {
      return Type.LIKE;
    }

    @Override
    public Position position() {
      return operand.position();
    }
  }

  /** A sign before anything but a number. */
  record Signed(boolean negative, Term operand, Position position) implements Term {
    @Override
    public Type type() {
      return Type.SIGNED;
    }
  }

  /** {@code a + b} and the like; the operator is as it was written. */
  record Arithmetic(String operator, Term left, Term right) implements Term {
    @Override
    public Type type() {
      return Type.ARITHMETIC;
    }

    @Override
    public Position position() {
      return left.position();
    }
  }

  /**
   * A SELECT as a value.
   *
   * @param exists whether it is the argument of {@code EXISTS}
   */
  record Subselect(Statement.Select select, boolean exists, Position position) implements Term {
    @Override
    public Type type() {
      return Type.SUBSELECT;
    }
  }
}
