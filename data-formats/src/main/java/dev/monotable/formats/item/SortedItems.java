package dev.monotable.formats.item;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.DescribeTableInput;
import dev.monotable.model.GlobalSecondaryIndexDescription;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.LocalSecondaryIndexDescription;
import dev.monotable.model.Operations;
import dev.monotable.model.TableDescription;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The items of a table or the entries of an index, sorted by their keys: item collections together,
 * ordered by partition key. The order of Scan says nothing to a person and depends on hash values.
 *
 * @param table the name of the table
 * @param keys the names of the key attributes of the table or the index, the partition key first
 * @param tableKeys the names of the key attributes of the table
 * @param items the items
 */
record SortedItems(String table, List<String> keys, List<String> tableKeys, List<Item> items) {
  /**
   * Reads all items of a table, or all entries of an index.
   *
   * @throws dev.monotable.engine.error.DynamoException if the table or the index does not exist
   */
  static SortedItems of(MonotableEngine database, String table, @Nullable String index) {
    TableDescription described =
        Objects.requireNonNull(
            database
                .call(
                    Operations.DESCRIBE_TABLE,
                    DescribeTableInput.builder().tableName(table).build())
                .table());
    List<String> tableKeys = names(described.keySchema());
    List<String> keys = index == null ? tableKeys : indexKeys(described, index, tableKeys);
    List<Item> items = new ArrayList<>();
    Iterator<Item> pages = new TablePages(database, table, index);
    while (pages.hasNext()) {
      items.add(pages.next());
    }
    List<String> order = new ArrayList<>(keys);
    order.addAll(tableKeys); // entries of an index can have the same key
    items.sort(byKeys(order));
    return new SortedItems(table, keys, tableKeys, items);
  }

  private static List<String> indexKeys(
      TableDescription table, String index, List<String> tableKeys) {
    if (table.globalSecondaryIndexes() != null) {
      for (GlobalSecondaryIndexDescription global : table.globalSecondaryIndexes()) {
        if (index.equals(global.indexName())) {
          return names(global.keySchema());
        }
      }
    }
    if (table.localSecondaryIndexes() != null) {
      for (LocalSecondaryIndexDescription local : table.localSecondaryIndexes()) {
        if (index.equals(local.indexName())) {
          return names(local.keySchema());
        }
      }
    }
    return tableKeys; // the Scan reports that the index does not exist
  }

  private static List<String> names(@Nullable List<KeySchemaElement> schema) {
    return schema == null
        ? List.of()
        : schema.stream().map(KeySchemaElement::attributeName).toList();
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
      case S -> Arrays.compareUnsigned(utf8(left), utf8(right));
      case SS, NS, BS, M, L, BOOL, NULL -> 0;
    };
  }

  private static byte[] utf8(AttributeValue text) {
    return text.string().getBytes(StandardCharsets.UTF_8);
  }
}
