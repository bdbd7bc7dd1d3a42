package dev.monotable.engine.expression;

import dev.monotable.engine.error.ExpressionFault;
import dev.monotable.engine.error.Fault;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The functions of expressions. Calls are generic in the grammar and in the compiler: a new
 * function is one more constant here, with its place in the switches.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html">Condition
 *     and filter expressions, operators, and functions</a>
 */
enum ExpressionFunction {
  ATTRIBUTE_EXISTS("attribute_exists", 1, Place.CONDITION),
  ATTRIBUTE_NOT_EXISTS("attribute_not_exists", 1, Place.CONDITION),
  ATTRIBUTE_TYPE("attribute_type", 2, Place.CONDITION),
  BEGINS_WITH("begins_with", 2, Place.CONDITION),
  CONTAINS("contains", 2, Place.CONDITION),
  SIZE("size", 1, Place.CONDITION_OPERAND),
  IF_NOT_EXISTS("if_not_exists", 2, Place.UPDATE_OPERAND),
  LIST_APPEND("list_append", 2, Place.UPDATE_VALUE);

  /** The places where a function is allowed. */
  enum Place {
    /** On its own, as a condition. */
    CONDITION,
    /** As an operand of a comparison or of another function. */
    CONDITION_OPERAND,
    /** As an operand in SET, also within other functions and arithmetic. */
    UPDATE_OPERAND,
    /** As the whole value in SET: AWS rejects it in any other place. */
    UPDATE_VALUE
  }

  private final String text;
  private final int operands;
  private final Place place;

  ExpressionFunction(String text, int operands, Place place) {
    this.text = text;
    this.operands = operands;
    this.place = place;
  }

  /** Returns the function of that name, which is case-sensitive, or null if there is none. */
  static @Nullable ExpressionFunction find(String text) {
    for (ExpressionFunction function : values()) {
      if (function.text.equals(text)) {
        return function;
      }
    }
    return null;
  }

  String text() {
    return text;
  }

  Place place() {
    return place;
  }

  /**
   * Checks the number of operands, that they are distinct, and their types. Reports the first
   * problem and returns false if there is one.
   */
  boolean accepts(OperandNode[] arguments, Problems problems) {
    if (arguments.length != operands) {
      problems.operandCount(text, arguments.length);
      return false;
    }
    // No recording shows that AWS rejects a list that is appended to itself.
    if (this != LIST_APPEND && !checkDistinct(text, arguments, problems)) {
      return false;
    }
    Fault fault = fault(arguments);
    if (fault != null) {
      problems.operand(fault);
    }
    return fault == null;
  }

  /**
   * Returns the fault in the types of the operands, whose number is correct, or null if there is
   * none.
   */
  private @Nullable Fault fault(OperandNode[] arguments) {
    return switch (this) {
      case ATTRIBUTE_EXISTS, ATTRIBUTE_NOT_EXISTS, IF_NOT_EXISTS ->
          arguments[0].path() == null ? ExpressionFault.Plain.PATH_REQUIRED.with(text) : null;
      case ATTRIBUTE_TYPE -> {
        AttributeType type = arguments[1].knownType();
        if (type != AttributeType.S) {
          yield new ExpressionFault.OperandType(text, type);
        }
        yield typeNamed(arguments[1]) == null
            ? ExpressionFault.Plain.UNKNOWN_TYPE_NAME.with(string(arguments[1]))
            : null;
      }
      case BEGINS_WITH -> otherType(arguments, AttributeType.S, AttributeType.B);
      case CONTAINS -> null;
      case SIZE -> {
        AttributeType type = arguments[0].knownType();
        boolean sizeless =
            type == AttributeType.N || type == AttributeType.BOOL || type == AttributeType.NULL;
        yield sizeless ? new ExpressionFault.OperandType(text, type) : null;
      }
      case LIST_APPEND -> otherType(arguments, AttributeType.L, AttributeType.L);
    };
  }

  /** Returns the fault of the first argument that has neither of two types for every item. */
  private @Nullable Fault otherType(
      OperandNode[] arguments, AttributeType one, AttributeType other) {
    for (OperandNode argument : arguments) {
      AttributeType type = argument.knownType();
      if (type != null && type != one && type != other) {
        return new ExpressionFault.OperandType(text, type);
      }
    }
    return null;
  }

  /** Returns the condition of a function whose place is CONDITION, for checked arguments. */
  ConditionNode condition(OperandNode[] arguments) {
    return switch (this) {
      case ATTRIBUTE_EXISTS -> new ConditionNode.Exists(this, arguments, true);
      case ATTRIBUTE_NOT_EXISTS -> new ConditionNode.Exists(this, arguments, false);
      case ATTRIBUTE_TYPE ->
          new ConditionNode.HasType(
              this, arguments, Objects.requireNonNull(typeNamed(arguments[1])));
      case BEGINS_WITH -> new ConditionNode.BeginsWith(this, arguments);
      case CONTAINS -> new ConditionNode.Contains(this, arguments);
      case SIZE, IF_NOT_EXISTS, LIST_APPEND ->
          throw new IllegalStateException(text + " is not a condition");
    };
  }

  /**
   * Returns the operand of a function whose place is CONDITION_OPERAND or UPDATE_OPERAND, for
   * checked arguments.
   */
  OperandNode operand(OperandNode[] arguments) {
    if (this == SIZE) {
      return new OperandNode.Size(arguments[0]);
    }
    if (this == IF_NOT_EXISTS) {
      return new OperandNode.IfNotExists(Objects.requireNonNull(arguments[0].path()), arguments[1]);
    }
    throw new IllegalStateException(text + " is not an operand");
  }

  /**
   * Checks that no other operand is the same path as the first one. Reports it and returns false
   * otherwise.
   */
  static boolean checkDistinct(String operator, OperandNode[] operands, Problems problems) {
    BoundPath first = operands[0].path();
    if (first == null) {
      return true;
    }
    for (int i = 1; i < operands.length; i++) {
      BoundPath other = operands[i].path();
      if (other != null && first.isSameAs(other)) {
        problems.notDistinct(operator, first);
        return false;
      }
    }
    return true;
  }

  private static String string(OperandNode literal) {
    return AttributeValue.at(literal.array(new byte[0]), literal.at(new byte[0])).string();
  }

  private static @Nullable AttributeType typeNamed(OperandNode literal) {
    String name = string(literal);
    for (AttributeType type : AttributeType.values()) {
      if (type.name().equals(name)) {
        return type;
      }
    }
    return null;
  }
}
