package dev.monotable.engine.expression;

import dev.monotable.expression.DocumentPath;
import dev.monotable.expression.PathElement;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Generates small items of few names and few values, so that paths and values often match. */
final class RandomDocuments {
  private static final String[] NAMES = {"a", "b", "c", "d", "ü\"\\", "a.b"};
  private static final String[] STRINGS = {
    "", "a", "ab", "abc", "b", "ü", "\uD83D\uDE00", "\"\\\n"
  };
  private static final String[] NUMBERS = {
    "0",
    "1",
    "2",
    "3",
    "-1",
    "-2.5",
    "2.5",
    "1E20",
    "0.001",
    "99999999999999999999999999999999999999"
  };

  final Random random;

  RandomDocuments(long seed) {
    this.random = new Random(seed);
  }

  <T> T pick(T[] values) {
    return values[random.nextInt(values.length)];
  }

  String name() {
    return pick(NAMES);
  }

  AttributeValue number() {
    return AttributeValue.number(pick(NUMBERS));
  }

  AttributeValue value(int depth) {
    int kinds = depth > 0 ? 10 : 8;
    return switch (random.nextInt(kinds)) {
      case 0, 1 -> AttributeValue.string(pick(STRINGS));
      case 2, 3 -> number();
      case 4 -> AttributeValue.binary(pick(STRINGS).getBytes(StandardCharsets.UTF_8));
      case 5 ->
          random.nextBoolean() ? AttributeValue.bool(random.nextBoolean()) : AttributeValue.nul();
      case 6 -> stringSet();
      case 7 -> numberSet();
      case 8 -> list(depth - 1);
      default -> AttributeValue.map(members(depth - 1));
    };
  }

  AttributeValue stringSet() {
    Set<String> elements = new LinkedHashSet<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      elements.add(pick(STRINGS));
    }
    return AttributeValue.stringSet(elements);
  }

  AttributeValue numberSet() {
    Set<String> elements = new LinkedHashSet<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      elements.add(pick(NUMBERS));
    }
    return AttributeValue.numberSet(elements.toArray(new String[0]));
  }

  AttributeValue list(int depth) {
    List<AttributeValue> elements = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      elements.add(value(depth));
    }
    return AttributeValue.list(elements);
  }

  Map<String, AttributeValue> members(int depth) {
    Map<String, AttributeValue> members = new LinkedHashMap<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      members.put(name(), value(depth));
    }
    return members;
  }

  Item item() {
    Map<String, AttributeValue> members = members(3);
    return Item.of(members);
  }

  DocumentPath path() {
    List<PathElement> elements = new ArrayList<>();
    elements.add(new PathElement.Name(name()));
    while (elements.size() < 4 && random.nextInt(3) == 0) {
      elements.add(
          random.nextBoolean()
              ? new PathElement.Name(name())
              : new PathElement.Index(random.nextInt(4)));
    }
    return new DocumentPath(elements);
  }
}
