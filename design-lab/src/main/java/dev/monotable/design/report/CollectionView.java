package dev.monotable.design.report;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The item collections of a table or index.
 *
 * @param index the name of the index; null for the table
 * @param partitionKey the names of the attributes of the partition key
 * @param sortKey the names of the attributes of the sort key; empty without one
 * @param observed whether the items were observed; if not, they show the declared key templates
 * @param collections some of the item collections, in the order in which they were observed
 * @param omitted the number of other item collections that were observed
 */
public record CollectionView(
    String table,
    @Nullable String index,
    List<String> partitionKey,
    List<String> sortKey,
    boolean observed,
    List<ItemCollection> collections,
    long omitted) {
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

  public CollectionView {
    partitionKey = List.copyOf(partitionKey);
    sortKey = List.copyOf(sortKey);
    collections = List.copyOf(collections);
  }

  /** Returns the table, or the table and the index, such as {@code Chat.GSI1}. */
  public String target() {
    return index == null ? table : table + "." + index;
  }
}
