package dev.monotable.engine.expression;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ExpressionMessages;
import dev.monotable.engine.limits.Limits;
import dev.monotable.expression.DocumentPath;
import dev.monotable.expression.ParseResult;
import org.jspecify.annotations.Nullable;

/**
 * What can be wrong with an expression whatever its names and values are, beyond its syntax: found
 * while it is compiled, reported in AWS's order when that is done.
 */
final class StructureChecks {
  /** AWS page ServiceQuotas.html: nested attribute depth, document paths. */
  private static final int MAX_PATH_LEVELS = 32;

  private final ExpressionKind kind;
  private final Limits limits;
  private final int operators;
  private final @Nullable String reservedWord;
  private final @Nullable String duplicateClause;
  private @Nullable String unknownFunction;

  /** What is said of the first function in a wrong place. */
  private @Nullable String misusedFunction;

  private @Nullable String tooLarge;

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
    if (path.elements().size() > MAX_PATH_LEVELS && tooLarge == null) {
      tooLarge = ExpressionMessages.pathTooDeep(path.elements().size());
    }
    return PathTemplate.of(path);
  }

  void inOperands(int count) {
    if (count > limits.maxInOperands() && tooLarge == null) {
      tooLarge = ExpressionMessages.tooManyInOperands(count);
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
              ? ExpressionMessages.functionNotAllowedHere(function.text())
              : ExpressionMessages.functionNotAllowedIn(update, function.text());
    }
  }

  /**
   * @throws DynamoException for the first fault: in updates reserved words come before functions,
   *     in conditions after them (architect/dynalite {@code test/updateItem.js}, {@code
   *     test/scan.js})
   */
  void throwFirst() {
    String message = null;
    if (reservedWord != null && kind.isUpdate()) {
      message = ExpressionMessages.reservedKeyword(reservedWord);
    } else if (unknownFunction != null) {
      message = ExpressionMessages.unknownFunction(unknownFunction);
    } else if (misusedFunction != null) {
      message = misusedFunction;
    } else if (reservedWord != null) {
      message = ExpressionMessages.reservedKeyword(reservedWord);
    } else if (duplicateClause != null) {
      message = ExpressionMessages.sectionTwice(duplicateClause);
    } else if (operators > limits.maxExpressionOperators()) {
      // The service stops counting at the first one too many.
      message = ExpressionMessages.tooManyOperators(limits.maxExpressionOperators() + 1);
    } else if (tooLarge != null) {
      message = tooLarge;
    }
    if (message != null) {
      throw DynamoException.validation(kind.invalid(message));
    }
  }
}
