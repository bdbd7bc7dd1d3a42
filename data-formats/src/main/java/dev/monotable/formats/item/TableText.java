package dev.monotable.formats.item;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.text.OneLine;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Writes a table as text for people: a line for each item, sorted by key. The values of the key
 * attributes are in aligned columns; the partition key is shown once for an item collection. The
 * other attributes follow by name. Strings are in quotes, so {@code "5"} and {@code 5} differ.
 *
 * <pre>
 * Chat (PK, SK): 3 items
 * "ROOM#1"  "MSG#1"  body: "hello", sentAt: 1
 *           "MSG#2"  sentAt: 2
 * "ROOM#2"  "MSG#1"  body: "hello", tags: &lt;"a", "b"&gt;
 * </pre>
 */
public final class TableText {
  private static final int MAX_ATTRIBUTES = 50;
  private static final Pattern PLAIN_NAME = Pattern.compile("[\\p{L}\\p{N}_.#$@/-]+");

  private final int maxItems;
  private final int maxWidth;

  private TableText(int maxItems, int maxWidth) {
    this.maxItems = maxItems;
    this.maxWidth = maxWidth;
  }

  /** Returns a writer of at most 1,000 items with values of at most 80 characters. */
  public static TableText standard() {
    return new TableText(1000, 80);
  }

  /** Returns a writer that stops after a number of items, and says how many more there are. */
  public TableText withMaxItems(int items) {
    return new TableText(Math.max(0, items), maxWidth);
  }

  /** Returns a writer that shortens values to a number of characters, at least 4. */
  public TableText withMaxWidth(int characters) {
    return new TableText(maxItems, Math.max(4, characters));
  }

  /**
   * Returns the text of a table.
   *
   * @throws dev.monotable.engine.error.DynamoException if the table does not exist
   */
  public String of(MonotableEngine database, String table) {
    return text(SortedItems.of(database, table, null), table);
  }

  /**
   * Returns the text of an index, with its entries by the keys of the index.
   *
   * @throws dev.monotable.engine.error.DynamoException if the table or the index does not exist
   */
  public String of(MonotableEngine database, String table, String index) {
    return text(SortedItems.of(database, table, index), table + '.' + index);
  }

  private String text(SortedItems sorted, String name) {
    List<Item> items = sorted.items();
    StringBuilder out = new StringBuilder();
    out.append(name).append(" (").append(String.join(", ", sorted.keys())).append("): ");
    out.append(items.size()).append(items.size() == 1 ? " item\n" : " items\n");
    appendItems(items.subList(0, Math.min(items.size(), maxItems)), sorted, out);
    if (items.size() > maxItems) {
      out.append("… and ").append(items.size() - maxItems).append(" more\n");
    }
    return out.toString();
  }

  private void appendItems(List<Item> items, SortedItems sorted, StringBuilder out) {
    List<String> keys = sorted.keys();
    int[] widths = new int[keys.size()];
    boolean[] numbers = new boolean[keys.size()];
    List<List<String>> rows = new ArrayList<>();
    for (Item item : items) {
      List<String> row = new ArrayList<>();
      for (int i = 0; i < widths.length; i++) {
        AttributeValue value = item.find(keys.get(i));
        String text = value == null ? "" : shorten(text(value));
        numbers[i] = value != null && value.type() == AttributeType.N;
        widths[i] = Math.max(widths[i], width(text));
        row.add(text);
      }
      rows.add(row);
    }
    AttributeValue collection = null;
    for (int at = 0; at < rows.size(); at++) {
      StringBuilder line = new StringBuilder();
      AttributeValue partition = items.get(at).find(keys.get(0));
      for (int i = 0; i < widths.length; i++) {
        boolean shown = i > 0 || keys.size() == 1 || !Objects.equals(partition, collection);
        String text = shown ? rows.get(at).get(i) : "";
        String padding = " ".repeat(widths[i] - width(text));
        line.append(numbers[i] ? padding + text : text + padding).append("  ");
      }
      collection = partition;
      appendAttributes(items.get(at), sorted, line);
      out.append(line.toString().stripTrailing()).append('\n');
    }
  }

  /** Appends the attributes that are not in columns: keys of the table, then the rest by name. */
  private void appendAttributes(Item item, SortedItems sorted, StringBuilder line) {
    Map<String, AttributeValue> rest = new TreeMap<>(item.toMap());
    rest.keySet().removeAll(sorted.keys());
    Set<String> names = new LinkedHashSet<>(sorted.tableKeys());
    names.retainAll(rest.keySet());
    names.addAll(rest.keySet());
    String separator = "";
    int count = 0;
    for (String name : names) {
      if (count++ == MAX_ATTRIBUTES) {
        line.append(separator).append("… and ").append(names.size() - MAX_ATTRIBUTES);
        line.append(" more attributes");
        return;
      }
      AttributeValue value = Objects.requireNonNull(rest.get(name));
      line.append(separator).append(name(name)).append(": ").append(shorten(text(value)));
      separator = ", ";
    }
  }

  /** Returns the name of an attribute, in quotes if it has unusual characters. */
  private String name(String name) {
    return shorten(PLAIN_NAME.matcher(name).matches() ? name : quote(name));
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  private String shorten(String text) {
    if (width(text) <= maxWidth) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, maxWidth - 1)) + "…";
  }

  /** Returns a value as text: like JSON, with sets as {@code <"a", "b">}. */
  private String text(AttributeValue value) {
    return switch (value.type()) {
      case S -> quote(value.string());
      case N -> value.numberText();
      case B -> binary(value.binary());
      case BOOL -> String.valueOf(value.bool());
      case NULL -> "null";
      case SS -> set(value.stringSet().stream().map(this::quote).toList());
      case NS -> set(value.numberSet().stream().map(String::valueOf).toList());
      case BS -> set(value.binarySet().stream().map(TableText::binary).toList());
      case L -> {
        StringJoiner elements = new StringJoiner(", ", "[", "]");
        for (AttributeValue element : value.list()) {
          if (elements.length() > maxWidth) {
            break;
          }
          elements.add(text(element));
        }
        yield elements.toString();
      }
      case M -> {
        StringJoiner members = new StringJoiner(", ", "{", "}");
        for (Map.Entry<String, AttributeValue> member : value.map().entrySet()) {
          if (members.length() > maxWidth) {
            break;
          }
          members.add(name(member.getKey()) + ": " + text(member.getValue()));
        }
        yield members.toString();
      }
    };
  }

  private static String set(Collection<String> elements) {
    return "<" + String.join(", ", elements) + ">";
  }

  private static String binary(byte[] bytes) {
    return "b64:" + Base64.getEncoder().encodeToString(bytes);
  }

  /** Returns a string in quotes on one line. */
  private String quote(String text) {
    String start = text.length() > 2 * maxWidth ? text.substring(0, 2 * maxWidth) : text;
    return '"' + OneLine.all(start.replace("\\", "\\\\").replace("\"", "\\\"")) + '"';
  }
}
