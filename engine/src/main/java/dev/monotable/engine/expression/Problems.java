package dev.monotable.engine.expression;

import dev.monotable.engine.error.ExpressionFault;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.value.AttributeType;
import org.jspecify.annotations.Nullable;

/**
 * The problems found while an expression is bound: the first of each category. In the end the
 * problem of the first category is thrown. AWS reports in that order, not in the order of the text.
 *
 * <p>In conditions the order applies to each comparison or function on its own; in updates and
 * projections it applies to the whole expression (architect/dynalite {@code test/scan.js}, {@code
 * test/updateItem.js}).
 */
final class Problems {
  private static final int NAME = 0;
  private static final int VALUE = 1;
  private static final int OVERLAP = 2;
  private static final int CONFLICT = 3;
  private static final int ACTION_OPERAND = 4;
  private static final int COUNT = 5;
  private static final int DISTINCT = 6;
  private static final int OPERAND = 7;
  private static final int CATEGORIES = 8;

  private final ExpressionKind kind;
  private @Nullable Fault @Nullable [] found;

  Problems(ExpressionKind kind) {
    this.kind = kind;
  }

  void nameNotDefined(String placeholder) {
    report(NAME, ExpressionFault.Plain.NAME_NOT_DEFINED.with(placeholder));
  }

  void valueNotDefined(String placeholder) {
    // Conditions report whichever comes first; updates report names before values.
    report(
        kind.isUpdate() ? VALUE : NAME, ExpressionFault.Plain.VALUE_NOT_DEFINED.with(placeholder));
  }

  void pathsOverlap(BoundPath one, BoundPath two) {
    report(OVERLAP, ExpressionFault.Plain.PATHS_OVERLAP.with(one.toString(), two.toString()));
  }

  void pathsConflict(BoundPath one, BoundPath two) {
    report(CONFLICT, ExpressionFault.Plain.PATHS_CONFLICT.with(one.toString(), two.toString()));
  }

  void actionOperand(Fault fault) {
    report(ACTION_OPERAND, fault);
  }

  void operandCount(String operator, int count) {
    report(function(COUNT), ExpressionFault.Plain.OPERAND_COUNT.with(operator, count));
  }

  void notDistinct(String operator, BoundPath path) {
    report(function(DISTINCT), ExpressionFault.Plain.NOT_DISTINCT.with(operator, path.toString()));
  }

  void operand(Fault fault) {
    report(OPERAND, fault);
  }

  void operandType(String operator, AttributeType type) {
    report(OPERAND, new ExpressionFault.OperandType(operator, type));
  }

  /** Updates report the first invalid function, regardless of what is invalid about it. */
  private int function(int category) {
    return kind.isUpdate() ? OPERAND : category;
  }

  private void report(int category, Fault fault) {
    @Nullable Fault[] all = found;
    if (all == null) {
      all = new @Nullable Fault[CATEGORIES];
      found = all;
    }
    if (all[category] == null) {
      all[category] = fault;
    }
  }

  void throwFirst() {
    @Nullable Fault[] all = found;
    if (all == null) {
      return;
    }
    for (Fault fault : all) {
      if (fault != null) {
        throw new FaultException(kind.invalid(fault));
      }
    }
  }
}
