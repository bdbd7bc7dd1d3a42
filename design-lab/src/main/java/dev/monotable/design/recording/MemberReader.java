package dev.monotable.design.recording;

import com.fasterxml.jackson.core.JsonToken;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.text.FilePosition;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.JsonTokens;
import dev.monotable.text.RecentWords;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the members of JSON objects one after the other, without a tree of them. */
final class MemberReader {
  private final JsonTokens json;
  private final RecentWords words;
  private final IgnoredMembers ignored;
  private String name = "";

  MemberReader(JsonTokens json, RecentWords words, IgnoredMembers ignored) {
    this.json = json;
    this.words = words;
    this.ignored = ignored;
  }

  /**
   * Starts with the object that is the current token.
   *
   * @param what names the object in a message
   */
  void object(String what) {
    require(json.current() == JsonToken.START_OBJECT, what, "an object");
  }

  /**
   * Moves to the value of the next member of the current object, and returns its name; null at the
   * end of the object. Members that are null are skipped.
   */
  @Nullable String next() {
    while (json.next() == JsonToken.FIELD_NAME) {
      String member = json.name();
      if (json.next() != JsonToken.VALUE_NULL) {
        name = member;
        return member;
      }
    }
    return null;
  }

  /** Starts with the list that is the current value. */
  void list() {
    require(json.current() == JsonToken.START_ARRAY, name, "a list");
  }

  /** Moves to the next element of the current list, and returns whether there is one. */
  boolean hasElement() {
    return json.next() != JsonToken.END_ARRAY;
  }

  /** Skips the current value, of a member that is unknown. */
  void skip() {
    ignored.add(name);
    json.skip();
  }

  // ---- values ----

  String text() {
    JsonToken token = json.current();
    require(token != null && token.isScalarValue(), name, "a string");
    return json.text(words);
  }

  /** Returns a text that may be in no other line. */
  private String newText() {
    JsonToken token = json.current();
    require(token != null && token.isScalarValue(), name, "a string");
    return json.text();
  }

  /** Returns a value that must be present as a constant. */
  <E extends Enum<E>> E constant(Class<E> type, @Nullable String text, String what) {
    return constant(json.at(), type, present(text, what), what);
  }

  /** Returns a constant by its name. */
  static <E extends Enum<E>> E constant(FilePosition at, Class<E> type, String text, String what) {
    try {
      return Enum.valueOf(type, text);
    } catch (IllegalArgumentException e) {
      throw RequestLines.FORMAT.unknown(at, what, text);
    }
  }

  boolean flag() {
    return json.current() == JsonToken.VALUE_TRUE || text().equals("true");
  }

  /** Returns the current value as a number that is not negative. */
  double number() {
    double number = anyNumber();
    if (number < 0) {
      throw invalidNumber();
    }
    return number;
  }

  /** Returns the current value as a number. No report can add up NaN. */
  double anyNumber() {
    JsonToken token = json.current();
    require(token != null && token.isScalarValue(), name, "a number");
    double number = json.number();
    if (!Double.isFinite(number)) {
      throw invalidNumber();
    }
    return number;
  }

  private InvalidContentException invalidNumber() {
    return new InvalidContentException(json.at(), name + " is invalid: " + json.text());
  }

  /** Returns texts that are the same in many lines. */
  List<String> names() {
    list();
    List<String> texts = new ArrayList<>(1);
    while (hasElement()) {
      texts.add(text());
    }
    return texts;
  }

  List<String> texts() {
    list();
    List<String> texts = new ArrayList<>();
    while (hasElement()) {
      texts.add(newText());
    }
    return texts;
  }

  Item item() {
    return Item.parse(newText());
  }

  /** Returns the value of the only attribute of an item. */
  AttributeValue value() {
    return present(item().find("v"), name);
  }

  ExpressionText expression() {
    object(name);
    String text = null;
    Map<String, String> names = new HashMap<>();
    Item values = Item.EMPTY;
    for (String member = next(); member != null; member = next()) {
      switch (member) {
        case "text" -> text = text();
        case "values" -> values = item();
        case "names" -> {
          object("names");
          for (String each = next(); each != null; each = next()) {
            names.put(each, text());
          }
        }
        default -> skip();
      }
    }
    return new ExpressionText(present(text, "text"), names, values);
  }

  // ---- errors ----

  /**
   * Returns a value that must be present.
   *
   * @throws InvalidContentException if it is null
   */
  <T> T present(@Nullable T value, String what) {
    if (value == null) {
      throw new InvalidContentException(json.at(), "the line needs " + what);
    }
    return value;
  }

  private void require(boolean is, String what, String wanted) {
    if (!is) {
      throw new InvalidContentException(json.at(), what + " must be " + wanted);
    }
  }
}
