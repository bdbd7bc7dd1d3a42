package dev.monotable.design.ledger;

import dev.monotable.design.model.KeyTemplate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The common properties of written items whose keys have the same templates.
 *
 * @param table the name of the table
 * @param keys the templates of the key attributes of the table and of the indexes that the items
 *     are in, by attribute
 * @param written the number of writes that left such an item
 * @param created how many of them created it
 * @param totalBytes the sum of the sizes after these writes, in DynamoDB's bytes
 * @param largestBytes the size of the largest one
 * @param attributes the other attributes, by name, as far as there was room
 * @param equalFields for each field in the keys, in their order, the first field that has the same
 *     value in all items; empty if no two fields are equal
 * @param heldAttributes for each field of each key, the attribute with the same value; empty for a
 *     field without one
 */
public record ItemShape(
    String table,
    Map<String, KeyTemplate> keys,
    long written,
    long created,
    long totalBytes,
    long largestBytes,
    Map<String, AttributeCounts> attributes,
    List<Integer> equalFields,
    Map<String, List<String>> heldAttributes) {
  public ItemShape {
    equalFields = List.copyOf(equalFields);
    keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
    attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    heldAttributes = Map.copyOf(heldAttributes);
  }
}
