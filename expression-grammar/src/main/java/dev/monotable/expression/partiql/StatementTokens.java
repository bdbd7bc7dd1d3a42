package dev.monotable.expression.partiql;

import dev.monotable.expression.partiql.antlr.PartiqlTokens;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.Token;

/**
 * The tokens of a statement, before any recursive parsing. This class measures nesting, finds
 * invalid tokens and counts parameters.
 */
final class StatementTokens {
  private final List<Token> all;
  private final boolean broken;
  private final int depth;
  private final int parameters;

  private StatementTokens(List<Token> all, boolean broken, int depth, int parameters) {
    this.all = all;
    this.broken = broken;
    this.depth = depth;
    this.parameters = parameters;
  }

  static StatementTokens of(String text) {
    PartiqlTokens lexer = new PartiqlTokens(CharStreams.fromString(text));
    lexer.removeErrorListeners();
    List<Token> all = new ArrayList<>();
    boolean broken = false;
    int open = 0;
    int deepest = 0;
    int parameters = 0;
    for (Token token = lexer.nextToken(); token.getType() != Token.EOF; token = lexer.nextToken()) {
      all.add(token);
      switch (token.getType()) {
        case PartiqlTokens.BROKEN -> broken = true;
        case PartiqlTokens.NUMBER -> broken |= !isConvertible(token.getText());
        case PartiqlTokens.PARAMETER -> parameters++;
        case PartiqlTokens.OPEN,
            PartiqlTokens.OPEN_LIST,
            PartiqlTokens.OPEN_BAG,
            PartiqlTokens.OPEN_MAP ->
            deepest = Math.max(deepest, ++open);
        case PartiqlTokens.CLOSE,
            PartiqlTokens.CLOSE_LIST,
            PartiqlTokens.CLOSE_BAG,
            PartiqlTokens.CLOSE_MAP ->
            open--;
        default -> {}
      }
    }
    return new StatementTokens(all, broken, deepest, parameters);
  }

  /**
   * Returns whether AWS can read the number. Like Java's BigDecimal, it needs an exponent and scale
   * of at most 32 bits (paritysuite/dynamodb-conformance {@code
   * tests/tier3/error-messages/partiqlGrammar}).
   */
  private static boolean isConvertible(String number) {
    int exponent = Math.max(number.indexOf('e'), number.indexOf('E'));
    try {
      if (exponent >= 0) {
        // BigDecimal of newer JDKs accepts one more exponent.
        Integer.parseInt(number.substring(exponent + 1));
      }
      return new BigDecimal(number).signum() >= 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  List<Token> all() {
    return all;
  }

  boolean isBroken() {
    return broken;
  }

  int depth() {
    return depth;
  }

  int parameters() {
    return parameters;
  }
}
