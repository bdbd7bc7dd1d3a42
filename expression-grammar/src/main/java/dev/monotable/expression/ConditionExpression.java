package dev.monotable.expression;

import java.util.List;

/** A condition, filter or key condition expression. */
public sealed interface ConditionExpression {
  record And(ConditionExpression left, ConditionExpression right) implements ConditionExpression {}

  record Or(ConditionExpression left, ConditionExpression right) implements ConditionExpression {}

  record Not(ConditionExpression operand) implements ConditionExpression {}

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

      /** Returns the operator as it is written in an expression. */
      public String symbol() {
        return symbol;
      }
    }
  }

  /** {@code operand BETWEEN low AND high}, inclusive. */
  record Between(Operand operand, Operand low, Operand high) implements ConditionExpression {}

  /** {@code operand IN (a, b, …)}. */
  record In(Operand operand, List<Operand> candidates) implements ConditionExpression {
    public In {
      candidates = List.copyOf(candidates);
    }
  }

  /** A function used as a condition, such as {@code attribute_exists(a)}. */
  record Call(String function, List<Operand> arguments) implements ConditionExpression {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }
}
