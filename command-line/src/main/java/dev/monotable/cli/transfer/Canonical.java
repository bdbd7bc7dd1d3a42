package dev.monotable.cli.transfer;

import dev.monotable.cli.terminal.Json;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.DynamoNumber;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A text of an item in which attributes and elements of sets are sorted: equal for equal items. */
final class Canonical {
  private Canonical() {}

  static String text(Item item) {
    StringBuilder text = new StringBuilder();
    map(item.toMap(), text);
    return text.toString();
  }

  private static void map(Map<String, AttributeValue> members, StringBuilder text) {
    text.append('{');
    new TreeMap<>(members)
        .forEach(
            (name, value) -> {
              text.append(Json.quote(name)).append(':');
              value(value, text);
              text.append(',');
            });
    text.append('}');
  }

  private static void value(AttributeValue value, StringBuilder text) {
    text.append(value.type()).append(' ');
    switch (value.type()) {
      case M -> map(value.map(), text);
      case L -> {
        text.append('[');
        for (AttributeValue element : value.list()) {
          value(element, text);
          text.append(',');
        }
        text.append(']');
      }
      case SS -> sorted(value.stringSet(), text);
      case NS -> sorted(value.numberSet().stream().map(DynamoNumber::toString).toList(), text);
      case BS ->
          sorted(
              value.binarySet().stream().map(Base64.getEncoder()::encodeToString).toList(), text);
      default -> text.append(value);
    }
  }

  private static void sorted(List<String> elements, StringBuilder text) {
    List<String> sorted = new ArrayList<>(elements);
    sorted.sort(null);
    sorted.forEach(element -> text.append(Json.quote(element)).append(','));
  }
}
