package dev.monotable.engine.partiql;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.PartiqlMessages;
import dev.monotable.engine.expression.ExpressionCache;
import dev.monotable.expression.partiql.ParsedStatement;
import dev.monotable.expression.partiql.PartiqlParser;

/** Parses statements, each text once. Thread safe. */
public final class StatementCache {
  private static final int CACHED_ENTRIES = 1024;
  private static final int CACHED_CHARACTERS = 256 * 1024;

  private final ExpressionCache<ParsedStatement.Success> cache =
      new ExpressionCache<>(CACHED_ENTRIES, CACHED_CHARACTERS);

  /**
   * The statement of that text.
   *
   * @throws DynamoException where the text is no statement
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
      throw DynamoException.validation(PartiqlMessages.notWellFormed(detail(failure)));
    }
    throw new IllegalStateException("no such result: " + parsed);
  }

  /**
   * The words of AWS's parser, as recorded in paritysuite/dynamodb-conformance {@code
   * tests/tier3/error-messages/partiqlGrammar}; the names of tokens besides RIGHT_PAREN are ours.
   */
  private static String detail(ParsedStatement.Failure failure) {
    return switch (failure.kind()) {
      case BROKEN_TOKEN, TOO_DEEP -> "";
      case LEFTOVER_TOKEN -> "Unexpected token after expression";
      case EXPECTED_DATA_MANIPULATION -> "Expected data manipulation";
      case EXPECTED_SIMPLE_PATH -> "Expected identifier for simple path";
      case EXPECTED_TYPE_NAME -> "Expected type name";
      case INVALID_DOT_COMPONENT -> "Invalid path dot component";
      case MISSING_RIGHT_SIDE -> "Missing right-hand side expression of infix operator";
      case UNEXPECTED_KEYWORD -> "Unexpected keyword";
      case UNEXPECTED_OPERATOR -> "Unexpected operator";
      case UNEXPECTED_TERM -> "Unexpected term";
      case EXPECTED_TOKEN -> "Expected " + failure.expected();
    };
  }
}
