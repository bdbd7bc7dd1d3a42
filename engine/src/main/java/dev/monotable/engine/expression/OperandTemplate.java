package dev.monotable.engine.expression;

import dev.monotable.expression.Operand;
import dev.monotable.value.AttributeType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An operand in which names and values are still to be filled in. */
final class OperandTemplate {
  private static final OperandTemplate[] NONE = {};

  private final Operand.Type type;

  /** Of a PATH. */
  private final @Nullable PathTemplate path;

  /** Of a VALUE. */
  private final String placeholder;

  /** Of a CALL. */
  private final @Nullable ExpressionFunction function;

  /** Of an ARITHMETIC. */
  private final String operator;

  /** Of a CALL or an ARITHMETIC. */
  private final OperandTemplate[] arguments;

  /** Of a TRUTH. */
  private final @Nullable ConditionTemplate condition;

  private OperandTemplate(
      Operand.Type type,
      @Nullable PathTemplate path,
      String placeholder,
      @Nullable ExpressionFunction function,
      String operator,
      OperandTemplate[] arguments,
      @Nullable ConditionTemplate condition) {
    this.type = type;
    this.path = path;
    this.placeholder = placeholder;
    this.function = function;
    this.operator = operator;
    this.arguments = arguments;
    this.condition = condition;
  }

  /**
   * Compiles an operand; whatever can be said without names and values is checked.
   *
   * @param wholeValue whether the operand is the whole right side of SET
   */
  static OperandTemplate of(Operand operand, StructureChecks checks, boolean wholeValue) {
    if (operand instanceof Operand.Path path) {
      return new OperandTemplate(
          Operand.Type.PATH, checks.path(path.path()), "", null, "", NONE, null);
    }
    if (operand instanceof Operand.Value value) {
      return new OperandTemplate(
          Operand.Type.VALUE, null, value.placeholder(), null, "", NONE, null);
    }
    if (operand instanceof Operand.Call call) {
      OperandTemplate[] arguments = all(call.arguments(), checks);
      ExpressionFunction function = checks.function(call.function());
      checks.operandFunction(function, wholeValue);
      return new OperandTemplate(Operand.Type.CALL, null, "", function, "", arguments, null);
    }
    if (operand instanceof Operand.Arithmetic arithmetic) {
      OperandTemplate[] arguments = all(List.of(arithmetic.left(), arithmetic.right()), checks);
      return new OperandTemplate(
          Operand.Type.ARITHMETIC, null, "", null, arithmetic.operator().symbol(), arguments, null);
    }
    if (operand instanceof Operand.Truth truth) {
      ConditionTemplate condition = ConditionTemplate.of(truth.condition(), checks);
      return new OperandTemplate(Operand.Type.TRUTH, null, "", null, "", NONE, condition);
    }
    throw new IllegalStateException("no such operand: " + operand);
  }

  static OperandTemplate[] all(List<Operand> operands, StructureChecks checks) {
    OperandTemplate[] templates = new OperandTemplate[operands.size()];
    for (int i = 0; i < templates.length; i++) {
      templates[i] = of(operands.get(i), checks, false);
    }
    return templates;
  }

  /** Whether the operand is the same for every request. */
  boolean isConstant() {
    return switch (type) {
      case PATH -> path != null && path.isConstant();
      case VALUE -> false;
      case TRUTH -> condition().isConstant();
      case CALL, ARITHMETIC -> {
        for (OperandTemplate argument : arguments) {
          if (!argument.isConstant()) {
            yield false;
          }
        }
        yield true;
      }
    };
  }

  OperandNode bind(Binder binder) {
    return switch (type) {
      case PATH -> new OperandNode.Path(binder.path(path()));
      case VALUE -> binder.value(placeholder);
      case TRUTH -> new OperandNode.Truth(condition().bind(binder));
      case CALL -> {
        OperandNode[] bound = bindAll(arguments, binder);
        ExpressionFunction called = function();
        yield called.accepts(bound, binder.problems)
            ? called.operand(bound)
            : OperandNode.Wrong.INSTANCE;
      }
      case ARITHMETIC -> throw new IllegalStateException("arithmetic is no operand");
    };
  }

  /** Binds the right side of SET; null if something is wrong with it. */
  @Nullable UpdateValue bindValue(Binder binder) {
    if (type == Operand.Type.ARITHMETIC) {
      OperandNode[] bound = bindAll(arguments, binder);
      for (OperandNode operand : bound) {
        AttributeType known = operand.knownType();
        if (known != null && known != AttributeType.N) {
          binder.problems.operandType(operator, known);
          return null;
        }
      }
      return new UpdateValue.Sum(bound[0], bound[1], operator.equals("-"));
    }
    if (type == Operand.Type.CALL && function().place() == ExpressionFunction.Place.UPDATE_VALUE) {
      OperandNode[] bound = bindAll(arguments, binder);
      return function().accepts(bound, binder.problems) ? function().value(bound) : null;
    }
    return new UpdateValue.Copy(bind(binder));
  }

  static OperandNode[] bindAll(OperandTemplate[] templates, Binder binder) {
    OperandNode[] bound = new OperandNode[templates.length];
    for (int i = 0; i < bound.length; i++) {
      bound[i] = templates[i].bind(binder);
    }
    return bound;
  }

  private PathTemplate path() {
    if (path == null) {
      throw new IllegalStateException("no path");
    }
    return path;
  }

  private ConditionTemplate condition() {
    if (condition == null) {
      throw new IllegalStateException("no condition");
    }
    return condition;
  }

  private ExpressionFunction function() {
    if (function == null) {
      throw new IllegalStateException("no call");
    }
    return function;
  }
}
