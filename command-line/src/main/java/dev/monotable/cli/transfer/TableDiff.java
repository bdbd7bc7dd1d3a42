package dev.monotable.cli.transfer;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.terminal.InvalidArgumentException;
import dev.monotable.cli.terminal.Json;
import dev.monotable.json.ClientCodec;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Operations;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Compares tables of two endpoints: their definitions, then their items. It keeps a hash of each
 * item of the first endpoint, so a table of a million items takes about 150 MB.
 */
final class TableDiff {
  private final EndpointClient left;
  private final EndpointClient right;
  private final Consumer<String> out;
  private final int mostItems;
  private long differences;

  /**
   * Creates a comparison.
   *
   * @param out receives the lines that describe differences
   * @param mostItems the number of different items of a table that are described
   */
  TableDiff(EndpointClient left, EndpointClient right, int mostItems, Consumer<String> out) {
    this.left = left;
    this.right = right;
    this.mostItems = mostItems;
    this.out = out;
  }

  /** Returns the number of differences so far. */
  long differences() {
    return differences;
  }

  /**
   * Compares tables by their names.
   *
   * @throws InvalidArgumentException if a table exists at neither endpoint
   */
  void tables(List<String> names, boolean items) {
    for (String name : names) {
      DefinedTable ofLeft = DefinedTable.find(left, name);
      DefinedTable ofRight = DefinedTable.find(right, name);
      if (ofLeft == null && ofRight == null) {
        throw new InvalidArgumentException("the table " + name + " exists at neither endpoint");
      }
      if (ofLeft == null || ofRight == null) {
        differences++;
        out.accept(name + ": only at " + (ofLeft == null ? right : left).url());
        continue;
      }
      definitions(name, ofLeft, ofRight);
      boolean comparable = Objects.equals(keyNames(ofLeft), keyNames(ofRight));
      if (items && comparable) {
        items(ofLeft, ofRight);
      }
    }
  }

  // ---- definitions ----

  /** A part of a definition. */
  @FunctionalInterface
  private interface Part {
    @Nullable Object of(DefinedTable table);
  }

  private void definitions(String name, DefinedTable ofLeft, DefinedTable ofRight) {
    Map<String, Part> parts = new LinkedHashMap<>();
    parts.put("AttributeDefinitions", table -> table.request().attributeDefinitions());
    parts.put("KeySchema", table -> table.request().keySchema());
    parts.put("LocalSecondaryIndexes", table -> table.request().localSecondaryIndexes());
    parts.put("GlobalSecondaryIndexes", table -> table.request().globalSecondaryIndexes());
    parts.put("VectorIndexes", table -> table.request().vectorIndexes());
    parts.put("BillingMode", table -> table.request().billingMode());
    parts.put("ProvisionedThroughput", table -> table.request().provisionedThroughput());
    parts.put("OnDemandThroughput", table -> table.request().onDemandThroughput());
    parts.put("StreamSpecification", table -> table.request().streamSpecification());
    parts.put("TableClass", table -> table.request().tableClass());
    parts.put("DeletionProtectionEnabled", table -> table.request().deletionProtectionEnabled());
    parts.put("Tags", table -> table.request().tags());
    parts.put("TimeToLive", DefinedTable::timeToLive);
    parts.forEach(
        (part, value) -> {
          if (!Objects.equals(value.of(ofLeft), value.of(ofRight))) {
            differences++;
            out.accept(name + ": " + part + " differs");
            out.accept("  < " + text(ofLeft, part, value));
            out.accept("  > " + text(ofRight, part, value));
          }
        });
  }

