package dev.monotable.expression;

import dev.monotable.expression.antlr.ExpressionGrammar;
import java.util.function.BiFunction;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.atn.PredictionMode;

/**
 * A kind of expression, with its start rule.
 *
 * <p>ANTLR first predicts without the full context (SLL), which is fast but may reject a valid
 * text. A text that fails is parsed again with full context (LL), whose result is exact.
 *
 * @param <T> the type of the tree
 */
final class Grammar<T> {
  static final PredictionMemory MEMORY = new PredictionMemory(ExpressionGrammar._ATN);

  static final Grammar<ConditionExpression> CONDITION =
      new Grammar<>((parser, builder) -> builder.condition(parser.condition()));

  static final Grammar<UpdateExpression> UPDATE =
      new Grammar<>((parser, builder) -> builder.update(parser.update()));

  static final Grammar<ProjectionExpression> PROJECTION =
      new Grammar<>((parser, builder) -> builder.projection(parser.projection()));

  private final BiFunction<ExpressionGrammar, ExpressionTreeBuilder, T> start;

  private Grammar(BiFunction<ExpressionGrammar, ExpressionTreeBuilder, T> start) {
    this.start = start;
  }

  ParseResult<T> parse(String text) {
    int bytes = utf8Length(text);
    if (bytes > ExpressionParser.MAX_BYTES) {
      return failure(SyntaxProblem.of(SyntaxProblem.Kind.TOO_LONG, Integer.toString(bytes)));
    }
    if (text.isEmpty()) {
      return failure(SyntaxProblem.of(SyntaxProblem.Kind.EMPTY));
    }
    Tokens tokens = Tokens.of(text);
    if (tokens.nestDeeperThan(ExpressionParser.MAX_DEPTH)) {
      return failure(tokens.tooDeep());
    }
    CommonTokenStream stream = new CommonTokenStream(new ListTokenSource(tokens.essential()));
    ParseResult<T> result;
    try {
      result = parse(stream, PredictionMode.SLL);
    } catch (ExpressionSyntaxException inSll) {
      stream.seek(0);
      try {
        result = parse(stream, PredictionMode.LL);
      } catch (ExpressionSyntaxException unexpected) {
        return failure(
            tokens.hasRedundantParenthesesBefore(stream.LT(1))
                ? SyntaxProblem.of(SyntaxProblem.Kind.REDUNDANT_PARENTHESES)
                : tokens.syntaxError(unexpected.token()));
      }
    }
    return tokens.hasRedundantParentheses()
        ? failure(SyntaxProblem.of(SyntaxProblem.Kind.REDUNDANT_PARENTHESES))
        : result;
  }

  private ParseResult<T> parse(CommonTokenStream tokens, PredictionMode mode) {
    ExpressionGrammar parser = new ExpressionGrammar(tokens);
    parser.removeErrorListeners();
    parser.setErrorHandler(ExpressionSyntaxException.STRATEGY);
    PredictionMemory.Use memory = MEMORY.lend(parser);
    parser.getInterpreter().setPredictionMode(mode);
    try {
      ExpressionTreeBuilder builder = new ExpressionTreeBuilder();
      T tree = start.apply(parser, builder);
      SyntaxProblem problem = builder.problem();
      return problem != null
          ? failure(problem)
          : new ParseResult.Success<>(
              tree, builder.operators(), builder.reservedWord(), builder.duplicateClause());
    } finally {
      memory.release();
    }
  }

  private static <T> ParseResult<T> failure(SyntaxProblem problem) {
    return new ParseResult.Failure<>(problem);
  }

  /** Returns the length in UTF-8. A lone surrogate counts as one byte, the question mark. */
  private static int utf8Length(String text) {
    int length = text.length();
    int bytes = length;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        if (c < 0x800) {
          bytes += 1;
        } else if (!Character.isSurrogate(c)) {
          bytes += 2;
        } else if (Character.isHighSurrogate(c)
            && i + 1 < length
            && Character.isLowSurrogate(text.charAt(i + 1))) {
          bytes += 2; // two chars, four bytes
          i++;
        }
      }
    }
    return bytes;
  }
}
