package dev.monotable.design.draft;

import dev.monotable.design.model.KeyConditionTemplate;
import dev.monotable.design.model.KeyTemplate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gives names to the fields of observed templates: <code>USER#{}</code> becomes {@code
 * USER#{userId}}. In one key, fields have the same name only if their values are equal, because
 * that is what equal names mean.
 */
final class FieldNames {
  private static final Pattern FIELD = Pattern.compile("\\{\\}");
  private static final Pattern LABEL = Pattern.compile("([A-Za-z][A-Za-z_.]*)[^A-Za-z]*$");
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9]+");

  private final Set<String> used = new HashSet<>();

  /** For each field of the keys, in their order, the first one with the same value. */
  private final List<Integer> equal;

  /** For each field of a key, the attribute with the same value, or an empty text. */
  private final Map<String, List<String>> held;

  private final Map<Integer, String> names = new HashMap<>();
  private int field;

  /** Creates names of fields whose values differ. */
  FieldNames() {
    this(List.of(), Map.of());
  }

  /**
   * Creates names of the fields of a key.
   *
   * @param equal for each field, in the order in which they are named, the first one that has the
   *     same value; empty if all differ
   * @param held for each field of a key attribute, the attribute with the same value, or an empty
   *     text
   */
  FieldNames(List<Integer> equal, Map<String, List<String>> held) {
    this.equal = equal;
    this.held = held;
  }

  /** Returns a template with names. */
  KeyTemplate named(String attribute, KeyTemplate template) {
    String text = template.text();
    Matcher matcher = FIELD.matcher(text);
    StringBuilder named = new StringBuilder();
    int at = 0;
    List<String> attributes = held.getOrDefault(attribute, List.of());
    boolean holds = attributes.size() == template.fieldCount() && text.length() > 2;
    for (int i = 0; matcher.find(); i++) {
      String own = holds ? attributes.get(i) : "";
      named.append(text, at, matcher.start());
      int same = field < equal.size() ? equal.get(field) : field;
      String before = text.substring(0, matcher.start());
      named
          .append('{')
          .append(names.computeIfAbsent(same, each -> name(own, attribute, before)))
          .append('}');
      field++;
      at = matcher.end();
    }
    return KeyTemplate.parse(named.append(text.substring(at)).toString());
  }

  /** Returns a condition with names. */
  KeyConditionTemplate named(KeyConditionTemplate condition) {
    return condition.withValues((term, value) -> named(term.attribute(), value));
  }

  private String name(String held, String attribute, String before) {
    Matcher label = LABEL.matcher(before);
    String name = camelCase(held.isEmpty() ? attribute : held, false);
    if (held.isEmpty() && label.find()) {
      String word = camelCase(label.group(1), false);
      name = word.toLowerCase(Locale.ROOT).endsWith("id") ? word : word + "Id";
    }
    String unique = name;
    for (int i = 2; !used.add(unique); i++) {
      unique = name + i;
    }
    return unique;
  }

  /**
   * Returns the words of a text as one name: {@code ORDER_DATE} becomes {@code orderDate}.
   *
   * @param upper whether the name begins with upper case
   */
  static String camelCase(String text, boolean upper) {
    StringBuilder name = new StringBuilder();
    Matcher words = WORD.matcher(text);
    while (words.find()) {
      String word = words.group();
      boolean allUpper = word.equals(word.toUpperCase(Locale.ROOT));
      boolean first = name.length() == 0 && !upper;
      String start = word.substring(0, 1);
      name.append(first ? start.toLowerCase(Locale.ROOT) : start.toUpperCase(Locale.ROOT));
      name.append(allUpper ? word.substring(1).toLowerCase(Locale.ROOT) : word.substring(1));
    }
    return name.length() == 0 ? (upper ? "Item" : "value") : name.toString();
  }

  /** Returns the label of a template, such as {@code ORDER} of <code>ORDER#{}</code>, or null. */
  static @Nullable String findLabel(KeyTemplate template) {
    String prefix = template.literalPrefix();
    Matcher label = LABEL.matcher(prefix);
    return prefix.isEmpty() || !label.find() ? null : prefix;
  }
}
