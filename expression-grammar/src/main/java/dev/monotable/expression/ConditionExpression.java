package dev.monotable.expression;

import java.util.List;

/** A condition, filter or key condition expression. */
public sealed interface ConditionExpression {
  /** What the condition is; lets a switch over conditions be checked by the compiler. */
  enum Type {
    AND,
    OR,
    NOT,
    COMPARISON,
    BETWEEN,
    IN,
    CALL
  }

  Type type();

  record And(ConditionExpression left, ConditionExpression right) implements ConditionExpression {
    @Override
    public Type type() {
      return Type.AND;
    }
  }

  record Or(ConditionExpression left, ConditionExpression right) implements ConditionExpression {
    @Override
    public Type type() {
      return Type.OR;
    }
  }

  record Not(ConditionExpression operand) implements ConditionExpression {
    @Override
    public Type type() {
      return Type.NOT;
    }
  }

  record Comparison(Operator operator, Operand left, Operand right) implements ConditionExpression {
    /** The six comparators. */
    public enum Operator {
      EQUAL("="),
      NOT_EQUAL("<>"),
      LESS("<"),
      LESS_OR_EQUAL("<="),
      GREATER(">"),
      GREATER_OR_EQUAL(">=");

      private final String symbol;

      Operator(String symbol) {
        this.symbol = symbol;
      }

      public String symbol() {
        return symbol;
      }
    }

    @Override
    public Type type() {
      return Type.COMPARISON;
    }
  }

  /** {@code operand BETWEEN low AND high}; both ends included. */
  record Between(Operand operand, Operand low, Operand high) implements ConditionExpression {
    @Override
    public Type type() {
      return Type.BETWEEN;
    }
  }

  /** {@code operand IN (a, b, …)}. */
  record In(Operand operand, List<Operand> candidates) implements ConditionExpression {
    public In {
      candidates = List.copyOf(candidates);
    }

    @Override
    public Type type() {
      return Type.IN;
    }
  }

  /** A function used as a condition, such as {@code attribute_exists(a)}. */
  record Call(String function, List<Operand> arguments) implements ConditionExpression {
    public Call {
      arguments = List.copyOf(arguments);
    }

    @Override
    public Type type() {
      return Type.CALL;
    }
  }
}
