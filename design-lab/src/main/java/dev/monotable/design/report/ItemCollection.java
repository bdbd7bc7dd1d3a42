package dev.monotable.design.report;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An item collection.
 *
 * @param partitionKey the values of the attributes of the partition key
 * @param items some of its items, in the order of the sort key
 * @param omitted the number of other items, by entity
 */
public record ItemCollection(
    List<String> partitionKey, List<CollectionItem> items, Map<String, Long> omitted) {
  public ItemCollection {
    partitionKey = List.copyOf(partitionKey);
    items = List.copyOf(items);
    omitted = Collections.unmodifiableMap(new TreeMap<>(omitted));
  }
}
