package dev.monotable.engine.partiql;

import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.StatementFault;
import dev.monotable.engine.error.StatementFault.Syntax;
import dev.monotable.engine.expression.ExpressionCache;
import dev.monotable.expression.partiql.ParsedStatement;
import dev.monotable.expression.partiql.PartiqlParser;

/** Parses statements, each text once. Thread-safe. */
public final class StatementCache {
  private static final int CACHED_ENTRIES = 1024;
  private static final int CACHED_CHARACTERS = 256 * 1024;

  private final ExpressionCache<ParsedStatement.Success> cache =
      new ExpressionCache<>(CACHED_ENTRIES, CACHED_CHARACTERS);

  /**
   * Returns the parsed statement of a text.
   *
   * @throws FaultException if the text is not a valid statement
   */
  public ParsedStatement.Success parse(String text) {
    return cache.get(text, StatementCache::parseAnew);
  }

  private static ParsedStatement.Success parseAnew(String text) {
    ParsedStatement parsed = PartiqlParser.parse(text);
    if (parsed instanceof ParsedStatement.Success success) {
      return success;
    }
    if (parsed instanceof ParsedStatement.Failure failure) {
      throw new FaultException(fault(failure));
    }
    throw new IllegalStateException("unknown result: " + parsed);
  }

  private static Fault fault(ParsedStatement.Failure failure) {
    Syntax problem =
        switch (failure.kind()) {
          case BROKEN_TOKEN, TOO_DEEP -> Syntax.UNREADABLE;
          case LEFTOVER_TOKEN -> Syntax.LEFTOVER_TOKEN;
          case EXPECTED_DATA_MANIPULATION -> Syntax.EXPECTED_DATA_MANIPULATION;
          case EXPECTED_SIMPLE_PATH -> Syntax.EXPECTED_SIMPLE_PATH;
          case EXPECTED_TYPE_NAME -> Syntax.EXPECTED_TYPE_NAME;
          case INVALID_DOT_COMPONENT -> Syntax.INVALID_DOT_COMPONENT;
          case MISSING_RIGHT_SIDE -> Syntax.MISSING_RIGHT_SIDE;
          case UNEXPECTED_KEYWORD -> Syntax.UNEXPECTED_KEYWORD;
          case UNEXPECTED_OPERATOR -> Syntax.UNEXPECTED_OPERATOR;
          case UNEXPECTED_TERM -> Syntax.UNEXPECTED_TERM;
          case EXPECTED_TOKEN -> null;
        };
    return problem == null
        ? StatementFault.Plain.TOKEN_EXPECTED.with(String.valueOf(failure.expected()))
        : new StatementFault.NotWellFormed(problem);
  }
}
