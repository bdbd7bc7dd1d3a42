package dev.monotable.design.relation;

import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.model.QueryOutput;
import dev.monotable.model.ScanOutput;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.CanonicalJson;
import dev.monotable.value.Item;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request that knows the identifiers in its results without a response, because it was recorded.
 * They show whether the keys of later requests come from these results.
 */
public interface ResultValues {
  /** Results beyond these are ignored. */
  int MAX_ITEMS = 25;

  /** Attributes of an item beyond these are ignored. */
  int MAX_ATTRIBUTES = 8;

  /** A shorter text identifies nothing. */
  int MIN_LENGTH = 4;

  /** A longer text is no identifier. */
  int MAX_LENGTH = 64;

  /** Returns the identifiers in the results of a page. */
  List<String> resultValues();

  /**
   * Returns the identifiers in the results of a page with at least two items; none for other
   * requests.
   */
  static List<String> of(ObservedRequest request) {
    if (request instanceof ResultValues recorded) {
      return recorded.resultValues();
    }
    List<Item> items =
        request.response() instanceof QueryOutput query
            ? query.items()
            : request.response() instanceof ScanOutput scan ? scan.items() : null;
    if (items == null || items.size() < 2) {
      return List.of();
    }
    Set<String> values = new LinkedHashSet<>();
    for (Item item : items.subList(0, Math.min(MAX_ITEMS, items.size()))) {
      byte[] json = item.json();
      int attributes = 0;
      for (int member = CanonicalJson.firstMember(json, 0);
          member >= 0 && attributes < MAX_ATTRIBUTES;
          member = CanonicalJson.nextMember(json, member)) {
        String identifier = identifier(json, CanonicalJson.valueOf(json, member));
        if (identifier != null) {
          attributes++;
          values.add(identifier);
        }
      }
    }
    return List.copyOf(values);
  }

  /** Returns the identifier in a value of an item. The most values have none, and cost nothing. */
  private static @Nullable String identifier(byte[] json, int at) {
    if (CanonicalJson.type(json, at) != AttributeType.S) {
      return null;
    }
    int from = CanonicalJson.contentStart(json, at);
    int to = CanonicalJson.contentEnd(json, at);
    int start = to;
    while (start > from && json[start - 1] >= 0 && isIdentifier((char) json[start - 1])) {
      start--;
    }
    if (start > from && (json[start - 1] < 0 || json[start - 1] == '\\')) {
      return identifier(AttributeValue.at(json, at)); // a letter of more bytes, or an escaped one
    }
    int length = to - start;
    return length < MIN_LENGTH || length > MAX_LENGTH
        ? null
        : new String(json, start, length, StandardCharsets.US_ASCII);
  }

  /**
   * Returns what identifies a thing in a value, so that it can be recognized in another key: what
   * follows its last delimiter. Null if that is too short or too long.
   */
  static @Nullable String identifier(AttributeValue value) {
    if (value.type() != AttributeType.S) {
      return null;
    }
    String text = value.string();
    int at = text.length();
    while (at > 0 && isIdentifier(text.charAt(at - 1))) {
      at--;
    }
    int length = text.length() - at;
    return length < MIN_LENGTH || length > MAX_LENGTH ? null : text.substring(at);
  }

  /**
   * Returns what identifies a thing in a value of a key, if it comes from the results of a page;
   * null if it does not, or if the key condition of the page names it, so that it was known before.
   *
   * @param values the identifiers in the results
   */
  static @Nullable String findSource(PageRead page, List<String> values, AttributeValue value) {
    String identifier = identifier(value);
    if (identifier == null || !values.contains(identifier)) {
      return null;
    }
    for (KeyRestriction condition : page.keyConditions()) {
      for (KeyTerm term : condition.terms()) {
        if (identifier.equals(identifier(term.values().get(0)))) {
          return null;
        }
      }
    }
    return identifier;
  }

  private static boolean isIdentifier(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= '0' && c <= '9')
        || (c >= 'A' && c <= 'Z')
        || c == '-'
        || c == '@'
        || c == '.'
        || (c >= 128 && Character.isLetterOrDigit(c));
  }
}
