package dev.monotable.design.model;

import dev.monotable.engine.observe.KeyTerm.Comparison;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A key condition whose values are templates, such as {@code PK = ROOM#{roomId} and begins_with(SK,
 * MESSAGE#)}. The primary key of an item is a condition with equality terms only.
 *
 * @param terms all of which hold, the partition key first
 */
public record KeyConditionTemplate(List<TermTemplate> terms) {
  private static final Pattern AND = Pattern.compile("(?i)\\s+and\\s+");
  private static final Pattern BEGINS_WITH =
      Pattern.compile("(?i)begins_with\\s*\\(\\s*(\\S+?)\\s*,\\s*(.*?)\\s*\\)");
  private static final Pattern BETWEEN = Pattern.compile("(?i)(\\S+)\\s+between\\s+(.*)");
  private static final Pattern COMPARISON = Pattern.compile("(\\S+?)\\s*(<=|>=|=|<|>)\\s*(.*)");

  /** A whole value as an expression names it, such as {@code :roomId}. */
  static final Pattern PLACEHOLDER = Pattern.compile(":[A-Za-z_][A-Za-z0-9_]*");

  public KeyConditionTemplate {
    terms = List.copyOf(terms);
  }

  /**
   * Parses a condition as {@link #toString} writes it. Values are templates without quotes; they do
   * not contain {@code and} between spaces. {@code :name}, as in code, is <code>{name}</code>.
   *
   * @throws IllegalArgumentException if the text is not a key condition
   */
  public static KeyConditionTemplate parse(String text) {
    List<TermTemplate> terms = new ArrayList<>();
    String[] parts = AND.split(text.strip());
    for (int i = 0; i < parts.length; i++) {
      String part = parts[i].strip();
      Matcher begins = BEGINS_WITH.matcher(part);
      Matcher between = BETWEEN.matcher(part);
      Matcher comparison = COMPARISON.matcher(part);
      if (begins.matches()) {
        terms.add(
            new TermTemplate(
                begins.group(1), Comparison.BEGINS_WITH, List.of(value(begins.group(2)))));
      } else if (between.matches() && i + 1 < parts.length) {
        terms.add(
            new TermTemplate(
                between.group(1),
                Comparison.BETWEEN,
                List.of(value(between.group(2)), value(parts[++i]))));
      } else if (comparison.matches()) {
        terms.add(
            new TermTemplate(
                comparison.group(1),
                comparison(comparison.group(2)),
                List.of(value(comparison.group(3)))));
      } else {
        throw new IllegalArgumentException("'" + part + "' is not a condition on a key");
      }
    }
    return new KeyConditionTemplate(terms);
  }

  private static KeyTemplate value(String text) {
    String stripped = text.strip();
    if (PLACEHOLDER.matcher(stripped).matches()) {
      return KeyTemplate.parse("{" + stripped.substring(1) + "}");
    }
    int length = stripped.length();
    if (length >= 2
        && (stripped.charAt(0) == '"' || stripped.charAt(0) == '\'')
        && stripped.charAt(length - 1) == stripped.charAt(0)) {
      stripped = stripped.substring(1, length - 1);
    }
    return KeyTemplate.parse(stripped);
  }

  private static Comparison comparison(String symbol) {
    for (Comparison each : Comparison.values()) {
      if (each.symbol().equals(symbol)) {
        return each;
      }
    }
    throw new IllegalArgumentException("unknown comparison " + symbol);
  }

  /** Returns the condition on an attribute, or null if there is none. */
  public @Nullable TermTemplate find(String attribute) {
    for (TermTemplate term : terms) {
      if (term.attribute().equals(attribute)) {
        return term;
      }
    }
    return null;
  }

  /** Returns this condition without the names of fields. */
  public KeyConditionTemplate shape() {
    return withValues((term, value) -> value.shape());
  }

  /** Returns this condition with another value in place of each. */
  public KeyConditionTemplate withValues(BiFunction<TermTemplate, KeyTemplate, KeyTemplate> other) {
    return new KeyConditionTemplate(
        terms.stream().map(term -> term.withValues(value -> other.apply(term, value))).toList());
  }

  /** Returns the condition, such as {@code PK = ROOM#{roomId} and begins_with(SK, MESSAGE#)}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (TermTemplate term : terms) {
      text.append(text.length() == 0 ? "" : " and ").append(term);
    }
    return text.toString();
  }
}
