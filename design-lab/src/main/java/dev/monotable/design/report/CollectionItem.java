package dev.monotable.design.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An item, or an index entry, in an item collection.
 *
 * @param entity the entity that it belongs to; empty if it matches none
 * @param sortKey the values of the attributes of the sort key; empty without one
 * @param attributes the other attributes
 * @param bytes its size in DynamoDB's bytes; null if unknown
 */
public record CollectionItem(
    String entity, List<String> sortKey, List<ItemAttribute> attributes, @Nullable Long bytes) {
  /**
   * An attribute of an item.
   *
   * @param type its type, such as {@code S}; empty if any is allowed
   * @param value its value as text, shortened if it is long: a string without quotes, a number as
   *     it is, any other value in DynamoDB JSON
   */
  public record ItemAttribute(String name, String type, String value) {}

  public CollectionItem {
    sortKey = List.copyOf(sortKey);
    attributes = List.copyOf(attributes);
  }
}
