package dev.monotable.design.recording;

import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.text.FilePosition;
import dev.monotable.text.InvalidContentException;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of an object of a recording, as its form says. A number or flag that is missing is 0
 * or false.
 */
record RecordedMembers(FilePosition at, Map<String, Object> values) {
  boolean has(String name) {
    return values.containsKey(name);
  }

  @SuppressWarnings("unchecked") // the form of the object says which type the values have
  <T> T get(String name, T missing) {
    Object value = values.get(name);
    return value == null ? missing : (T) value;
  }

  /** Returns a text that must be present. */
  String text(String name) {
    return (String) require(name);
  }

  @Nullable String findText(String name) {
    return (String) values.get(name);
  }

  /** Returns an item that must be present. */
  Item key(String name) {
    return (Item) require(name);
  }

  @Nullable Item item(String name) {
    return (Item) values.get(name);
  }

  @Nullable ExpressionText expression(String name) {
    return (ExpressionText) values.get(name);
  }

  boolean flag(String name) {
    return get(name, false);
  }

  double number(String name) {
    return get(name, 0.0);
  }

  <T> List<T> list(String name) {
    return get(name, List.of());
  }

  /** Returns a value that must be present as a constant. */
  <E extends Enum<E>> E constant(Class<E> type, String name) {
    return constant(type, name, text(name));
  }

  /** Returns a constant by its name. */
  <E extends Enum<E>> E constant(Class<E> type, String name, String text) {
    try {
      return Enum.valueOf(type, text);
    } catch (IllegalArgumentException e) {
      throw RequestLines.FORMAT.unknown(at, name, text);
    }
  }

  private Object require(String name) {
    Object value = values.get(name);
    if (value == null) {
      throw new InvalidContentException(at, "the line needs " + name);
    }
    return value;
  }
}