  /** Returns a part of a definition as JSON. */
  private static String text(DefinedTable table, String part, Part value) {
    if (value.of(table) instanceof String simple) {
      return simple;
    }
    if (value.of(table) == null) {
      return "none";
    }
    CreateTableInput all = table.request();
    CreateTableInput.Builder one = CreateTableInput.builder().tableName(all.tableName());
    switch (part) {
      case "AttributeDefinitions" -> one.attributeDefinitions(all.attributeDefinitions());
      case "KeySchema" -> one.keySchema(all.keySchema());
      case "LocalSecondaryIndexes" -> one.localSecondaryIndexes(all.localSecondaryIndexes());
      case "GlobalSecondaryIndexes" -> one.globalSecondaryIndexes(all.globalSecondaryIndexes());
      case "VectorIndexes" -> one.vectorIndexes(all.vectorIndexes());
      case "ProvisionedThroughput" -> one.provisionedThroughput(all.provisionedThroughput());
      case "OnDemandThroughput" -> one.onDemandThroughput(all.onDemandThroughput());
      case "StreamSpecification" -> one.streamSpecification(all.streamSpecification());
      case "Tags" -> one.tags(all.tags());
      default -> {
        return String.valueOf(value.of(table));
      }
    }
    String json =
        new String(
            ClientCodec.encode(CreateTableInput.SCHEMA, one.build()), StandardCharsets.UTF_8);
    return json.substring(json.indexOf("\"" + part + "\":") + part.length() + 3)
        .replaceFirst("(,\"TableName\":\"[^\"]*\")?}$", "");
  }

  private static List<String> keyNames(DefinedTable table) {
    return DefinedTable.present(table.request().keySchema()).stream()
        .map(KeySchemaElement::attributeName)
        .toList();
  }

  // ---- items ----

  private void items(DefinedTable ofLeft, DefinedTable ofRight) {
    String table = ofLeft.name();
    List<String> keyNames = keyNames(ofLeft);
    Map<Item, byte[]> hashes = new HashMap<>();
    scan(left, ofLeft, item -> hashes.put(key(left, item, keyNames), hash(item)));
    List<Item> different = new ArrayList<>();
    List<Item> onlyRight = new ArrayList<>();
    long[] more = new long[1];
    scan(
        right,
        ofRight,
        item -> {
          Item key = key(right, item, keyNames);
          byte[] expected = hashes.remove(key);
          if (expected == null || !Arrays.equals(expected, hash(item))) {
            differences++;
            if (different.size() + onlyRight.size() < mostItems) {
              (expected == null ? onlyRight : different).add(key);
            } else {
              more[0]++;
            }
          }
        });
    different.forEach(key -> describe(ofLeft, key));
    onlyRight.forEach(key -> out.accept(table + ": only at " + right.url() + ": " + key));
    long shown = different.size() + (long) onlyRight.size();
    for (Item key : hashes.keySet()) {
      differences++;
      if (shown++ < mostItems) {
        out.accept(table + ": only at " + left.url() + ": " + key);
      } else {
        more[0]++;
      }
    }
    if (more[0] > 0) {
      out.accept(table + ": " + more[0] + " more items differ");
    }
  }

  private void describe(DefinedTable table, Item key) {
    out.accept(table.name() + ": the item " + key + " differs");
    out.accept("  < " + get(left, table, key));
    out.accept("  > " + get(right, table, key));
  }

  private static String get(EndpointClient endpoint, DefinedTable table, Item key) {
    Item item =
        endpoint
            .call(
                Operations.GET_ITEM,
                GetItemInput.builder()
                    .tableName(table.name())
                    .key(key)
                    .consistentRead(true)
                    .build())
            .item();
    if (item == null) {
      return "none";
    }
    ItemPages.requireValid(endpoint, table, item);
    return item.toString();
  }

  private static void scan(EndpointClient endpoint, DefinedTable table, Consumer<Item> each) {
    ItemPages pages = ItemPages.of(endpoint, table);
    while (pages.hasNext()) {
      pages.next().forEach(each);
    }
  }

  private static Item key(EndpointClient endpoint, Item item, List<String> names) {
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    for (String name : names) {
      AttributeValue value = item.find(name);
      if (value == null) {
        throw endpoint.failure("an item of a table has no key attribute " + Json.quote(name));
      }
      key.put(name, value);
    }
    return Item.of(key);
  }

  /** Returns a hash that does not depend on the order of attributes and of elements of sets. */
  private static byte[] hash(Item item) {
    try {
      byte[] text = Canonical.text(item).getBytes(StandardCharsets.UTF_8);
      return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(text), 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each JVM has it
    }
  }
}
