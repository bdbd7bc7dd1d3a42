package dev.monotable.engine.expression;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ExpressionMessages;
import dev.monotable.value.AttributeType;
import org.jspecify.annotations.Nullable;

/**
 * What was found wrong while an expression was bound: of each category the first, and in the end
 * the first category is thrown. AWS reports in that order, not in the order of the text.
 *
 * <p>In conditions the order applies to each comparison or function by itself; in updates and
 * projections it applies to the whole (architect/dynalite {@code test/scan.js}, {@code
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
  private @Nullable String @Nullable [] found;

  Problems(ExpressionKind kind) {
    this.kind = kind;
  }

  void nameNotDefined(String placeholder) {
    report(NAME, ExpressionMessages.nameNotDefined(placeholder));
  }

  void valueNotDefined(String placeholder) {
    // Conditions report whichever comes first; updates report names before values.
    report(kind.isUpdate() ? VALUE : NAME, ExpressionMessages.valueNotDefined(placeholder));
  }

  void pathsOverlap(BoundPath one, BoundPath two) {
    report(OVERLAP, ExpressionMessages.pathsOverlap(one.toString(), two.toString()));
  }

  void pathsConflict(BoundPath one, BoundPath two) {
    report(CONFLICT, ExpressionMessages.pathsConflict(one.toString(), two.toString()));
  }

  void actionOperand(String message) {
    report(ACTION_OPERAND, message);
  }

  void operandCount(String operator, int count) {
    report(function(COUNT), ExpressionMessages.operandCount(operator, count));
  }

  void notDistinct(String operator, BoundPath path) {
    report(function(DISTINCT), ExpressionMessages.notDistinct(operator, path.toString()));
  }

  void operand(String message) {
    report(OPERAND, message);
  }

  void operandType(String operator, AttributeType type) {
    report(OPERAND, ExpressionMessages.operandType(operator, type.name()));
  }

  /** Updates report the first function that is wrong, whatever is wrong with it. */
  private int function(int category) {
    return kind.isUpdate() ? OPERAND : category;
  }

  private void report(int category, String message) {
    @Nullable String[] all = found;
    if (all == null) {
      all = new @Nullable String[CATEGORIES];
      found = all;
    }
    if (all[category] == null) {
      all[category] = message;
    }
  }

  void throwFirst() {
    @Nullable String[] all = found;
    if (all == null) {
      return;
    }
    for (String message : all) {
      if (message != null) {
        throw DynamoException.validation(kind.invalid(message));
      }
    }
  }
}
