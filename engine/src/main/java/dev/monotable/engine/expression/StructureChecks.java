package dev.monotable.engine.expression;

import dev.monotable.engine.error.ExpressionFault;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.limits.Limits;
import dev.monotable.expression.DocumentPath;
import dev.monotable.expression.ParseResult;
import org.jspecify.annotations.Nullable;

/**
 * The checks of an expression beyond its syntax that do not depend on names and values. They are
 * made while it is compiled; the first fault in AWS's order is thrown at the end.
 */
final class StructureChecks {
  private final ExpressionKind kind;
  private final Limits limits;
  private final int operators;
  private final @Nullable String reservedWord;
  private final @Nullable String duplicateClause;
  private @Nullable String unknownFunction;

  /** The first function in a place where it is not allowed. */
  private @Nullable Fault misusedFunction;

  private @Nullable Fault tooLarge;
  private int paths;
  private boolean constant = true;

  private StructureChecks(
      ExpressionKind kind,
      Limits limits,
      int operators,
      @Nullable String reservedWord,
      @Nullable String duplicateClause) {
    this.kind = kind;
    this.limits = limits;
    this.operators = operators;
    this.reservedWord = reservedWord;
    this.duplicateClause = duplicateClause;
  }

  /** Creates the checks for an expression that was sent as text. */
  static StructureChecks ofText(ExpressionKind kind, Limits limits, ParseResult.Success<?> parsed) {
    return new StructureChecks(
        kind, limits, parsed.operators(), parsed.reservedWord(), parsed.duplicateClause());
  }

  /**
   * Creates the checks for a tree that was not parsed from an expression: its names may be reserved
   * words.
   */
  static StructureChecks ofTree(ExpressionKind kind, Limits limits) {
    return new StructureChecks(kind, limits, 0, null, null);
  }

  PathTemplate path(DocumentPath path) {
    paths++;
    if (path.elements().size() > limits.expression().maxPathElements() && tooLarge == null) {
      tooLarge = ExpressionFault.Plain.PATH_TOO_DEEP.with(path.elements().size());
    }
    PathTemplate template = PathTemplate.of(path);
    constant &= template.isConstant();
    return template;
  }

  /** Notes that the expression has a placeholder of a value. */
  void placeholder() {
    constant = false;
  }

  /** Returns whether the expression is the same for every request. */
  boolean isConstant() {
    return constant;
  }

  /** Returns whether the expression has so many paths that one walk should find all of them. */
  boolean isCrowded() {
    return paths > BoundPath.Crowd.FEW;
  }

  void inOperands(int count) {
    if (count > limits.expression().maxInOperands() && tooLarge == null) {
      tooLarge = ExpressionFault.Plain.TOO_MANY_IN_OPERANDS.with(count);
    }
  }

  /** Returns the function of that name; records the first unknown name. */
  @Nullable ExpressionFunction function(String name) {
    ExpressionFunction function = ExpressionFunction.find(name);
    if (function == null && unknownFunction == null) {
      unknownFunction = name;
    }
    return function;
  }

  void conditionFunction(@Nullable ExpressionFunction function) {
    allow(function, ExpressionFunction.Place.CONDITION, ExpressionFunction.Place.CONDITION);
  }

  /**
   * Checks that the function is allowed as an operand.
   *
   * @param wholeValue whether the operand is the whole right side of SET
   */
  void operandFunction(@Nullable ExpressionFunction function, boolean wholeValue) {
    if (kind.isUpdate()) {
      allow(
          function,
          ExpressionFunction.Place.UPDATE_OPERAND,
          wholeValue
              ? ExpressionFunction.Place.UPDATE_VALUE
              : ExpressionFunction.Place.UPDATE_OPERAND);
    } else {
      allow(
          function,
          ExpressionFunction.Place.CONDITION_OPERAND,
          ExpressionFunction.Place.CONDITION_OPERAND);
    }
  }

  private void allow(
      @Nullable ExpressionFunction function,
      ExpressionFunction.Place one,
      ExpressionFunction.Place other) {
    if (function == null || misusedFunction != null) {
      return;
    }
    if (function.place() != one && function.place() != other) {
      boolean ofUpdates =
          function.place() == ExpressionFunction.Place.UPDATE_OPERAND
              || function.place() == ExpressionFunction.Place.UPDATE_VALUE;
      boolean update = kind == ExpressionKind.UPDATE;
      misusedFunction =
          ofUpdates == update
              ? ExpressionFault.Plain.FUNCTION_NOT_ALLOWED_HERE.with(function.text())
              : new ExpressionFault.FunctionNotAllowedIn(update, function.text());
    }
  }

  /**
   * Throws the first fault, if any: in updates reserved words come before functions, in conditions
   * after them (architect/dynalite {@code test/updateItem.js}, {@code test/scan.js}).
   */
  void throwFirst() {
    Fault fault = null;
    if (reservedWord != null && kind.isUpdate()) {
      fault = ExpressionFault.Plain.RESERVED_KEYWORD.with(reservedWord);
    } else if (unknownFunction != null) {
      fault = ExpressionFault.Plain.UNKNOWN_FUNCTION.with(unknownFunction);
    } else if (misusedFunction != null) {
      fault = misusedFunction;
    } else if (reservedWord != null) {
      fault = ExpressionFault.Plain.RESERVED_KEYWORD.with(reservedWord);
    } else if (duplicateClause != null) {
      fault = ExpressionFault.Plain.SECTION_TWICE.with(duplicateClause);
    } else if (operators > limits.expression().maxOperators()) {
      // AWS stops counting at the first operator over the maximum.
      fault = ExpressionFault.Plain.TOO_MANY_OPERATORS.with(limits.expression().maxOperators() + 1);
    } else if (tooLarge != null) {
      fault = tooLarge;
    }
    if (fault != null) {
      throw new FaultException(kind.invalid(fault));
    }
  }
}
