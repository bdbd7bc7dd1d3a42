package dev.monotable.design.model;

import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A kind of items in a table, such as a user or an order.
 *
 * @param name unique in its table
 * @param description for people; null without one
 * @param keys the templates of the key attributes of the table and of its indexes, by attribute. An
 *     entity without a template for an index key is not in that index
 * @param attributes the other attributes, by name
 * @param estimate what is expected of the items
 */
public record Entity(
    String name,
    @Nullable String description,
    Map<String, KeyTemplate> keys,
    Map<String, AttributeSpec> attributes,
    EntityEstimate estimate) {
  public Entity {
    keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
    attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
  }

  /**
   * Returns whether an item has this entity's primary key. A field that occurs in several templates
   * has the same value in each.
   *
   * @param key the key schema of the table
   */
  public boolean matchesKey(DeclaredKey key, Item item) {
    Map<String, String> fields = new HashMap<>();
    for (String attribute : key.names()) {
      KeyTemplate template = keys.get(attribute);
      AttributeValue value = item.find(attribute);
      if (template == null || value == null) {
        return false;
      }
      Map<String, String> found = template.find(value);
      if (found == null) {
        return false;
      }
      for (Map.Entry<String, String> field : found.entrySet()) {
        String before = fields.putIfAbsent(field.getKey(), field.getValue());
        if (before != null && !before.equals(field.getValue())) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns whether its templates of some key attributes are as general as observed ones. */
  public boolean covers(List<String> attributes, Map<String, KeyTemplate> observed) {
    for (String attribute : attributes) {
      KeyTemplate own = keys.get(attribute);
      KeyTemplate other = observed.get(attribute);
      if (own == null || other == null || !own.covers(other)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the expected number of items; each entity counts as one if its number is unknown. */
  public static double items(List<Entity> entities) {
    double items = 0;
    for (Entity entity : entities) {
      Long count = entity.estimate().count();
      items += count == null ? 1 : count;
    }
    return items;
  }

  /** Returns whether items of this entity are in an index: all of its keys have a template. */
  public boolean isIn(DeclaredIndex index) {
    return keys.keySet().containsAll(index.key().names());
  }

  /** Returns this entity with another estimate of its items. */
  public Entity withEstimate(EntityEstimate newEstimate) {
    return new Entity(name, description, keys, attributes, newEstimate);
  }
}
