package dev.monotable.torture.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.torture.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Items as DynamoDB stores them: the value is in two attributes, so that half of a write would be
 * seen, and all items of a table are in one collection of its index.
 *
 * <p>The items of a table are connected: {@link #SIZE} keys, from a multiple of it.
 */
final class Rows {
  /** The number of items of a table. */
  static final int SIZE = 3;

  /** The index of all items. */
  static final String INDEX = "ByValue";

  /** Sets {@code every} and adds to both values. */
  static final String ADD = "SET every = :every ADD n :n, m :n";

  static final String EVERY = "item";

  private Rows() {}

  static ObjectNode createTable(String name) {
    return Json.parse(
            """
            {'BillingMode': 'PAY_PER_REQUEST',
             'AttributeDefinitions': [{'AttributeName': 'pk', 'AttributeType': 'N'},
               {'AttributeName': 'every', 'AttributeType': 'S'},
               {'AttributeName': 'n', 'AttributeType': 'N'}],
             'KeySchema': [{'AttributeName': 'pk', 'KeyType': 'HASH'}],
             'GlobalSecondaryIndexes': [{'IndexName': 'ByValue',
               'KeySchema': [{'AttributeName': 'every', 'KeyType': 'HASH'},
                 {'AttributeName': 'n', 'KeyType': 'RANGE'}],
               'Projection': {'ProjectionType': 'ALL'}}],
             'StreamSpecification': {'StreamEnabled': true,
               'StreamViewType': 'NEW_AND_OLD_IMAGES'}}
            """)
        .put("TableName", name);
  }

  static ObjectNode key(int key) {
    ObjectNode result = Json.object();
    result.set("pk", Json.number(key));
    return result;
  }

  static ObjectNode item(int key, long value) {
    ObjectNode item = key(key);
    item.set("n", Json.number(value));
    item.set("m", Json.number(value));
    item.set("every", Json.string(EVERY));
    return item;
  }

  /**
   * Returns the value of an item.
   *
   * @param item an item, or an empty or missing node if there is none
   */
  static @Nullable Long value(JsonNode item) {
    if (item.isMissingNode() || item.isEmpty()) {
      return null;
    }
    long value = item.path("n").path("N").asLong();
    if (!item.has("n") || !item.path("n").equals(item.path("m"))) {
      throw new IllegalStateException("half of a write: " + item);
    }
    return value;
  }

  /** Returns the values of the keys among items in any order; null for those that are missing. */
  static List<@Nullable Long> values(JsonNode items, List<Step> steps) {
    Map<Integer, Long> found = new HashMap<>();
    for (JsonNode item : items) {
      Long value = value(item);
      if (value == null || found.put(item.path("pk").path("N").asInt(), value) != null) {
        throw new IllegalStateException("an item twice or empty: " + items);
      }
    }
    List<@Nullable Long> values = new ArrayList<>();
    for (Step step : steps) {
      values.add(found.remove(step.key()));
    }
    if (!found.isEmpty()) {
      throw new IllegalStateException("items that were not asked for: " + items);
    }
    return values;
  }
}
