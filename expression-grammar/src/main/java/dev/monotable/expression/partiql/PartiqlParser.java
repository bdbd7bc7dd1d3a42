package dev.monotable.expression.partiql;

import dev.monotable.expression.PredictionMemory;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.atn.PredictionMode;

/**
 * Parses PartiQL statements into syntax trees. Thread safe. Every text results in a tree or a
 * failure; the parser never throws, never recurses deeper than {@link #MAX_DEPTH}, and its memory
 * is bounded.
 *
 * <p>The parser does not cache trees.
 */
public final class PartiqlParser {
  /**
   * The maximum nesting of brackets of all kinds, and the maximum number of comparisons of
   * comparisons. AWS's limit is unknown.
   */
  public static final int MAX_DEPTH = 100;

  private static final PredictionMemory MEMORY = new PredictionMemory(PartiqlGrammar._ATN);

  private PartiqlParser() {}

  /**
   * Parses a statement.
   *
   * @param text limited by the caller; AWS allows 8192 characters
   */
  public static ParsedStatement parse(String text) {
    StatementTokens tokens = StatementTokens.of(text);
    if (tokens.isBroken()) {
      return ParsedStatement.Failure.of(ParsedStatement.Failure.Kind.BROKEN_TOKEN);
    }
    if (tokens.depth() > MAX_DEPTH) {
      return ParsedStatement.Failure.of(ParsedStatement.Failure.Kind.TOO_DEEP);
    }
    CommonTokenStream stream = new CommonTokenStream(new ListTokenSource(tokens.all()));
    try {
      return parse(stream, tokens, PredictionMode.SLL);
    } catch (StatementSyntaxException inSll) {
      stream.seek(0);
      try {
        return parse(stream, tokens, PredictionMode.LL);
      } catch (StatementSyntaxException unexpected) {
        return unexpected.failure();
      }
    }
  }

  private static ParsedStatement parse(
      CommonTokenStream stream, StatementTokens tokens, PredictionMode mode) {
    PartiqlGrammar parser = new PartiqlGrammar(stream);
    parser.removeErrorListeners();
    parser.setErrorHandler(StatementSyntaxException.STRATEGY);
    PredictionMemory.Use use = MEMORY.lend(parser);
    parser.getInterpreter().setPredictionMode(mode);
    try {
      StatementBuilder builder = new StatementBuilder(tokens);
      Statement statement = builder.statement(parser.statement());
      return builder.chained() > MAX_DEPTH
          ? ParsedStatement.Failure.of(ParsedStatement.Failure.Kind.TOO_DEEP)
          : new ParsedStatement.Success(statement, tokens.parameters());
    } finally {
      use.release();
    }
  }

  /** Returns the number of states in the parser's shared memory. */
  static int rememberedStates() {
    return MEMORY.states();
  }
}
