package dev.monotable.generator.capability;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Trees of maps, lists and scalars as JSON. */
final class JsonTree {
  private final StringBuilder text = new StringBuilder();
  private final boolean indented;

  private JsonTree(boolean indented) {
    this.indented = indented;
  }

  /** Returns JSON on one line. */
  static String compact(Object value) {
    JsonTree json = new JsonTree(false);
    json.write(value, 0);
    return json.text.toString();
  }

  /** Returns JSON on many lines, with a line break at its end. */
  static String indented(Object value) {
    JsonTree json = new JsonTree(true);
    json.write(value, 0);
    return json.text.append('\n').toString();
  }

  /** Returns a map of names and values, in their order. */
  static Map<String, Object> object(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  private void write(Object value, int depth) {
    if (value instanceof Map<?, ?> map) {
      text.append('{');
      Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
      while (entries.hasNext()) {
        Map.Entry<?, ?> entry = entries.next();
        line(depth + 1);
        text.append(quoted((String) entry.getKey())).append(indented ? " : " : ":");
        write(entry.getValue(), depth + 1);
        text.append(entries.hasNext() ? "," : "");
      }
      end(map.isEmpty(), depth, '}');
    } else if (value instanceof List<?> list) {
      text.append('[');
      Iterator<?> elements = list.iterator();
      while (elements.hasNext()) {
        line(depth + 1);
        write(elements.next(), depth + 1);
        text.append(elements.hasNext() ? "," : "");
      }
      end(list.isEmpty(), depth, ']');
    } else if (value instanceof String string) {
      text.append(quoted(string));
    } else {
      text.append(value);
    }
  }

  private void line(int depth) {
    if (indented) {
      text.append('\n').append("  ".repeat(depth));
    }
  }

  private void end(boolean empty, int depth, char bracket) {
    if (!empty) {
      line(depth);
    } else if (indented) {
      text.append(' ');
    }
    text.append(bracket);
  }

  private static String quoted(String string) {
    return '"' + string.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
