package dev.monotable.expression.partiql;

import dev.monotable.expression.partiql.ParsedStatement.Failure;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar;
import dev.monotable.expression.partiql.antlr.PartiqlTokens;
import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.RuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;

/**
 * Ends the parsing of a statement at its first unexpected token and determines the failure that AWS
 * reports, which depends on the expected tokens first, then on the found one. Not visible outside
 * the package.
 */
final class StatementSyntaxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Throws instead of reporting or recovering. */
  static final DefaultErrorStrategy STRATEGY =
      new DefaultErrorStrategy() {
        @Override
        public void recover(Parser recognizer, RecognitionException e) {
          throw new StatementSyntaxException(recognizer, e.getOffendingToken());
        }

        @Override
        public Token recoverInline(Parser recognizer) {
          throw new StatementSyntaxException(recognizer, recognizer.getCurrentToken());
        }

        @Override
        public void reportError(Parser recognizer, RecognitionException e) {}

        @Override
        public void sync(Parser recognizer) {}
      };

  private final Failure failure;

  private StatementSyntaxException(Parser parser, Token token) {
    super(null, null, false, false);
    int index = token.getTokenIndex();
    Token before = index > 0 ? parser.getTokenStream().get(index - 1) : null;
    RuleContext rule = parser.getRuleContext();
    this.failure =
        failure(
            rule.getRuleIndex() == PartiqlGrammar.RULE_anyName
                ? rule.parent.getRuleIndex()
                : rule.getRuleIndex(),
            parser.getExpectedTokens(),
            token.getType(),
            before == null ? Token.EOF : before.getType());
  }

  Failure failure() {
    return failure;
  }

  private static Failure failure(int rule, IntervalSet expected, int found, int before) {
    if (before == PartiqlTokens.DOT) {
      return Failure.of(Failure.Kind.INVALID_DOT_COMPONENT);
    }
    if (expected.contains(Token.EOF)) {
      return Failure.of(Failure.Kind.LEFTOVER_TOKEN);
    }
    if (rule == PartiqlGrammar.RULE_change) {
      return Failure.of(Failure.Kind.EXPECTED_DATA_MANIPULATION);
    }
    if (rule == PartiqlGrammar.RULE_type) {
      return Failure.of(Failure.Kind.EXPECTED_TYPE_NAME);
    }
    // After the FROM of a SELECT, AWS's parser reads any expression.
    if (expected.contains(PartiqlTokens.NUMBER) || rule == PartiqlGrammar.RULE_source) {
      return term(found, before);
    }
    if (expected.contains(PartiqlTokens.QUOTED)) {
      return Failure.of(Failure.Kind.EXPECTED_SIMPLE_PATH);
    }
    int wanted = expected.getMinElement();
    return new Failure(Failure.Kind.EXPECTED_TOKEN, name(wanted));
  }

  private static Failure term(int found, int before) {
    if (found == Token.EOF && isInfix(before)) {
      return Failure.of(Failure.Kind.MISSING_RIGHT_SIDE);
    }
    if (found == PartiqlTokens.FROM) {
      return Failure.of(Failure.Kind.EXPECTED_DATA_MANIPULATION);
    }
    if (isInfix(found)) {
      return Failure.of(Failure.Kind.UNEXPECTED_OPERATOR);
    }
    return Failure.of(
        isKeyword(found) ? Failure.Kind.UNEXPECTED_KEYWORD : Failure.Kind.UNEXPECTED_TERM);
  }

  private static boolean isInfix(int token) {
    return switch (token) {
      case PartiqlTokens.AND,
          PartiqlTokens.OR,
          PartiqlTokens.IN,
          PartiqlTokens.IS,
          PartiqlTokens.LIKE,
          PartiqlTokens.BETWEEN,
          PartiqlTokens.EQUAL,
          PartiqlTokens.NOT_EQUAL,
          PartiqlTokens.LESS,
          PartiqlTokens.LESS_OR_EQUAL,
          PartiqlTokens.GREATER,
          PartiqlTokens.GREATER_OR_EQUAL,
          PartiqlTokens.CONCATENATE,
          PartiqlTokens.PLUS,
          PartiqlTokens.MINUS,
          PartiqlTokens.SLASH,
          PartiqlTokens.PERCENT ->
          true;
      default -> false;
    };
  }

  /** Returns whether a token is a keyword. The types of keywords precede those of names. */
  private static boolean isKeyword(int token) {
    return token > 0 && token < PartiqlTokens.IDENTIFIER;
  }

  private static String name(int token) {
    return switch (token) {
      case PartiqlTokens.OPEN -> "LEFT_PAREN";
      case PartiqlTokens.CLOSE -> "RIGHT_PAREN";
      case PartiqlTokens.CLOSE_LIST -> "RIGHT_BRACKET";
      case PartiqlTokens.CLOSE_MAP -> "RIGHT_CURLY";
      case PartiqlTokens.CLOSE_BAG -> "RIGHT_DOUBLE_ANGLE_BRACKET";
      case PartiqlTokens.EQUAL -> "OPERATOR";
      default -> {
        String symbol = PartiqlTokens.VOCABULARY.getSymbolicName(token);
        yield symbol == null ? "" : symbol;
      }
    };
  }
}
