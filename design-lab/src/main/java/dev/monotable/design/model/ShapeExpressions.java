package dev.monotable.design.model;

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
