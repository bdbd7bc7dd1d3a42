package dev.monotable.engine.observe;

import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An expression as the client sent it, with its substitutions. Legacy parameters, such as
 * QueryFilter, are expressed as the expression that means the same.
 *
 * @param text the expression, such as {@code #s = :open}; a whole statement of PartiQL
 * @param names ExpressionAttributeNames: attribute names by placeholders such as {@code #s}
 * @param values ExpressionAttributeValues: values by placeholders such as {@code :open}
 */
public record ExpressionText(String text, Map<String, String> names, Item values) {
  public ExpressionText {
    names = Map.copyOf(names);
  }

  /**
   * Returns an expression, or null for null.
   *
   * @param names null for none
   * @param values null for none
   */
  public static @Nullable ExpressionText of(
      @Nullable String text, @Nullable Map<String, String> names, @Nullable Item values) {
    return text == null
        ? null
        : new ExpressionText(
            text, names == null ? Map.of() : names, values == null ? Item.EMPTY : values);
  }

  /** Returns the expression with its names and values, such as {@code status = "open"}. */
  public String resolved() {
    return substituted(false);
  }

  /**
   * Returns the expression with its names, and with {@code {}} for each value, such as {@code
   * status = {}}. Requests that differ in their values only have the same template.
   */
  public String template() {
    return substituted(true);
  }

  /** Returns the {@linkplain #resolved resolved} expression. */
  @Override
  public String toString() {
    return resolved();
  }

  private String substituted(boolean template) {
    StringBuilder result = new StringBuilder(text.length() + 32);
    int at = 0;
    while (at < text.length()) {
      char first = text.charAt(at);
      int end = at + 1;
      if (first == '#' || first == ':') {
        while (end < text.length() && isWord(text.charAt(end))) {
          end++;
        }
        String placeholder = text.substring(at, end);
        result.append(first == '#' ? name(placeholder) : value(placeholder, template));
      } else if (Character.isWhitespace(first)) {
        while (end < text.length() && Character.isWhitespace(text.charAt(end))) {
          end++;
        }
        result.append(' ');
      } else {
        result.append(first);
      }
      at = end;
    }
    return result.toString().strip();
  }

  private static boolean isWord(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private String name(String placeholder) {
    return names.getOrDefault(placeholder, placeholder);
  }

  private String value(String placeholder, boolean template) {
    AttributeValue value = values.find(placeholder);
    if (value == null) {
      return placeholder;
    }
    return template ? "{}" : literal(value);
  }

  /**
   * Returns a value for people: a string in quotes, a number as it is, any other value in DynamoDB
   * JSON.
   */
  public static String literal(AttributeValue value) {
    if (value.type() == AttributeType.S) {
      return '"' + value.string().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
    return value.type() == AttributeType.N ? value.numberText() : value.toString();
  }
}
