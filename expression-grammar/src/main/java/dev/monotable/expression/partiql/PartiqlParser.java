package dev.monotable.expression.partiql;

import dev.monotable.expression.PredictionMemory;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.atn.PredictionMode;

/**
 * Turns the text of PartiQL statements into syntax trees. Thread safe. Every text gives a tree or
 * the reason why there is none: nothing is thrown, no text makes the parser recurse deeper than
 * {@link #MAX_DEPTH} allows, and what it remembers between texts is bounded.
 *
 * <p>Trees are not cached here; that is for the caller.
 */
public final class PartiqlParser {
  /** How deep brackets of all kinds may nest; AWS's own bound is not known. */
  public static final int MAX_DEPTH = 200;

  private static final PredictionMemory MEMORY = new PredictionMemory(PartiqlGrammar._ATN);

  private PartiqlParser() {}

  /**
   * Parses a statement.
   *
   * @param text bounded by the caller; AWS allows 8192 characters
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
      return new ParsedStatement.Success(
          builder.statement(parser.statement()), tokens.parameters());
    } finally {
      use.release();
    }
  }

  /** States that the shared memory of the parser holds. */
  static int rememberedStates() {
    return MEMORY.states();
  }
}
