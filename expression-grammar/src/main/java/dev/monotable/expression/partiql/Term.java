package dev.monotable.expression.partiql;

import dev.monotable.expression.ConditionExpression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An expression of PartiQL: a value or a condition. PartiQL does not distinguish the two.
 * Parentheses are not part of the tree.
 */
public sealed interface Term {
  /** Calls the visitor's method for this variant. */
  <R extends @Nullable Object> R accept(Visitor<R> visitor);

  /** Returns the position of the term's first token. */
  Position position();

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

    @Override
    public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
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
  record Text(String value, Position position) implements Literal {
    @Override
    public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /** A number as written, with at most one sign. */
  record Number(String text, Position position) implements Literal {
    @Override
    public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /** {@code TRUE} or {@code FALSE}. */
  record Truth(boolean value, Position position) implements Literal {
    @Override
    public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /** {@code NULL}. */
  record Null(Position position) implements Literal {
    @Override
    public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /** {@code MISSING}. */
  record Missing(Position position) implements Term {
    @Override
    public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * A parameter, {@code ?}.
   *
   * @param index the position among the parameters of the statement, from 0
   */
  record Parameter(int index, Position position) implements Term {
    @Override
    public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /** {@code [a, b, …]}. */
  record ListOf(List<Term> elements, Position position) implements Literal {
    public ListOf {
      elements = List.copyOf(elements);
    }

    @Override
    public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /** {@code <<a, b, …>>}. */
  record Bag(List<Term> elements, Position position) implements Literal {
    public Bag {
      elements = List.copyOf(elements);
    }

    @Override
    public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /** A member of a map. */
  record Member(Term name, Term value) {}

  /** <code>{'a': b, …}</code>. */
  record MapOf(List<Member> members, Position position) implements Literal {
    public MapOf {
      members = List.copyOf(members);
    }

    @Override
    public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
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
    public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /** {@code a AND b AND …}, with at least two parts. */
  record And(List<Term> parts) implements Term {
    public And {
      parts = List.copyOf(parts);
    }

    @Override
    public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
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
    public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }

    @Override
    public Position position() {
      return parts.get(0).position();
    }
  }

  /** {@code NOT a}; also the negation in {@code IS NOT}, {@code NOT IN} and the like. */
  record Not(Term operand, Position position) implements Term {
    @Override
    public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /** {@code a = b} and the other comparisons. */
  record Comparison(ConditionExpression.Comparison.Operator operator, Term left, Term right)
      implements Term {
    @Override
    public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }

    @Override
    public Position position() {
      return left.position();
    }
  }

  /** {@code a BETWEEN low AND high}. */
  record Between(Term operand, Term low, Term high) implements Term {
    @Override
    public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }

    @Override
    public Position position() {
      return operand.position();
    }
  }

  /**
   * {@code a IN candidates}.
   *
   * @param candidates a {@link ListOf} (brackets or parentheses), {@link Bag} or {@link Parameter}
   */
  record In(Term operand, Term candidates) implements Term {
    @Override
    public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }

    @Override
    public Position position() {
      return operand.position();
    }
  }

  /**
   * {@code a IS type}.
   *
   * @param typeName in upper case; may be {@code NULL} or {@code MISSING}
   */
  record Is(Term operand, String typeName) implements Term {
    @Override
    public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }

    @Override
    public Position position() {
      return operand.position();
    }
  }

  /** {@code a LIKE b}. */
  record Like(Term operand, Term pattern) implements Term {
    @Override
    public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }

    @Override
    public Position position() {
      return operand.position();
    }
  }

  /** A sign before a term that is not a number. */
  record Signed(boolean negative, Term operand, Position position) implements Term {
    @Override
    public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /** {@code a + b} and the like, with the operator as written. */
  record Arithmetic(String operator, Term left, Term right) implements Term {
    @Override
    public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }

    @Override
    public Position position() {
      return left.position();
    }
  }

  /**
   * A SELECT inside an expression.
   *
   * @param exists whether it is the argument of {@code EXISTS}
   */
  record Subselect(Statement.Select select, boolean exists, Position position) implements Term {
    @Override
    public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /**
   * Handles a term by its variant. A variant without a method of its own goes to {@link #other}.
   *
   * @param <R> the result
   */
  interface Visitor<R extends @Nullable Object> {
    /** Handles every variant whose method is not overridden. */
    R other(Term term);

    default R visit(Path path) {
      return other(path);
    }

    default R visit(Text text) {
      return other(text);
    }

    default R visit(Number number) {
      return other(number);
    }

    default R visit(Truth truth) {
      return other(truth);
    }

    default R visit(Null nul) {
      return other(nul);
    }

    default R visit(Missing missing) {
      return other(missing);
    }

    default R visit(Parameter parameter) {
      return other(parameter);
    }

    default R visit(ListOf listOf) {
      return other(listOf);
    }

    default R visit(Bag bag) {
      return other(bag);
    }

    default R visit(MapOf mapOf) {
      return other(mapOf);
    }

    default R visit(Call call) {
      return other(call);
    }

    default R visit(And and) {
      return other(and);
    }

    default R visit(Or or) {
      return other(or);
    }

    default R visit(Not not) {
      return other(not);
    }

    default R visit(Comparison comparison) {
      return other(comparison);
    }

    default R visit(Between between) {
      return other(between);
    }

    default R visit(In in) {
      return other(in);
    }

    default R visit(Is is) {
      return other(is);
    }

    default R visit(Like like) {
      return other(like);
    }

    default R visit(Signed signed) {
      return other(signed);
    }

    default R visit(Arithmetic arithmetic) {
      return other(arithmetic);
    }

    default R visit(Subselect subselect) {
      return other(subselect);
    }
  }
}
