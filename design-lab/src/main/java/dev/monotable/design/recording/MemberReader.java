package dev.monotable.design.recording;

import com.fasterxml.jackson.core.JsonToken;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.text.FilePosition;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.JsonTokens;
import dev.monotable.text.RecentWords;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of a recording that {@link RequestLines} writes, token by token: there are
 * millions of them. The members of an object may have any order.
 */
final class MemberReader {
  private static final Form EXPRESSION =
      new Form("an expression")
          .with(MemberReader::text, "text")
          .with(MemberReader::item, "values")
          .with(MemberReader::map, "names");

  private final JsonTokens json;
  private final RecentWords words;
  private final IgnoredMembers ignored;
  private final FilePosition at;

  /** Whether requests as they were sent, and the items of tables, are needed. */
  private final boolean withRequest;

  private String name = "";

  MemberReader(
      FilePosition at,
      JsonTokens json,
      RecentWords words,
      IgnoredMembers ignored,
      boolean withRequest) {
    this.at = at;
    this.withRequest = withRequest;
    this.json = json;
    this.words = words;
    this.ignored = ignored;
  }

  /** The members that a kind of objects has, and how each is read. */
  static final class Form {
    private final String what;
    private final Map<String, Function<MemberReader, @Nullable Object>> members = new HashMap<>();

    /**
     * Creates a form without members.
     *
     * @param what names such an object in a message
     */
    Form(String what) {
      this.what = what;
    }

    /** Adds members that are read alike. */
    Form with(Function<MemberReader, @Nullable Object> value, String... names) {
      for (String each : names) {
        members.put(each, value);
      }
      return this;
    }
  }

  /** Reads a whole line. */
  RecordedMembers line(Form form) {
    json.next();
    RecordedMembers line = object(form);
    json.next(); // fails unless the line is whole
    return line;
  }

  /** Reads the object that is the current value, except for members that are null. */
  private RecordedMembers object(Form form) {
    require(json.current() == JsonToken.START_OBJECT, form.what, "an object");
    Map<String, Object> values = new HashMap<>();
    while (json.next() == JsonToken.FIELD_NAME) {
      String member = json.name();
      if (json.next() != JsonToken.VALUE_NULL) {
        name = member;
        Function<MemberReader, @Nullable Object> reader = form.members.get(member);
        if (reader == null) {
          ignored.add(member);
          json.skip();
        } else {
          Object value = reader.apply(this);
          if (value != null) {
            values.put(member, value);
          }
        }
      }
    }
    return new RecordedMembers(at, values);
  }

  <T> List<T> list(Supplier<T> element) {
    require(json.current() == JsonToken.START_ARRAY, name, "a list");
    List<T> elements = new ArrayList<>(1);
    while (json.next() != JsonToken.END_ARRAY) {
      elements.add(element.get());
    }
    return elements;
  }

  <T> List<T> objects(Form form, Function<RecordedMembers, T> made) {
    return list(() -> made.apply(object(form)));
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
    return list(this::text);
  }

  List<String> texts() {
    return list(this::newText);
  }

  private Map<String, String> map() {
    require(json.current() == JsonToken.START_OBJECT, name, "an object");
    Map<String, String> texts = new HashMap<>();
    while (json.next() == JsonToken.FIELD_NAME) {
      String key = json.name();
      json.next();
      texts.put(key, text());
    }
    return texts;
  }

  /** Returns a request as it was sent, if it is needed. */
  @Nullable String request() {
    return withRequest ? newText() : null;
  }

  /** Returns the items of a table, if they are needed. */
  @Nullable List<Item> items() {
    if (withRequest) {
      return list(this::item);
    }
    json.skip();
    return null;
  }

  Item item() {
    return Item.parse(newText());
  }

  ExpressionText expression() {
    RecordedMembers members = object(EXPRESSION);
    Item values = members.item("values");
    return new ExpressionText(
        members.text("text"),
        members.get("names", Map.<String, String>of()),
        values == null ? Item.EMPTY : values);
  }

  private void require(boolean is, String what, String wanted) {
    if (!is) {
      throw new InvalidContentException(json.at(), what + " must be " + wanted);
    }
  }
}
