package dev.monotable.formats.item;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.DescribeTableInput;
import dev.monotable.model.Operations;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Writes a table as text for people: a line for each item, ordered by key, with aligned columns.
 * Key attributes come first, then the others in the order of their first appearance. Strings are in
 * quotes, so {@code "5"} and {@code 5} differ.
 *
 * <pre>
 * Chat: 2 items
 * PK        SK       body    sentAt
 * "ROOM#1"  "MSG#1"  "hello"      1
 * "ROOM#1"  "MSG#2"
 * </pre>
 */
public final class TableText {
  private static final int MAX_COLUMNS = 50;

  private final int maxItems;
  private final int maxWidth;

  private TableText(int maxItems, int maxWidth) {
    this.maxItems = maxItems;
    this.maxWidth = maxWidth;
  }

  /** Returns a writer of at most 1,000 items with values of at most 40 characters. */
  public static TableText standard() {
    return new TableText(1000, 40);
  }

  /** Returns a writer that stops after a number of items, and says how many more there are. */
  public TableText withMaxItems(int items) {
    return new TableText(items, maxWidth);
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
    TableKeys keys =
        TableKeys.of(
            Objects.requireNonNull(
                database
                    .call(
                        Operations.DESCRIBE_TABLE,
                        DescribeTableInput.builder().tableName(table).build())
                    .table()));
    List<Item> items = new ArrayList<>();
    long count = 0;
    Iterator<Item> pages = new TablePages(database, table);
    while (pages.hasNext()) {
      Item item = pages.next();
      if (count++ < maxItems) {
        items.add(item);
      }
    }
    items.sort(byKeys(keys.keys()));
    StringBuilder out = new StringBuilder();
    out.append(keys.name()).append(": ").append(count).append(count == 1 ? " item" : " items");
    out.append('\n');
    if (!items.isEmpty()) {
      appendRows(items, columns(items, keys), out);
    }
    if (count > items.size()) {
      out.append("… and ").append(count - items.size()).append(" more\n");
    }
    return out.toString();
  }

  private static Comparator<Item> byKeys(List<String> keys) {
    return (left, right) -> {
      int order = 0;
      for (int i = 0; i < keys.size() && order == 0; i++) {
        order = compare(left.find(keys.get(i)), right.find(keys.get(i)));
      }
      return order;
    };
  }

  private static int compare(@Nullable AttributeValue left, @Nullable AttributeValue right) {
    if (left == null || right == null) {
      return Boolean.compare(left != null, right != null);
    }
    return switch (left.type()) {
      case N -> left.number().compareTo(right.number());
      case B -> Arrays.compareUnsigned(left.binary(), right.binary());
      case S -> left.string().compareTo(right.string());
      case SS, NS, BS, M, L, BOOL, NULL -> 0;
    };
  }

  private static List<String> columns(List<Item> items, TableKeys keys) {
    Set<String> names = new LinkedHashSet<>(keys.keys());
    for (Item item : items) {
      names.addAll(item.toMap().keySet());
    }
    return List.copyOf(names);
  }

  private void appendRows(List<Item> items, List<String> names, StringBuilder out) {
    List<String> columns = names.size() > MAX_COLUMNS ? names.subList(0, MAX_COLUMNS) : names;
    List<List<String>> rows = new ArrayList<>();
    rows.add(columns.stream().map(this::shorten).toList());
    boolean[] numbers = new boolean[columns.size()];
    Arrays.fill(numbers, true);
    for (Item item : items) {
      List<String> row = new ArrayList<>();
      for (int i = 0; i < columns.size(); i++) {
        AttributeValue value = item.find(columns.get(i));
        numbers[i] &= value == null || value.type() == AttributeType.N;
        row.add(value == null ? "" : shorten(text(value)));
      }
      rows.add(row);
    }
    int[] widths = new int[columns.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], width(row.get(i)));
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String padding = " ".repeat(widths[i] - width(row.get(i)));
        line.append(i == 0 ? "" : "  ");
        line.append(numbers[i] ? padding + row.get(i) : row.get(i) + padding);
      }
      out.append(line.toString().stripTrailing()).append('\n');
    }
    if (columns.size() < names.size()) {
      out.append("… and ").append(names.size() - columns.size()).append(" more attributes\n");
    }
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
          members.add(member.getKey() + ": " + text(member.getValue()));
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
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < start.length(); i++) {
      char c = start.charAt(i);
      switch (c) {
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        default -> {
          if (Character.isISOControl(c)) {
            quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            quoted.append(c);
          }
        }
      }
    }
    return quoted.append('"').toString();
  }
}
