package dev.monotable.expression;

import dev.monotable.expression.antlr.ExpressionTokens;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.CharStream;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.Interval;

/**
 * The tokens of an expression, before any recursive parsing. This class measures nesting, and finds
 * and removes redundant parentheses, so that the grammar does not need to handle them and a syntax
 * error before them is reported first.
 */
final class Tokens {
  /** The tokens in the order of the text, without the end of input. */
  private final List<Token> all;

  private final CharStream text;

  /** The deepest nesting of parentheses. */
  private final int depth;

  /** Whether a parenthesis is not closed. */
  private final boolean unclosed;

  private final boolean[] redundant;
  private final boolean anyRedundant;

  private Tokens(
      List<Token> all,
      CharStream text,
      int depth,
      boolean unclosed,
      boolean[] redundant,
      boolean anyRedundant) {
    this.all = all;
    this.text = text;
    this.depth = depth;
    this.unclosed = unclosed;
    this.redundant = redundant;
    this.anyRedundant = anyRedundant;
  }

  static Tokens of(String expression) {
    CharStream text = CharStreams.fromString(expression);
    ExpressionTokens lexer = new ExpressionTokens(text);
    List<Token> all = new ArrayList<>();
    for (Token token = lexer.nextToken(); token.getType() != Token.EOF; token = lexer.nextToken()) {
      all.add(token);
    }
    return scan(all, text);
  }

  private static Tokens scan(List<Token> all, CharStream text) {
    int[] opens = new int[all.size()];
    int depth = 0;
    int deepest = 0;
    boolean[] redundant = new boolean[all.size()];
    boolean anyRedundant = false;
    int closedOpen = -1;
    for (int i = 0; i < all.size(); i++) {
      switch (all.get(i).getType()) {
        case ExpressionTokens.OPEN -> {
          opens[depth++] = i;
          deepest = Math.max(deepest, depth);
          closedOpen = -1;
        }
        case ExpressionTokens.CLOSE -> {
          if (depth > 0) {
            int open = opens[--depth];
            // The pair that closed just before encloses the same term. The first parenthesis of
            // both is kept, so that a syntax error is reported at the first.
            if (closedOpen == open + 1 && groups(all, open)) {
              redundant[closedOpen] = true;
              redundant[i] = true;
              anyRedundant = true;
            }
            closedOpen = open;
          } else {
            closedOpen = -1;
          }
        }
        default -> closedOpen = -1;
      }
    }
    return new Tokens(all, text, deepest, depth > 0, redundant, anyRedundant);
  }

  /** Returns whether a parenthesis groups terms; those of calls and of IN do not. */
  private static boolean groups(List<Token> all, int open) {
    if (open == 0) {
      return true;
    }
    int before = all.get(open - 1).getType();
    return before != ExpressionTokens.WORD && before != ExpressionTokens.IN;
  }

  /** Returns whether parentheses nest deeper than a limit, not counting redundant ones. */
  boolean nestDeeperThan(int limit) {
    if (depth <= limit) {
      return false;
    }
    int deep = 0;
    for (Token token : essential()) {
      switch (token.getType()) {
        case ExpressionTokens.OPEN -> deep++;
        case ExpressionTokens.CLOSE -> deep = Math.max(0, deep - 1);
        default -> {}
      }
      if (deep > limit) {
        return true;
      }
    }
    return false;
  }

  /** Returns the problem for parentheses that nest too deep. */
  SyntaxProblem tooDeep() {
    if (unclosed) {
      return syntaxError(new CommonToken(Token.EOF));
    }
    return SyntaxProblem.of(SyntaxProblem.Kind.TOO_DEEP, firstCallWithinCall());
  }

  /** Returns the name of the first call whose first argument is a call; empty if there is none. */
  private String firstCallWithinCall() {
    for (int i = 3; i < all.size(); i++) {
      if (isCall(i - 3) && isCall(i - 1)) {
        return all.get(i - 1).getText();
      }
    }
    return "";
  }

  private boolean isCall(int at) {
    return all.get(at).getType() == ExpressionTokens.WORD
        && all.get(at + 1).getType() == ExpressionTokens.OPEN;
  }

  boolean hasRedundantParentheses() {
    return anyRedundant;
  }

  /**
   * Returns whether the parser had passed a redundant pair of parentheses when it stopped. That is
   * then reported instead of the syntax error.
   *
   * @param next the first unparsed token, or the end of input
   */
  boolean hasRedundantParenthesesBefore(Token next) {
    for (int i = 0; i < all.size(); i++) {
      if (redundant[i] && all.get(i).getType() == ExpressionTokens.CLOSE) {
        return next.getType() == Token.EOF || all.get(i).getStopIndex() < next.getStartIndex();
      }
    }
    return false;
  }

  /** Returns the tokens without redundant parentheses. */
  List<Token> essential() {
    if (!anyRedundant) {
      return all;
    }
    List<Token> essential = new ArrayList<>(all.size());
    for (int i = 0; i < all.size(); i++) {
      if (!redundant[i]) {
        essential.add(all.get(i));
      }
    }
    return essential;
  }

  /**
   * Returns the problem for an unexpected token. At either end of the text, the white space up to
   * the end is part of the quoted text.
   *
   * @param token one of these tokens, or the end of input
   */
  SyntaxProblem syntaxError(Token token) {
    int at = all.size();
    if (token.getType() != Token.EOF) {
      at = 0;
      while (all.get(at).getStartIndex() != token.getStartIndex()) {
        at++;
      }
    }
    int from = at == 0 ? 0 : all.get(at - 1).getStartIndex();
    int to = at + 1 < all.size() ? all.get(at + 1).getStopIndex() : text.size() - 1;
    String found = at == all.size() ? SyntaxProblem.END_OF_INPUT : token.getText();
    return new SyntaxProblem(
        SyntaxProblem.Kind.SYNTAX_ERROR, found, text.getText(Interval.of(from, to)));
  }
}
