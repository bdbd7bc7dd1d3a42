package dev.monotable.engine.expression;

import dev.monotable.engine.error.ExpressionFault;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.limits.Limits;
import dev.monotable.expression.DocumentPath;
import dev.monotable.expression.ParseResult;
import org.jspecify.annotations.Nullable;

/**
 * What can be wrong with an expression whatever its names and values are, beyond its syntax: found
 * while it is compiled, reported in AWS's order when that is done.
 */
final class StructureChecks {
  private final ExpressionKind kind;
  private final Limits limits;
  private final int operators;
  private final @Nullable String reservedWord;
  private final @Nullable String duplicateClause;
  private @Nullable String unknownFunction;

  /** The first function in a wrong place. */
  private @Nullable Fault misusedFunction;

  private @Nullable Fault tooLarge;

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

  /** For an expression that was sent as text. */
  static StructureChecks ofText(ExpressionKind kind, Limits limits, ParseResult.Success<?> parsed) {
    return new StructureChecks(
        kind, limits, parsed.operators(), parsed.reservedWord(), parsed.duplicateClause());
  }

  /** For a tree that was made from other parameters: its names may be any words. */
  static StructureChecks ofTree(ExpressionKind kind, Limits limits) {
    return new StructureChecks(kind, limits, 0, null, null);
  }

  PathTemplate path(DocumentPath path) {
    if (path.elements().size() > limits.expression().maxPathElements() && tooLarge == null) {
      tooLarge = new ExpressionFault.PathTooDeep(path.elements().size());
    }
    return PathTemplate.of(path);
  }

  void inOperands(int count) {
    if (count > limits.expression().maxInOperands() && tooLarge == null) {
      tooLarge = new ExpressionFault.TooManyInOperands(count);
    }
  }

  /** The function of that name. */
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
              ? new ExpressionFault.FunctionNotAllowedHere(function.text())
              : new ExpressionFault.FunctionNotAllowedIn(update, function.text());
    }
  }

  /**
   * @throws FaultException for the first fault: in updates reserved words come before functions, in
   *     conditions after them (architect/dynalite {@code test/updateItem.js}, {@code test/scan.js})
   */
  void throwFirst() {
    Fault fault = null;
    if (reservedWord != null && kind.isUpdate()) {
      fault = new ExpressionFault.ReservedKeyword(reservedWord);
    } else if (unknownFunction != null) {
      fault = new ExpressionFault.UnknownFunction(unknownFunction);
    } else if (misusedFunction != null) {
      fault = misusedFunction;
    } else if (reservedWord != null) {
      fault = new ExpressionFault.ReservedKeyword(reservedWord);
    } else if (duplicateClause != null) {
      fault = new ExpressionFault.SectionTwice(duplicateClause);
    } else if (operators > limits.expression().maxOperators()) {
      // The service stops counting at the first one too many.
      fault = new ExpressionFault.TooManyOperators(limits.expression().maxOperators() + 1);
    } else if (tooLarge != null) {
      fault = tooLarge;
    }
    if (fault != null) {
      throw new FaultException(kind.invalid(fault));
    }
  }
}
