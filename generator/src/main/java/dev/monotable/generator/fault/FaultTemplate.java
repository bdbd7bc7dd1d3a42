package dev.monotable.generator.fault;

import dev.monotable.generator.Names;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A text with places in angle brackets: {@code <name>} for a value, and {@code <method(name)>} for
 * what a method makes of values.
 *
 * @param parts literals and places, in their order
 */
record FaultTemplate(List<Part> parts) {
  private static final Pattern PLACE = Pattern.compile("<([^<>]*)>");
  private static final Pattern PHRASE = Pattern.compile("[A-Z][A-Z_]*");
  private static final Pattern VALUE = Pattern.compile("[a-z][A-Za-z]*");
  private static final Pattern CALL = Pattern.compile("([a-z][A-Za-z]*)\\(([A-Za-z, ]+)\\)");

  /**
   * A literal, or a place.
   *
   * @param literal null for a place
   * @param method the method that makes a text of the values; null for the value itself
   * @param values the names of the values in a place
   */
  record Part(@Nullable String literal, @Nullable String method, List<String> values) {}

  /**
   * Returns the text of a statement.
   *
   * @param text may contain phrases, as names in capitals in angle brackets
   * @throws IllegalArgumentException if a phrase is unknown or a place is malformed
   */
  static FaultTemplate of(TableStatement statement, String text, Map<String, String> phrases) {
    List<Part> parts = new ArrayList<>();
    String expanded = expand(statement, text, phrases);
    Matcher place = PLACE.matcher(expanded);
    int end = 0;
    while (place.find()) {
      addLiteral(statement, expanded.substring(end, place.start()), parts);
      Matcher call = CALL.matcher(place.group(1));
      if (VALUE.matcher(place.group(1)).matches()) {
        parts.add(new Part(null, null, List.of(place.group(1))));
      } else if (call.matches()) {
        parts.add(new Part(null, call.group(1), List.of(call.group(2).split(", ?"))));
      } else {
        throw statement.error("not a place: " + place.group());
      }
      end = place.end();
    }
    addLiteral(statement, expanded.substring(end), parts);
    return new FaultTemplate(List.copyOf(parts));
  }

  private static String expand(TableStatement statement, String text, Map<String, String> phrases) {
    return PLACE
        .matcher(text)
        .replaceAll(
            place -> {
              String name = place.group(1);
              String phrase = phrases.get(name);
              if (phrase == null && PHRASE.matcher(name).matches()) {
                throw statement.error("unknown phrase: <" + name + ">");
              }
              return Matcher.quoteReplacement(
                  phrase == null ? place.group() : expand(statement, phrase, phrases));
            });
  }

  private static void addLiteral(TableStatement statement, String literal, List<Part> parts) {
    if (literal.contains("<") || literal.contains(">")) {
      throw statement.error("an angle bracket without its other one: " + literal);
    }
    if (!literal.isEmpty()) {
      parts.add(new Part(literal, null, List.of()));
    }
  }

  /** Returns the names of the values, each once, in the order of their places. */
  Set<String> values() {
    Set<String> values = new LinkedHashSet<>();
    parts.forEach(part -> values.addAll(part.values()));
    return values;
  }

  /** Returns whether each place has one value, which no other place has. */
  boolean isPlain() {
    List<Part> places = parts.stream().filter(part -> part.literal() == null).toList();
    return places.size() == values().size()
        && places.stream().allMatch(part -> part.method() == null);
  }

  /** Returns the text with {@code %s} for each place. */
  String pattern() {
    StringBuilder pattern = new StringBuilder();
    parts.forEach(part -> pattern.append(part.literal() == null ? "%s" : part.literal()));
    return pattern.toString();
  }

  /**
   * Returns the operands whose concatenation in Java is the text.
   *
   * @param shown returns the expression for the value of a place
   * @param passed returns the expression for an argument of a method
   */
  List<String> operands(Function<String, String> shown, Function<String, String> passed) {
    List<String> operands = new ArrayList<>();
    for (Part part : parts) {
      if (part.literal() != null) {
        operands.addAll(JavaText.literals(part.literal()));
      } else if (part.method() == null) {
        operands.add(shown.apply(part.values().get(0)));
      } else {
        operands.add(
            "PlaceTexts."
                + part.method()
                + "("
                + String.join(", ", part.values().stream().map(passed).toList())
                + ")");
      }
    }
    return operands.isEmpty() ? List.of(Names.literal("")) : operands;
  }
}
