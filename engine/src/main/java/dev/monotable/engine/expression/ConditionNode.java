package dev.monotable.engine.expression;

import dev.monotable.expression.ConditionExpression.Comparison.Operator;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.CanonicalComparison;
import dev.monotable.value.CanonicalFunctions;
import dev.monotable.value.CanonicalJson;

/** A condition with its names and values, or a part of one. Testing it allocates nothing. */
sealed interface ConditionNode {
  /** Result of {@link #compare} if two values are neither equal nor ordered. */
  int UNRELATED = 2;

  /** Returns whether the item, given as canonical bytes, meets the condition. */
  boolean test(byte[] item);

  record And(ConditionNode left, ConditionNode right) implements ConditionNode {
    @Override
    public boolean test(byte[] item) {
      return left.test(item) && right.test(item);
    }
  }

  record Or(ConditionNode left, ConditionNode right) implements ConditionNode {
    @Override
    public boolean test(byte[] item) {
      return left.test(item) || right.test(item);
    }
  }

  record Not(ConditionNode operand) implements ConditionNode {
    @Override
    public boolean test(byte[] item) {
      return !operand.test(item);
    }
  }

  /**
   * Values of different types are neither equal nor ordered. A missing value is unequal to every
   * value, including another missing one, and has no order (scylladb/scylladb {@code
   * test/alternator/test_condition_expression.py}, checked against AWS).
   */
  record Compare(Operator operator, OperandNode left, OperandNode right) implements ConditionNode {
    @Override
    public boolean test(byte[] item) {
      return switch (operator) {
        case EQUAL -> isEqual(left, right, item);
        case NOT_EQUAL -> !isEqual(left, right, item);
        case LESS -> compare(left, right, item) == -1;
        case LESS_OR_EQUAL -> compare(left, right, item) <= 0;
        case GREATER -> compare(left, right, item) == 1;
        case GREATER_OR_EQUAL -> {
          int order = compare(left, right, item);
          yield order == 0 || order == 1;
        }
      };
    }
  }

  record Between(OperandNode operand, OperandNode low, OperandNode high) implements ConditionNode {
    @Override
    public boolean test(byte[] item) {
      return compare(low, operand, item) <= 0 && compare(operand, high, item) <= 0;
    }
  }

  record In(OperandNode operand, OperandNode[] candidates) implements ConditionNode {
    @Override
    public boolean test(byte[] item) {
      for (OperandNode candidate : candidates) {
        if (isEqual(operand, candidate, item)) {
          return true;
        }
      }
      return false;
    }
  }

  /** A call of a function that returns a condition. */
  sealed interface Call extends ConditionNode {
    ExpressionFunction function();

    OperandNode[] arguments();
  }

  record Exists(ExpressionFunction function, OperandNode[] arguments, boolean expected)
      implements Call {
    @Override
    public boolean test(byte[] item) {
      return (arguments[0].at(item) >= 0) == expected;
    }
  }

  record HasType(ExpressionFunction function, OperandNode[] arguments, AttributeType type)
      implements Call {
    @Override
    public boolean test(byte[] item) {
      OperandNode operand = arguments[0];
      if (operand instanceof OperandNode.Size size) {
        return type == AttributeType.N && size.size(item) >= 0;
      }
      int at = operand.at(item);
      return at >= 0 && CanonicalJson.type(operand.array(item), at) == type;
    }
  }

  record BeginsWith(ExpressionFunction function, OperandNode[] arguments) implements Call {
    @Override
    public boolean test(byte[] item) {
      OperandNode operand = arguments[0];
      OperandNode prefix = arguments[1];
      int at = operand.at(item);
      int prefixAt = prefix.at(item);
      return at >= 0
          && prefixAt >= 0
          && CanonicalFunctions.beginsWith(operand.array(item), at, prefix.array(item), prefixAt);
    }
  }

  record Contains(ExpressionFunction function, OperandNode[] arguments) implements Call {
    @Override
    public boolean test(byte[] item) {
      OperandNode operand = arguments[0];
      OperandNode part = arguments[1];
      if (operand instanceof OperandNode.Size) {
        return false; // a number contains nothing
      }
      int at = operand.at(item);
      if (at < 0) {
        return false;
      }
      if (part instanceof OperandNode.Size size) {
        int number = size.size(item);
        if (number < 0) {
          return false;
        }
        AttributeValue value = AttributeValue.number(number);
        return CanonicalFunctions.contains(operand.array(item), at, value.array(), value.start());
      }
      int partAt = part.at(item);
      return partAt >= 0
          && CanonicalFunctions.contains(operand.array(item), at, part.array(item), partAt);
    }
  }

  /** Returns whether both operands have a value and these are equal. */
  static boolean isEqual(OperandNode left, OperandNode right, byte[] item) {
    if (left instanceof OperandNode.Size || right instanceof OperandNode.Size) {
      return compare(left, right, item) == 0;
    }
    int leftAt = left.at(item);
    if (leftAt < 0) {
      return false;
    }
    int rightAt = right.at(item);
    return rightAt >= 0
        && CanonicalComparison.equal(left.array(item), leftAt, right.array(item), rightAt);
  }

  /**
   * Returns -1, 0 or 1 for two strings, two numbers or two binaries, otherwise {@link #UNRELATED}.
   */
  static int compare(OperandNode left, OperandNode right, byte[] item) {
    if (left instanceof OperandNode.Size leftSize) {
      if (right instanceof OperandNode.Size rightSize) {
        int a = leftSize.size(item);
        int b = rightSize.size(item);
        return a < 0 || b < 0 ? UNRELATED : Integer.compare(a, b);
      }
      return compareSize(leftSize.size(item), right, item);
    }
    if (right instanceof OperandNode.Size rightSize) {
      int order = compareSize(rightSize.size(item), left, item);
      return order == UNRELATED ? UNRELATED : -order;
    }
    int leftAt = left.at(item);
    if (leftAt < 0) {
      return UNRELATED;
    }
    int rightAt = right.at(item);
    if (rightAt < 0) {
      return UNRELATED;
    }
    return compare(left.array(item), leftAt, right.array(item), rightAt);
  }

  private static int compare(byte[] left, int leftAt, byte[] right, int rightAt) {
    AttributeType type = CanonicalJson.type(left, leftAt);
    if (!type.isKeyType() || CanonicalJson.type(right, rightAt) != type) {
      return UNRELATED;
    }
    return Integer.signum(CanonicalComparison.compare(left, leftAt, right, rightAt));
  }

  private static int compareSize(int size, OperandNode other, byte[] item) {
    int at = other.at(item);
    if (size < 0 || at < 0) {
      return UNRELATED;
    }
    byte[] json = other.array(item);
    if (CanonicalJson.type(json, at) != AttributeType.N) {
      return UNRELATED;
    }
    return compareWhole(
        size, json, CanonicalJson.contentStart(json, at), CanonicalJson.contentEnd(json, at));
  }

  /** Compares a non-negative number with another in canonical text. */
  private static int compareWhole(int number, byte[] text, int from, int to) {
    if (text[from] == '-') {
      return 1;
    }
    long whole = 0;
    int i = from;
    for (; i < to && text[i] != '.'; i++) {
      whole = whole * 10 + (text[i] - '0');
      if (whole > Integer.MAX_VALUE) {
        return -1;
      }
    }
    int order = Long.compare(number, whole);
    // Canonical text has a decimal point only if a nonzero digit follows.
    return order == 0 && i < to ? -1 : order;
  }
}
