package dev.monotable.design.model;

import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The form of the values of a key attribute, such as {@code MESSAGE#{sentAt}#{messageId}}: literal
 * text, and fields in braces. A template without fields is a constant, such as {@code METADATA}.
 *
 * <p>A field stands for one or more characters. It contains no {@code #} if the literal text of the
 * template has one, and no {@code |} likewise, unless its name ends with {@code ...}, as in {@code
 * FILE#{path...}}. A field without a name, <code>{}</code>, stands for any value; observed values
 * are reduced to such templates. Immutable; equal if the texts are equal.
 */
public final class KeyTemplate {
  /** The template of a value about which nothing is known. */
  public static final KeyTemplate ANY = parse("{}");

  private static final String DELIMITERS = "#|";

  private final String text;
  private final List<Part> parts;
  private final String excluded;

  /** Whether a field has a name. */
  private final boolean named;

  /** The text without the names of the fields. A report compares each pattern with each shape. */
  private final String shapeText;

  /** A literal text, or the name of a field. */
  private record Part(boolean field, String text) {}

  private KeyTemplate(String text, List<Part> parts) {
    this.text = text;
    this.parts = List.copyOf(parts);
    this.named = parts.stream().anyMatch(part -> part.field() && !part.text().isEmpty());
    StringBuilder used = new StringBuilder();
    for (int i = 0; i < DELIMITERS.length(); i++) {
      char delimiter = DELIMITERS.charAt(i);
      if (parts.stream().anyMatch(p -> !p.field() && p.text().indexOf(delimiter) >= 0)) {
        used.append(delimiter);
      }
    }
    this.excluded = used.toString();
    StringBuilder shape = new StringBuilder();
    for (Part part : this.parts) {
      shape.append(part.field() ? "{}" : part.text());
    }
    this.shapeText = shape.toString();
  }

  /**
   * Parses a template.
   *
   * @throws IllegalArgumentException if it is empty, a brace is not closed, or two fields have
   *     nothing between them
   */
  public static KeyTemplate parse(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("a key template must not be empty");
    }
    List<Part> parts = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      int open = text.indexOf('{', at);
      if (open != at) {
        String literal = text.substring(at, open < 0 ? text.length() : open);
        if (literal.indexOf('}') >= 0) {
          throw new IllegalArgumentException("'}' without '{' in the key template " + text);
        }
        parts.add(new Part(false, literal));
        at += literal.length();
        continue;
      }
      int close = text.indexOf('}', open);
      if (close < 0 || text.substring(open + 1, close).indexOf('{') >= 0) {
        throw new IllegalArgumentException("'{' without '}' in the key template " + text);
      }
      if (!parts.isEmpty() && parts.get(parts.size() - 1).field()) {
        throw new IllegalArgumentException(
            "two fields with nothing between them in the key template " + text);
      }
      parts.add(new Part(true, text.substring(open + 1, close)));
      at = close + 1;
    }
    return new KeyTemplate(text, parts);
  }

  /** Returns the template as it was written. */
  public String text() {
    return text;
  }

  /** Returns the names of the fields, without repetitions, in their order. */
  public Set<String> fields() {
    Set<String> names = new LinkedHashSet<>();
    for (Part part : parts) {
      if (part.field()) {
        names.add(part.text());
      }
    }
    return names;
  }

  /** Returns the number of fields, with repetitions. */
  public int fieldCount() {
    return (int) parts.stream().filter(Part::field).count();
  }

  /** Returns whether there are no fields: the values of all items are the same. */
  public boolean isConstant() {
    return parts.stream().noneMatch(Part::field);
  }

  /** Returns the text before the first field; may be empty. */
  public String literalPrefix() {
    return parts.get(0).field() ? "" : parts.get(0).text();
  }

  /** Returns this template without the names of its fields, such as {@code MESSAGE#{}#{}}. */
  public KeyTemplate shape() {
    return shapeText.equals(text) ? this : parse(shapeText);
  }

  /** Returns the number of literal characters: the more, the more specific is the template. */
  public int literalLength() {
    int length = 0;
    for (Part part : parts) {
      length += part.field() ? 0 : part.text().length();
    }
    return length;
  }

  /** Returns whether a value has this form. */
  public boolean matches(AttributeValue value) {
    if (parts.size() == 1 && parts.get(0).field() && excluded.isEmpty()) {
      return value.type() == AttributeType.B
          || ((value.type() == AttributeType.S || value.type() == AttributeType.N)
              && value.size() > 0);
    }
    return find(value) != null;
  }

  /**
   * Returns the values of the named fields in a value, or null if it does not have this form. A
   * binary value has the form of a single field, whose value is then missing.
   */
  public @Nullable Map<String, String> find(AttributeValue value) {
    if (value.type() == AttributeType.B) {
      return parts.size() == 1 && parts.get(0).field() ? Map.of() : null;
    }
    if (value.type() != AttributeType.S && value.type() != AttributeType.N) {
      return null;
    }
    return find(value.type() == AttributeType.S ? value.string() : value.numberText());
  }

  /**
   * Returns the values of the named fields in a text, or null if it does not have this form. If
   * fields can be divided in several ways, the first ones are as short as possible.
   */
  public @Nullable Map<String, String> find(String value) {
    List<String> split = split(value);
    if (split == null) {
      return null;
    }
    if (!named) {
      return Map.of();
    }
    Map<String, String> values = new HashMap<>();
    int field = 0;
    for (Part part : parts) {
      if (part.field()) {
        String found = split.get(field++);
        if (!part.text().isEmpty() && !found.equals(values.getOrDefault(part.text(), found))) {
          return null;
        }
        values.put(part.text(), found);
      }
    }
    values.remove("");
    return values;
  }

  /**
   * Returns the values of all fields in a text, in their order, or null if it does not have this
   * form, regardless of the names of fields.
   */
  public @Nullable List<String> split(String value) {
    if (!value.startsWith(literalPrefix())) {
      return null;
    }
    if (parts.size() <= 2 && !(parts.size() == 2 && parts.get(0).field())) {
      return splitOnlyField(value);
    }
    boolean[][] rest = matchingRests(value);
    if (!rest[0][0]) {
      return null;
    }
    List<String> values = new ArrayList<>();
    int at = 0;
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      if (!part.field()) {
        at += part.text().length();
        continue;
      }
      int end = at + 1;
      while (!rest[i + 1][end]) {
        end++;
      }
      values.add(value.substring(at, end));
      at = end;
    }
    return values;
  }

  /** Does the same for a template with one field at most, at its end, which begins the value. */
  private @Nullable List<String> splitOnlyField(String value) {
    Part last = parts.get(parts.size() - 1);
    int start = parts.size() == 1 && last.field() ? 0 : parts.get(0).text().length();
    if (!last.field()) {
      return value.length() == start ? List.of() : null;
    }
    return value.length() > start && isOneField(last, value, start)
        ? List.of(value.substring(start))
        : null;
  }

  private boolean isOneField(Part field, String value, int start) {
    if (field.text().endsWith("...")) {
      return true;
    }
    for (int i = 0; i < excluded.length(); i++) {
      if (value.indexOf(excluded.charAt(i), start) >= 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns for each part and each position in a text whether the text from there on has the form
   * of the parts from there on. A regular expression would try all divisions into fields one after
   * another, which takes long for a long key.
   */
  private boolean[][] matchingRests(String value) {
    int length = value.length();
    boolean[][] rest = new boolean[parts.size() + 1][length + 1];
    rest[parts.size()][length] = true;
    for (int i = parts.size() - 1; i >= 0; i--) {
      Part part = parts.get(i);
      if (part.field()) {
        String without = part.text().endsWith("...") ? "" : excluded;
        for (int at = length - 1; at >= 0; at--) {
          rest[i][at] =
              without.indexOf(value.charAt(at)) < 0 && (rest[i + 1][at + 1] || rest[i][at + 1]);
        }
      } else {
        int size = part.text().length();
        for (int at = 0; at + size <= length; at++) {
          rest[i][at] = rest[i + 1][at + size] && value.startsWith(part.text(), at);
        }
      }
    }
    return rest;
  }

  /**
   * Returns the shape of a prefix, as begins_with has one, or null if no value of this form begins
   * with it. For {@code MESSAGE#{sentAt}#{id}} the prefix {@code MESSAGE#} is returned as it is,
   * and {@code MESSAGE#2026} as <code>MESSAGE#{}</code>.
   */
  public @Nullable KeyTemplate shapeOfPrefix(String prefix) {
    StringBuilder shape = new StringBuilder();
    int at = 0;
    for (int i = 0; i < parts.size() && at < prefix.length(); i++) {
      Part part = parts.get(i);
      if (!part.field()) {
        String rest = prefix.substring(at);
        if (!rest.startsWith(part.text()) && !part.text().startsWith(rest)) {
          return null;
        }
        int used = Math.min(rest.length(), part.text().length());
        shape.append(rest, 0, used);
        at += used;
        continue;
      }
      String next = i + 1 < parts.size() ? parts.get(i + 1).text() : null;
      int end = next == null ? -1 : prefix.indexOf(next, at + 1);
      boolean open = part.text().endsWith("...");
      for (int c = at; !open && c < (end < 0 ? prefix.length() : end); c++) {
        if (excluded.indexOf(prefix.charAt(c)) >= 0) {
          return null;
        }
      }
      shape.append("{}");
      if (next != null && end < 0) {
        shape.append(begun(prefix, at, next));
      }
      at = end < 0 ? prefix.length() : end;
    }
    return at < prefix.length() || shape.length() == 0 ? null : parse(shape.toString());
  }

  /** Returns the longest beginning of a delimiter with which a prefix ends, behind a value. */
  private static String begun(String prefix, int from, String delimiter) {
    for (int length = delimiter.length() - 1; length > 0; length--) {
      if (prefix.length() - length > from && prefix.endsWith(delimiter.substring(0, length))) {
        return delimiter.substring(0, length);
      }
    }
    return "";
  }

  /**
   * Returns whether this template is at least as general as an observed one: it is a single field,
   * their shapes are equal, or the observed one is constant and has this form.
   */
  public boolean covers(KeyTemplate observed) {
    return (parts.size() == 1 && parts.get(0).field())
        || shapeText.equals(observed.shapeText)
        || (observed.isConstant() && find(observed.text()) != null);
  }

  /** Returns whether a value exists that has this form and the other one. */
  public boolean canMeet(KeyTemplate other) {
    return new TemplateOverlap(elements(), other.elements()).exists();
  }

  /** Returns the elements: a character each, and two for each field. */
  private List<TemplateOverlap.Element> elements() {
    List<TemplateOverlap.Element> elements = new ArrayList<>();
    for (Part part : parts) {
      if (part.field()) {
        String without = part.text().endsWith("...") ? "" : excluded;
        elements.add(TemplateOverlap.Element.any(without, false));
        elements.add(TemplateOverlap.Element.any(without, true));
      } else {
        part.text().chars().forEach(c -> elements.add(TemplateOverlap.Element.of((char) c)));
      }
    }
    return elements;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyTemplate template && template.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
