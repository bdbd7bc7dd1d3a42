package dev.monotable.design.model;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The expressions of a shape, with resolved names and <code>{}</code> for each value, such as
 * {@code status = {}}.
 *
 * @param filter the filter of a Query or Scan; null if there is none
 * @param projection the attributes to return; null for all
 * @param condition the condition of a write; null if it is unconditional
 * @param update the update; null for other actions
 */
public record ShapeExpressions(
    @Nullable String filter,
    @Nullable String projection,
    @Nullable String condition,
    @Nullable String update) {
  /** No expressions. */
  public static final ShapeExpressions NONE = new ShapeExpressions(null, null, null, null);

  /**
   * Returns the words of an expression that are not inside a path. A name with other characters
   * than letters, digits, {@code _} and {@code -} is not found.
   */
  public static Set<String> topLevelNames(String expression) {
    Set<String> names = new LinkedHashSet<>();
    int at = 0;
    while (at < expression.length()) {
      int end = at;
      while (end < expression.length() && isWord(expression.charAt(end))) {
        end++;
      }
      boolean nested = at > 0 && expression.charAt(at - 1) == '.';
      if (end > at && !nested) {
        names.add(expression.substring(at, end));
      }
      at = Math.max(end, at + 1);
    }
    return names;
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-';
  }

  void appendTo(StringBuilder line) {
    append(line, "update", update);
    append(line, "condition", condition);
    append(line, "filter", filter);
    append(line, "projection", projection);
  }

  private static void append(StringBuilder line, String name, @Nullable String expression) {
    if (expression != null) {
      line.append(' ').append(name).append(" (").append(expression).append(')');
    }
  }
}
