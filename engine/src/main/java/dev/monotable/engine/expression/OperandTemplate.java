package dev.monotable.engine.expression;

import dev.monotable.expression.Operand;
import dev.monotable.value.AttributeType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A compiled operand whose names and values are not bound yet. */
sealed interface OperandTemplate {
  /**
   * Compiles an operand and checks what does not depend on names and values.
   *
   * @param checks collects the problems; the template is valid only if there are none
   * @param wholeValue whether the operand is the whole right side of SET
   */
  static OperandTemplate of(Operand operand, StructureChecks checks, boolean wholeValue) {
    if (operand instanceof Operand.Path path) {
      return new Path(checks.path(path.path()));
    }
    if (operand instanceof Operand.Value value) {
      checks.placeholder();
      return new Value(value.placeholder());
    }
    if (operand instanceof Operand.Call call) {
      OperandTemplate[] arguments = all(call.arguments(), checks);
      ExpressionFunction function = checks.function(call.function());
      checks.operandFunction(function, wholeValue);
      return new Call(function, arguments);
    }
    if (operand instanceof Operand.Arithmetic arithmetic) {
      return new Arithmetic(
          arithmetic.operator(), all(List.of(arithmetic.left(), arithmetic.right()), checks));
    }
    if (operand instanceof Operand.Truth truth) {
      return new Truth(ConditionTemplate.of(truth.condition(), checks));
    }
    throw new IllegalStateException("unknown operand: " + operand);
  }

  static OperandTemplate[] all(List<Operand> operands, StructureChecks checks) {
    OperandTemplate[] templates = new OperandTemplate[operands.size()];
    for (int i = 0; i < templates.length; i++) {
      templates[i] = of(operands.get(i), checks, false);
    }
    return templates;
  }

  /** Binds the names and values of a request. */
  OperandNode bind(Binder binder);

  /**
   * Binds the right side of SET; returns null if it is invalid, which is then among the problems.
   */
  default @Nullable UpdateValue bindValue(Binder binder) {
    return new UpdateValue.Copy(bind(binder));
  }

  static OperandNode[] bindAll(OperandTemplate[] templates, Binder binder) {
    OperandNode[] bound = new OperandNode[templates.length];
    binder.operands += bound.length;
    for (int i = 0; i < bound.length; i++) {
      bound[i] = templates[i].bind(binder);
    }
    return bound;
  }

  /** Returns the function of a valid template; throws if it is unknown. */
  static ExpressionFunction known(@Nullable ExpressionFunction function) {
    if (function == null) {
      throw new IllegalStateException("an unknown function was not reported");
    }
    return function;
  }

  /** The attribute at a document path. */
  record Path(PathTemplate path) implements OperandTemplate {
    @Override
    public OperandNode bind(Binder binder) {
      return new OperandNode.Path(binder.path(path));
    }
  }

  /** A value of the request. */
  record Value(String placeholder) implements OperandTemplate {
    @Override
    public OperandNode bind(Binder binder) {
      return binder.value(placeholder);
    }
  }

  /**
   * A function call.
   *
   * @param function null if unknown, which is among the problems
   */
  record Call(@Nullable ExpressionFunction function, OperandTemplate[] arguments)
      implements OperandTemplate {
    @Override
    public OperandNode bind(Binder binder) {
      OperandNode[] bound = bindAll(arguments, binder);
      ExpressionFunction called = known(function);
      return called.accepts(bound, binder.problems)
          ? called.operand(bound)
          : OperandNode.Wrong.INSTANCE;
    }

    @Override
    public @Nullable UpdateValue bindValue(Binder binder) {
      ExpressionFunction called = known(function);
      if (called.place() != ExpressionFunction.Place.UPDATE_VALUE) {
        return new UpdateValue.Copy(bind(binder));
      }
      OperandNode[] bound = bindAll(arguments, binder);
      return called.accepts(bound, binder.problems)
          ? new UpdateValue.ListAppend(bound[0], bound[1])
          : null;
    }
  }

  /**
   * A sum or difference, as the whole right side of SET only.
   *
   * @param operands left and right
   */
  record Arithmetic(Operand.Arithmetic.Operator operator, OperandTemplate[] operands)
      implements OperandTemplate {
    @Override
    public OperandNode bind(Binder binder) {
      throw new IllegalStateException("arithmetic outside SET");
    }

    @Override
    public @Nullable UpdateValue bindValue(Binder binder) {
      OperandNode[] bound = bindAll(operands, binder);
      for (OperandNode operand : bound) {
        AttributeType known = operand.knownType();
        if (known != null && known != AttributeType.N) {
          binder.problems.operandType(operator.symbol(), known);
          return null;
        }
      }
      return new UpdateValue.Sum(bound[0], bound[1], operator == Operand.Arithmetic.Operator.MINUS);
    }
  }

  /** A condition as a boolean value. */
  record Truth(ConditionTemplate condition) implements OperandTemplate {
    @Override
    public OperandNode bind(Binder binder) {
      return new OperandNode.Truth(condition.bind(binder));
    }
  }
}
