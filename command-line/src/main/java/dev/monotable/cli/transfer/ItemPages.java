package dev.monotable.cli.transfer;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.terminal.Json;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Operations;
import dev.monotable.model.ScanInput;
import dev.monotable.model.ScanOutput;
import dev.monotable.text.OneLine;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import dev.monotable.value.ValueFault;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The pages of a table of an endpoint, or of one of its segments, in the order of Scan. A value
 * that DynamoDB cannot have, and pages that never end, are errors of the endpoint.
 */
final class ItemPages {
  private final EndpointClient endpoint;
  private final DefinedTable table;
  private final @Nullable Integer segment;
  private final @Nullable Integer segments;
  private final PageTokens tokens;
  private @Nullable Item lastKey;
  private boolean more = true;

  private ItemPages(
      EndpointClient endpoint,
      DefinedTable table,
      @Nullable Integer segment,
      @Nullable Integer segments,
      @Nullable Item start) {
    this.endpoint = endpoint;
    this.table = table;
    this.segment = segment;
    this.segments = segments;
    this.lastKey = start;
    this.tokens = new PageTokens(endpoint, "Scan of the table " + table.name(), "LastEvaluatedKey");
  }

  /** Returns the pages of a whole table. */
  static ItemPages of(EndpointClient endpoint, DefinedTable table) {
    return new ItemPages(endpoint, table, null, null, null);
  }

  /**
   * Returns the pages of a segment.
   *
   * @param start the key after which they begin; null for the beginning
   */
  static ItemPages of(
      EndpointClient endpoint,
      DefinedTable table,
      int segment,
      int segments,
      @Nullable Item start) {
    return segments == 1
        ? new ItemPages(endpoint, table, null, null, start)
        : new ItemPages(endpoint, table, segment, segments, start);
  }

  boolean hasNext() {
    return more;
  }

  /**
   * Returns the items of the next page.
   *
   * @throws dev.monotable.cli.endpoint.EndpointException if it cannot be read, or is invalid
   */
  List<Item> next() {
    if (!more) {
      throw new NoSuchElementException();
    }
    ScanOutput page =
        endpoint.call(
            Operations.SCAN,
            ScanInput.builder()
                .tableName(table.name())
                .consistentRead(true)
                .segment(segment)
                .totalSegments(segments)
                .exclusiveStartKey(lastKey)
                .build());
    List<Item> items = DefinedTable.present(page.items());
    items.forEach(item -> requireValid(endpoint, table, item));
    lastKey = page.lastEvaluatedKey();
    more = lastKey != null;
    if (lastKey != null) {
      requireValid(endpoint, table, lastKey);
    }
    tokens.require(items.size(), lastKey);
    return items;
  }

  /** Returns the last key of the last page; null after all of them. */
  @Nullable Item lastKey() {
    return lastKey;
  }

  /**
   * Checks that each value of an item is one that DynamoDB can have. An item that is only nested
   * too deeply is left to the receiver.
   */
  static void requireValid(EndpointClient endpoint, DefinedTable table, Item item) {
    ValueFault fault = item.fault();
    if (fault != null && fault.kind() == ValueFault.Kind.NESTING_TOO_DEEP) {
      fault = fault.other();
    }
    if (fault != null) {
      String attribute = fault.attribute();
      throw endpoint.failure(
          "the table "
              + table.name()
              + " has an item with an invalid value"
              + (attribute == null ? "" : " in the attribute " + Json.quote(attribute))
              + ": "
              + text(fault)
              + "; its key is "
              + key(table, item, attribute));
    }
  }

  private static String text(ValueFault fault) {
    String sent = "'" + (fault.arguments().isEmpty() ? "" : fault.arguments().get(0)) + "'";
    return switch (fault.kind()) {
      case NOT_A_NUMBER -> sent + " is not a number";
      case NUMBER_TOO_PRECISE -> sent + " has more than 38 digits";
      case NUMBER_OVERFLOW -> sent + " is too large for a number";
      case NUMBER_UNDERFLOW -> sent + " is too small for a number";
      default -> fault.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    };
  }

  /** Returns the key of an invalid item, as far as it is valid itself. */
  private static String key(DefinedTable table, Item item, @Nullable String invalid) {
    StringJoiner key = new StringJoiner(",", "{", "}");
    for (KeySchemaElement element : DefinedTable.present(table.request().keySchema())) {
      String name = element.attributeName();
      if (!name.equals(invalid)) {
        key.add(Json.quote(name) + ":" + OneLine.quote(value(item, name)));
      }
    }
    return key.toString();
  }

  private static String value(Item item, String name) {
    try {
      AttributeValue value = item.find(name);
      return String.valueOf(value);
    } catch (RuntimeException e) {
      return "?"; // the bytes of an invalid item are unspecified
    }
  }
}
