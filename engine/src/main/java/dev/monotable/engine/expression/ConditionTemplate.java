package dev.monotable.engine.expression;

import dev.monotable.engine.error.ExpressionFault;
import dev.monotable.expression.ConditionExpression;
import dev.monotable.expression.ConditionExpression.Comparison.Operator;
import dev.monotable.expression.Operand;
import dev.monotable.value.AttributeType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A compiled condition, or a part of one, whose names and values are not bound yet. */
sealed interface ConditionTemplate {
  /**
   * Compiles a condition and checks what does not depend on names and values.
   *
   * @param checks collects the problems; the template is valid only if there are none
   */
  static ConditionTemplate of(ConditionExpression condition, StructureChecks checks) {
    if (condition instanceof ConditionExpression.And and) {
      return new And(of(and.left(), checks), of(and.right(), checks));
    }
    if (condition instanceof ConditionExpression.Or or) {
      return new Or(of(or.left(), checks), of(or.right(), checks));
    }
    if (condition instanceof ConditionExpression.Not not) {
      return new Not(of(not.operand(), checks));
    }
    if (condition instanceof ConditionExpression.Comparison comparison) {
      return new Comparison(
          comparison.operator(),
          OperandTemplate.all(List.of(comparison.left(), comparison.right()), checks));
    }
    if (condition instanceof ConditionExpression.Between between) {
      return new Between(
          OperandTemplate.all(List.of(between.operand(), between.low(), between.high()), checks));
    }
    if (condition instanceof ConditionExpression.In in) {
      checks.inOperands(in.candidates().size());
      List<Operand> all = new ArrayList<>(in.candidates().size() + 1);
      all.add(in.operand());
      all.addAll(in.candidates());
      return new In(OperandTemplate.all(all, checks));
    }
    if (condition instanceof ConditionExpression.Call call) {
      OperandTemplate[] arguments = OperandTemplate.all(call.arguments(), checks);
      ExpressionFunction function = checks.function(call.function());
      checks.conditionFunction(function);
      return new Call(function, arguments);
    }
    throw new IllegalStateException("unknown condition: " + condition);
  }

  /**
   * Binds the names and values of a request.
   *
   * @throws dev.monotable.engine.error.FaultException for the first problem of a comparison or call
   */
  ConditionNode bind(Binder binder);

  /** {@code left AND right}. */
  record And(ConditionTemplate left, ConditionTemplate right) implements ConditionTemplate {
    @Override
    public ConditionNode bind(Binder binder) {
      return new ConditionNode.And(left.bind(binder), right.bind(binder));
    }
  }

  /** {@code left OR right}. */
  record Or(ConditionTemplate left, ConditionTemplate right) implements ConditionTemplate {
    @Override
    public ConditionNode bind(Binder binder) {
      return new ConditionNode.Or(left.bind(binder), right.bind(binder));
    }
  }

  /** {@code NOT operand}. */
  record Not(ConditionTemplate operand) implements ConditionTemplate {
    @Override
    public ConditionNode bind(Binder binder) {
      return new ConditionNode.Not(operand.bind(binder));
    }
  }

  /**
   * A comparison.
   *
   * @param operands left and right
   */
  record Comparison(Operator operator, OperandTemplate[] operands) implements ConditionTemplate {
    @Override
    public ConditionNode bind(Binder binder) {
      OperandNode[] bound = OperandTemplate.bindAll(operands, binder);
      ExpressionFunction.checkDistinct(operator.symbol(), bound, binder.problems);
      if (operator != Operator.EQUAL && operator != Operator.NOT_EQUAL) {
        checkOrdered(operator.symbol(), bound, binder.problems);
      }
      binder.problems.throwFirst();
      return new ConditionNode.Compare(operator, bound[0], bound[1]);
    }
  }

  /**
   * {@code operand BETWEEN low AND high}.
   *
   * @param operands the operand, the low end and the high end
   */
  record Between(OperandTemplate[] operands) implements ConditionTemplate {
    @Override
    public ConditionNode bind(Binder binder) {
      OperandNode[] bound = OperandTemplate.bindAll(operands, binder);
      ExpressionFunction.checkDistinct("BETWEEN", bound, binder.problems);
      checkOrdered("BETWEEN", bound, binder.problems);
      checkBounds(bound[1], bound[2], binder.problems);
      binder.problems.throwFirst();
      return new ConditionNode.Between(bound[0], bound[1], bound[2]);
    }
  }

  /**
   * {@code operand IN (a, b, …)}.
   *
   * @param operands the operand and the candidates
   */
  record In(OperandTemplate[] operands) implements ConditionTemplate {
    @Override
    public ConditionNode bind(Binder binder) {
      OperandNode[] bound = OperandTemplate.bindAll(operands, binder);
      ExpressionFunction.checkDistinct("IN", bound, binder.problems);
      binder.problems.throwFirst();
      OperandNode[] candidates = new OperandNode[bound.length - 1];
      System.arraycopy(bound, 1, candidates, 0, candidates.length);
      return new ConditionNode.In(bound[0], candidates);
    }
  }

  /**
   * A function call.
   *
   * @param function null if unknown, which is among the problems
   * @param operands the arguments
   */
  record Call(@Nullable ExpressionFunction function, OperandTemplate[] operands)
      implements ConditionTemplate {
    @Override
    public ConditionNode bind(Binder binder) {
      OperandNode[] bound = OperandTemplate.bindAll(operands, binder);
      ExpressionFunction called = OperandTemplate.known(function);
      boolean accepted = called.accepts(bound, binder.problems);
      binder.problems.throwFirst();
      if (!accepted) {
        throw new IllegalStateException("a problem was not reported");
      }
      return called.condition(bound);
    }
  }

  /**
   * Checks that values of the request have an order; what items contain need not
   * (ExtendDB/extenddb, scylladb/scylladb {@code test/alternator}).
   */
  private static void checkOrdered(String symbol, OperandNode[] operands, Problems problems) {
    for (OperandNode operand : operands) {
      AttributeType known = operand.knownType();
      if (known != null && !known.isKeyType()) {
        problems.operandType(symbol, known);
        return;
      }
    }
  }

  private static void checkBounds(OperandNode low, OperandNode high, Problems problems) {
    if (low instanceof OperandNode.Literal lower && high instanceof OperandNode.Literal upper) {
      if (lower.knownType() != upper.knownType()) {
        problems.operand(ExpressionFault.Plain.BETWEEN_TYPES.with(lower.value(), upper.value()));
      } else if (ConditionNode.compare(lower, upper, new byte[0]) == 1) {
        problems.operand(ExpressionFault.Plain.BETWEEN_ORDER.with(lower.value(), upper.value()));
      }
    }
  }
}
