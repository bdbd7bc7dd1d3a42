package dev.monotable.compare.difference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.compare.endpoint.Json;
import dev.monotable.compare.workload.TestTable;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/**
 * Computes the size of items by the rules of the Developer Guide, independent of the engine.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html">Item
 *     sizes and formats</a>
 */
public final class ItemSize {
  private static final int CONTAINER = 3;
  private static final int LARGEST_NUMBER = 21;

  private ItemSize() {}

  /** Returns the bytes of the names and values of an item. */
  public static int of(JsonNode item) {
    int size = 0;
    for (Map.Entry<String, JsonNode> attribute : item.properties()) {
      size += utf8(attribute.getKey()) + ofValue(attribute.getValue());
    }
    return size;
  }

  private static int ofValue(JsonNode value) {
    Map.Entry<String, JsonNode> typed = value.properties().iterator().next();
    JsonNode content = typed.getValue();
    return switch (typed.getKey()) {
      case "SS", "NS", "BS" -> {
        int size = 0;
        for (JsonNode element : content) {
          size += ofScalar(typed.getKey().substring(0, 1), element.asText());
        }
        yield size;
      }
      case "L" -> {
        int size = CONTAINER;
        for (JsonNode element : content) {
          size += ofValue(element) + 1;
        }
        yield size;
      }
      case "M" -> CONTAINER + of(content) + content.size();
      case "BOOL", "NULL" -> 1;
      default -> ofScalar(typed.getKey(), content.asText());
    };
  }

  private static int ofScalar(String type, String content) {
    return switch (type) {
      case "N" -> ofNumber(new BigDecimal(content));
      case "B" -> Base64.getDecoder().decode(content).length;
      default -> utf8(content);
    };
  }

  /** Returns one byte per two digits, paired from the decimal point, and one or two more bytes. */
  private static int ofNumber(BigDecimal number) {
    if (number.signum() == 0) {
      return 1;
    }
    BigDecimal stripped = number.stripTrailingZeros();
    int evenScale = stripped.scale() + Math.floorMod(stripped.scale(), 2);
    int digits = stripped.setScale(evenScale).precision();
    return Math.min(LARGEST_NUMBER, 1 + (digits + 1) / 2 + (number.signum() < 0 ? 1 : 0));
  }

  private static int utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Returns the attributes that an index projects of an item with an entry. */
  public static ObjectNode projected(TestTable table, TestTable.Index index, JsonNode item) {
    ObjectNode entry = Json.object();
    for (Map.Entry<String, JsonNode> attribute : item.properties()) {
      if (index.projects(table, attribute.getKey())) {
        entry.set(attribute.getKey(), attribute.getValue());
      }
    }
    return entry;
  }
}
