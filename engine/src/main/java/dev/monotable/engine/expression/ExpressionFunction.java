package dev.monotable.engine.expression;

import dev.monotable.engine.error.ExpressionFault;
import dev.monotable.engine.error.Fault;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import org.jspecify.annotations.Nullable;

/**
 * The functions of expressions. Calls are generic in the grammar and in the compiler: a new
 * function is one more constant here.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html">Condition
 *     and filter expressions, operators, and functions</a>
 */
enum ExpressionFunction {
  ATTRIBUTE_EXISTS("attribute_exists", 1, Place.CONDITION) {
    @Override
    @Nullable Fault fault(OperandNode[] arguments) {
      return pathRequired(arguments[0]);
    }

    @Override
    ConditionNode condition(OperandNode[] arguments) {
      return new ConditionNode.Exists(this, arguments, true);
    }
  },

  ATTRIBUTE_NOT_EXISTS("attribute_not_exists", 1, Place.CONDITION) {
    @Override
    @Nullable Fault fault(OperandNode[] arguments) {
      return pathRequired(arguments[0]);
    }

    @Override
    ConditionNode condition(OperandNode[] arguments) {
      return new ConditionNode.Exists(this, arguments, false);
    }
  },

  ATTRIBUTE_TYPE("attribute_type", 2, Place.CONDITION) {
    @Override
    @Nullable Fault fault(OperandNode[] arguments) {
      AttributeType type = arguments[1].knownType();
      if (type != AttributeType.S) {
        return new ExpressionFault.OperandType(text(), type);
      }
      return typeNamed(arguments[1]) == null
          ? ExpressionFault.Plain.UNKNOWN_TYPE_NAME.with(string(arguments[1]))
          : null;
    }

    @Override
    ConditionNode condition(OperandNode[] arguments) {
      AttributeType type = typeNamed(arguments[1]);
      if (type == null) {
        throw new IllegalStateException("the arguments were not checked");
      }
      return new ConditionNode.HasType(this, arguments, type);
    }
  },

  BEGINS_WITH("begins_with", 2, Place.CONDITION) {
    @Override
    @Nullable Fault fault(OperandNode[] arguments) {
      for (OperandNode argument : arguments) {
        AttributeType type = argument.knownType();
        if (type != null && type != AttributeType.S && type != AttributeType.B) {
          return new ExpressionFault.OperandType(text(), type);
        }
      }
      return null;
    }

    @Override
    ConditionNode condition(OperandNode[] arguments) {
      return new ConditionNode.BeginsWith(this, arguments);
    }
  },

  CONTAINS("contains", 2, Place.CONDITION) {
    @Override
    @Nullable Fault fault(OperandNode[] arguments) {
      return null;
    }

    @Override
    ConditionNode condition(OperandNode[] arguments) {
      return new ConditionNode.Contains(this, arguments);
    }
  },

  SIZE("size", 1, Place.CONDITION_OPERAND) {
    @Override
    @Nullable Fault fault(OperandNode[] arguments) {
      AttributeType type = arguments[0].knownType();
      boolean sizeless =
          type == AttributeType.N || type == AttributeType.BOOL || type == AttributeType.NULL;
      return sizeless ? new ExpressionFault.OperandType(text(), type) : null;
    }

    @Override
    OperandNode operand(OperandNode[] arguments) {
      return new OperandNode.Size(arguments[0]);
    }
  },

  IF_NOT_EXISTS("if_not_exists", 2, Place.UPDATE_OPERAND) {
    @Override
    @Nullable Fault fault(OperandNode[] arguments) {
      return pathRequired(arguments[0]);
    }

    @Override
    OperandNode operand(OperandNode[] arguments) {
      BoundPath path = arguments[0].path();
      if (path == null) {
        throw new IllegalStateException("the arguments were not checked");
      }
      return new OperandNode.IfNotExists(path, arguments[1]);
    }
  },

  LIST_APPEND("list_append", 2, Place.UPDATE_VALUE) {
    @Override
    @Nullable Fault fault(OperandNode[] arguments) {
      for (OperandNode argument : arguments) {
        AttributeType type = argument.knownType();
        if (type != null && type != AttributeType.L) {
          return new ExpressionFault.OperandType(text(), type);
        }
      }
      return null;
    }

    // No recording shows that AWS rejects a list that is appended to itself.
    @Override
    boolean requiresDistinct() {
      return false;
    }

    @Override
    UpdateValue value(OperandNode[] arguments) {
      return new UpdateValue.ListAppend(arguments[0], arguments[1]);
    }
  };

  /** Where a function is allowed. */
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
    if (requiresDistinct() && !checkDistinct(text, arguments, problems)) {
      return false;
    }
    Fault fault = fault(arguments);
    if (fault != null) {
      problems.operand(fault);
    }
    return fault == null;
  }

  boolean requiresDistinct() {
    return true;
  }

  /**
   * Returns the fault in the types of the operands, whose number is correct, or null if there is
   * none.
   */
  abstract @Nullable Fault fault(OperandNode[] arguments);

  /** Returns the condition of a function whose place is CONDITION, for checked arguments. */
  ConditionNode condition(OperandNode[] arguments) {
    throw new IllegalStateException(text + " is not a condition");
  }

  /**
   * Returns the operand of a function whose place is CONDITION_OPERAND or UPDATE_OPERAND, for
   * checked arguments.
   */
  OperandNode operand(OperandNode[] arguments) {
    throw new IllegalStateException(text + " is not an operand");
  }

  /** Returns the value of a function whose place is UPDATE_VALUE, for checked arguments. */
  UpdateValue value(OperandNode[] arguments) {
    throw new IllegalStateException(text + " is not a value of SET");
  }

  @Nullable Fault pathRequired(OperandNode argument) {
    return argument.path() == null ? ExpressionFault.Plain.PATH_REQUIRED.with(text) : null;
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
