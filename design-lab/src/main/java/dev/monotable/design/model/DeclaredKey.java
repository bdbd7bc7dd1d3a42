package dev.monotable.design.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The key schema of a table or index.
 *
 * @param partition the partition key: one attribute, or up to four for a global index
 * @param sort the sort key: none, one, or up to four for a global index
 */
public record DeclaredKey(List<DeclaredKeyAttribute> partition, List<DeclaredKeyAttribute> sort) {
  public DeclaredKey {
    partition = List.copyOf(partition);
    sort = List.copyOf(sort);
    if (partition.isEmpty()) {
      throw new IllegalArgumentException("a key must have a partition key");
    }
  }

  /** Returns a key with attributes of type S; without a sort key if it is null. */
  public static DeclaredKey of(String partitionKey, @Nullable String sortKey) {
    return new DeclaredKey(
        List.of(DeclaredKeyAttribute.string(partitionKey)),
        sortKey == null ? List.of() : List.of(DeclaredKeyAttribute.string(sortKey)));
  }

  /** Returns the partition key and the sort key, in this order. */
  public List<DeclaredKeyAttribute> attributes() {
    List<DeclaredKeyAttribute> all = new ArrayList<>(partition);
    all.addAll(sort);
    return all;
  }

  /** Returns the names of all attributes, those of the partition key first. */
  public List<String> names() {
    return attributes().stream().map(DeclaredKeyAttribute::name).toList();
  }
}
