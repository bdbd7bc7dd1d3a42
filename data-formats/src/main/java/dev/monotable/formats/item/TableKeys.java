package dev.monotable.formats.item;

import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.TableDescription;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The facts of a table that reading items needs.
 *
 * @param name the name of the table
 * @param keys the names of its own key attributes, the partition key first
 * @param types the data types of the key attributes of the table and its indexes: S, N or B
 */
record TableKeys(String name, List<String> keys, Map<String, String> types) {
  TableKeys {
    keys = List.copyOf(keys);
    types = Map.copyOf(types);
  }

  static TableKeys of(TableDescription table) {
    return of(
        String.valueOf(table.tableName()),
        present(table.keySchema()),
        present(table.attributeDefinitions()));
  }

  static TableKeys of(
      String name, List<KeySchemaElement> schema, List<AttributeDefinition> definitions) {
    Map<String, String> types = new HashMap<>();
    for (AttributeDefinition definition : definitions) {
      types.put(definition.attributeName(), definition.attributeType());
    }
    return new TableKeys(
        name, schema.stream().map(KeySchemaElement::attributeName).toList(), types);
  }

  String partitionKey() {
    return keys.get(0);
  }

  /** Returns whether a text with the value of an attribute is base64. */
  boolean isBinaryKey(String attribute) {
    return "B".equals(types.get(attribute));
  }

  private static <T> List<T> present(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }
}
