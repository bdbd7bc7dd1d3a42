package dev.monotable.engine.expression;

import dev.monotable.engine.error.ExpressionFault;
import dev.monotable.expression.ConditionExpression;
import dev.monotable.expression.ConditionExpression.Comparison.Operator;
import dev.monotable.expression.Operand;
import dev.monotable.value.AttributeType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A condition, or a part of one, in which names and values are still to be filled in. */
final class ConditionTemplate {
  private static final ConditionTemplate[] NO_PARTS = {};
  private static final OperandTemplate[] NO_OPERANDS = {};

  private final ConditionExpression.Type type;

  /** Of AND, OR and NOT. */
  private final ConditionTemplate[] parts;

  /** Of the others. */
  private final OperandTemplate[] operands;

  /** Of a COMPARISON. */
  private final @Nullable Operator operator;

  /** Of a CALL. */
  private final @Nullable ExpressionFunction function;

  private ConditionTemplate(
      ConditionExpression.Type type,
      ConditionTemplate[] parts,
      OperandTemplate[] operands,
      @Nullable Operator operator,
      @Nullable ExpressionFunction function) {
    this.type = type;
    this.parts = parts;
    this.operands = operands;
    this.operator = operator;
    this.function = function;
  }

  static ConditionTemplate of(ConditionExpression condition, StructureChecks checks) {
    if (condition instanceof ConditionExpression.And and) {
      return combined(ConditionExpression.Type.AND, checks, and.left(), and.right());
    }
    if (condition instanceof ConditionExpression.Or or) {
      return combined(ConditionExpression.Type.OR, checks, or.left(), or.right());
    }
    if (condition instanceof ConditionExpression.Not not) {
      return combined(ConditionExpression.Type.NOT, checks, not.operand());
    }
    if (condition instanceof ConditionExpression.Comparison comparison) {
      OperandTemplate[] operands =
          OperandTemplate.all(List.of(comparison.left(), comparison.right()), checks);
      return leaf(ConditionExpression.Type.COMPARISON, operands, comparison.operator(), null);
    }
    if (condition instanceof ConditionExpression.Between between) {
      OperandTemplate[] operands =
          OperandTemplate.all(List.of(between.operand(), between.low(), between.high()), checks);
      return leaf(ConditionExpression.Type.BETWEEN, operands, null, null);
    }
    if (condition instanceof ConditionExpression.In in) {
      checks.inOperands(in.candidates().size());
      List<Operand> all = new ArrayList<>(in.candidates().size() + 1);
      all.add(in.operand());
      all.addAll(in.candidates());
      return leaf(ConditionExpression.Type.IN, OperandTemplate.all(all, checks), null, null);
    }
    if (condition instanceof ConditionExpression.Call call) {
      OperandTemplate[] operands = OperandTemplate.all(call.arguments(), checks);
      ExpressionFunction function = checks.function(call.function());
      checks.conditionFunction(function);
      return leaf(ConditionExpression.Type.CALL, operands, null, function);
    }
    throw new IllegalStateException("no such condition: " + condition);
  }

  private static ConditionTemplate combined(
      ConditionExpression.Type type, StructureChecks checks, ConditionExpression... conditions) {
    ConditionTemplate[] parts = new ConditionTemplate[conditions.length];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = of(conditions[i], checks);
    }
    return new ConditionTemplate(type, parts, NO_OPERANDS, null, null);
  }

  private static ConditionTemplate leaf(
      ConditionExpression.Type type,
      OperandTemplate[] operands,
      @Nullable Operator operator,
      @Nullable ExpressionFunction function) {
    return new ConditionTemplate(type, NO_PARTS, operands, operator, function);
  }

  /** Whether the condition is the same for every request. */
  boolean isConstant() {
    for (ConditionTemplate part : parts) {
      if (!part.isConstant()) {
        return false;
      }
    }
    for (OperandTemplate operand : operands) {
      if (!operand.isConstant()) {
        return false;
      }
    }
    return true;
  }

  ConditionNode bind(Binder binder) {
    return switch (type) {
      case AND -> new ConditionNode.And(parts[0].bind(binder), parts[1].bind(binder));
      case OR -> new ConditionNode.Or(parts[0].bind(binder), parts[1].bind(binder));
      case NOT -> new ConditionNode.Not(parts[0].bind(binder));
      case COMPARISON, BETWEEN, IN, CALL -> bindLeaf(binder);
    };
  }

  private ConditionNode bindLeaf(Binder binder) {
    OperandNode[] bound = OperandTemplate.bindAll(operands, binder);
    Problems problems = binder.problems;
    ConditionNode node = null;
    if (operator != null) {
      ExpressionFunction.checkDistinct(operator.symbol(), bound, problems);
      if (operator != Operator.EQUAL && operator != Operator.NOT_EQUAL) {
        checkOrdered(operator.symbol(), bound, problems);
      }
      node = new ConditionNode.Compare(operator, bound[0], bound[1]);
    } else if (function != null) {
      node = function.accepts(bound, problems) ? function.condition(bound) : null;
    } else if (type == ConditionExpression.Type.BETWEEN) {
      ExpressionFunction.checkDistinct("BETWEEN", bound, problems);
      checkOrdered("BETWEEN", bound, problems);
      checkBounds(bound[1], bound[2], problems);
      node = new ConditionNode.Between(bound[0], bound[1], bound[2]);
    } else {
      ExpressionFunction.checkDistinct("IN", bound, problems);
      OperandNode[] candidates = new OperandNode[bound.length - 1];
      System.arraycopy(bound, 1, candidates, 0, candidates.length);
      node = new ConditionNode.In(bound[0], candidates);
    }
    problems.throwFirst();
    if (node == null) {
      throw new IllegalStateException("a fault was not reported");
    }
    return node;
  }

  /** Values of the request must have an order; what items hold need not (extenddb, alternator). */
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
        problems.operand(new ExpressionFault.BetweenTypes(lower.value(), upper.value()));
      } else if (ConditionNode.compare(lower, upper, new byte[0]) == 1) {
        problems.operand(new ExpressionFault.BetweenOrder(lower.value(), upper.value()));
      }
    }
  }
}
