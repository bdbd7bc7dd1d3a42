package dev.monotable.testing;

import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A notation of items and of values in expressions, for requests that fit in a line. In both,
 * {@code {}} stands for the next argument, {@code {0}} for the first, a number for itself, and
 * {@code 'x'} for the text x.
 *
 * <pre>
 * PK: USER#{0}, SK: USER#{0}, age: 7
 * PK = 'USER#{}' AND begins_with(SK, {})
 * </pre>
 */
public final class Notation {
  private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");
  private static final Pattern PART = Pattern.compile("(?:'[^']*'|[^,']|,(?! ))+");
  private static final Pattern PLACE = Pattern.compile("\\{(\\d*)}");
  private static final Pattern VALUE =
      Pattern.compile("'[^']*'|\\{\\d*}|(?<![\\w#:.\\[-])-?\\d+(?:\\.\\d+)?(?![\\w\\]])");

  private final Object[] arguments;
  private final BitSet used = new BitSet();
  private final List<Object> values = new ArrayList<>();

  public Notation(Object... arguments) {
    this.arguments = arguments;
  }

  /** Returns an item, such as that of {@code PK: USER#{}, SK: INFO, age: 7}. */
  public static Item item(String text, Object... arguments) {
    Notation notation = new Notation(arguments);
    Item item = Item.of(notation.attributes(text));
    notation.end();
    return item;
  }

  /** Returns names and values in turns. */
  public Object[] attributes(String text) {
    List<Object> attributes = new ArrayList<>();
    Matcher matcher = PART.matcher(text);
    while (matcher.find()) {
      String part = matcher.group().strip();
      int colon = part.indexOf(": ");
      if (colon < 0) {
        throw new IllegalArgumentException("Not an attribute: " + part);
      }
      attributes.add(part.substring(0, colon));
      attributes.add(value(part.substring(colon + 2)));
    }
    return attributes.toArray();
  }

  private Object value(String text) {
    Matcher place = PLACE.matcher(text);
    if (place.matches()) {
      return argument(place);
    }
    if (NUMBER.matcher(text).matches()) {
      return AttributeValue.number(text);
    }
    boolean quoted = text.startsWith("'") && text.endsWith("'") && text.length() > 1;
    place = PLACE.matcher(quoted ? text.substring(1, text.length() - 1) : text);
    return place.replaceAll(each -> Matcher.quoteReplacement(argument(each).toString()));
  }

  private Object argument(MatchResult place) {
    int number = place.group(1).isEmpty() ? used.length() : Integer.parseInt(place.group(1));
    used.set(number);
    return arguments[number];
  }

  /** Returns an expression with names such as {@code :v0} for its values; null for null. */
  public @Nullable String expression(@Nullable String text) {
    if (text == null) {
      return null;
    }
    StringBuilder expression = new StringBuilder();
    Matcher matcher = VALUE.matcher(text);
    while (matcher.find()) {
      String name = ":v" + values.size() / 2;
      values.add(name);
      values.add(value(matcher.group()));
      matcher.appendReplacement(expression, name);
    }
    return matcher.appendTail(expression).toString();
  }

  /**
   * Returns the values of all expressions; null if there are none. Fails if an argument is left.
   */
  public @Nullable Item values() {
    end();
    return values.isEmpty() ? null : Item.of(values.toArray());
  }

  private void end() {
    if (used.cardinality() < arguments.length) {
      throw new IllegalArgumentException("Without a place: " + Arrays.toString(arguments));
    }
  }
}
