package dev.monotable.expression;

import java.util.List;

/** An operand of a condition or of SET. */
public sealed interface Operand {
  /** The attribute at a document path. */
  record Path(DocumentPath path) implements Operand {}

  /** A value from ExpressionAttributeValues; {@code placeholder} begins with {@code :}. */
  record Value(String placeholder) implements Operand {}

  /**
   * A function call. The parser accepts any name.
   *
   * @param function the name as written
   */
  record Call(String function, List<Operand> arguments) implements Operand {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /** {@code left + right} or {@code left - right}; only in SET. */
  record Arithmetic(Operator operator, Operand left, Operand right) implements Operand {
    /** The two operators of SET. */
    public enum Operator {
      PLUS("+"),
      MINUS("-");

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

  /** A condition as a boolean value; only in PartiQL, which does not distinguish the two. */
  record Truth(ConditionExpression condition) implements Operand {}
}
