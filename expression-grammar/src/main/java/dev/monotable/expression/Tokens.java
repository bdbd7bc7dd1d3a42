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
 * The tokens of one text, before anything recurses over them: nesting is measured here, and
 * redundant parentheses are found and taken out, so that the grammar need not know of them and a
 * syntax error that stands before them is still found first.
 */
final class Tokens {
  /** As they stand in the text, without the end of input. */
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
            // The pair that closed just before encloses the same as this one. Of both pairs stays
            // what comes first, so that a syntax error at a parenthesis is at the first.
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

  /** Whether the parenthesis only groups: those of calls and of IN belong to their word. */
  private static boolean groups(List<Token> all, int open) {
    if (open == 0) {
      return true;
    }
    int before = all.get(open - 1).getType();
    return before != ExpressionTokens.WORD && before != ExpressionTokens.IN;
  }

  /** Whether parentheses nest deeper than that, redundant ones apart. */
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

  /** The problem of parentheses that nest too deep to be parsed. */
  SyntaxProblem tooDeep() {
    if (unclosed) {
      return syntaxError(new CommonToken(Token.EOF));
    }
    return SyntaxProblem.of(SyntaxProblem.Kind.TOO_DEEP, firstCallWithinCall());
  }

  /** The name of the first call that a call begins with; empty if there is none. */
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
   * Whether a redundant pair of parentheses was parsed when the parser stopped: then that is the
   * error, although what follows is one of syntax.
   *
   * @param next the first token that was not parsed, or the end of input
   */
  boolean hasRedundantParenthesesBefore(Token next) {
    for (int i = 0; i < all.size(); i++) {
      if (redundant[i] && all.get(i).getType() == ExpressionTokens.CLOSE) {
        return next.getType() == Token.EOF || all.get(i).getStopIndex() < next.getStartIndex();
      }
    }
    return false;
  }

  /** The tokens without redundant parentheses. */
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
   * The problem of a token out of place. Where it has no neighbour the white space up to that end
   * of the text belongs to what is near.
   *
   * @param token one of these, or the end of input
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
