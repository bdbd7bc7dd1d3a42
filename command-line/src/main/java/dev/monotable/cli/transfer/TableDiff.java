package dev.monotable.cli.transfer;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.terminal.CommandException;
import dev.monotable.json.ClientCodec;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Operations;
import dev.monotable.model.ScanInput;
import dev.monotable.model.ScanOutput;
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
   * @throws CommandException if a table exists at neither endpoint
   */
  void tables(List<String> names, boolean items) {
    for (String name : names) {
      DefinedTable ofLeft = DefinedTable.find(left, name);
      DefinedTable ofRight = DefinedTable.find(right, name);
      if (ofLeft == null && ofRight == null) {
        throw new CommandException("the table " + name + " exists at neither endpoint");
      }
      if (ofLeft == null || ofRight == null) {
        differences++;
        out.accept(name + ": only at " + (ofLeft == null ? right : left).url());
        continue;
      }
      definitions(name, ofLeft, ofRight);
      boolean comparable = Objects.equals(keyNames(ofLeft), keyNames(ofRight));
      if (items && comparable) {
        items(name, keyNames(ofLeft));
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

  private void items(String table, List<String> keyNames) {
    Map<Item, byte[]> hashes = new HashMap<>();
    scan(left, table, item -> hashes.put(key(item, keyNames), hash(item)));
    List<Item> different = new ArrayList<>();
    List<Item> onlyRight = new ArrayList<>();
    long[] more = new long[1];
    scan(
        right,
        table,
        item -> {
          Item key = key(item, keyNames);
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
    different.forEach(key -> describe(table, key));
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

  private void describe(String table, Item key) {
    out.accept(table + ": the item " + key + " differs");
    out.accept("  < " + get(left, table, key));
    out.accept("  > " + get(right, table, key));
  }

  private static String get(EndpointClient endpoint, String table, Item key) {
    Item item =
        endpoint
            .call(
                Operations.GET_ITEM,
                GetItemInput.builder().tableName(table).key(key).consistentRead(true).build())
            .item();
    return item == null ? "none" : item.toString();
  }

  private static void scan(EndpointClient endpoint, String table, Consumer<Item> each) {
    Item start = null;
    do {
      ScanOutput page =
          endpoint.call(
              Operations.SCAN,
              ScanInput.builder()
                  .tableName(table)
                  .consistentRead(true)
                  .exclusiveStartKey(start)
                  .build());
      DefinedTable.present(page.items()).forEach(each);
      start = page.lastEvaluatedKey();
    } while (start != null);
  }

  private static Item key(Item item, List<String> names) {
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    for (String name : names) {
      key.put(name, Objects.requireNonNull(item.find(name)));
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
