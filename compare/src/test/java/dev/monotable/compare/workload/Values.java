package dev.monotable.compare.workload;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.compare.endpoint.Json;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Generates random attribute values and items from small pools, so that requests overlap. */
public final class Values {
  /** The attributes that are not keys, each with its usual type. */
  static final List<TestTable.Key> ATTRIBUTES =
      List.of(
          new TestTable.Key("n1", "N"),
          new TestTable.Key("n2", "N"),
          new TestTable.Key("s1", "S"),
          new TestTable.Key("s2", "S"),
          new TestTable.Key("b1", "B"),
          new TestTable.Key("f1", "BOOL"),
          new TestTable.Key("z1", "NULL"),
          new TestTable.Key("m1", "M"),
          new TestTable.Key("m2", "M"),
          new TestTable.Key("l1", "L"),
          new TestTable.Key("l2", "L"),
          new TestTable.Key("ss1", "SS"),
          new TestTable.Key("ns1", "NS"),
          new TestTable.Key("bs1", "BS"));

  static final List<String> TYPES =
      List.of("S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS");
  private static final List<String> STRINGS =
      List.of("a", "ab", "abc", "b", "B", "c#1", "c#2", "é", "zz", "漢", "a b", "1", "10", "2");
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "1",
          "2",
          "3",
          "10",
          "-1",
          "-10",
          "2.5",
          "1.0",
          "1e2",
          "0.001",
          "-0.5",
          "007",
          "12345678901234567890",
          "-0",
          "+4");
  private static final List<String> ODD_NUMBERS =
      List.of(
          "12345678901234567890123456789012345678",
          "1e-100",
          "-1E+100",
          "0.00000000000000000000000000000000000001",
          "9.9999999999999999999999999999999999999E+125",
          "-1E-130",
          "1e37",
          "1e38",
          "1e39",
          "1.5e20",
          "123456789012345678901234567890e10");
  private static final List<String> BINARIES =
      List.of("AA==", "AAE=", "/w==", "AQ==", "AQID", "YWI=");

  private final Random random;

  Values(Random random) {
    this.random = random;
  }

  <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  String string() {
    return pick(STRINGS);
  }

  String number() {
    return chance(6) ? pick(ODD_NUMBERS) : pick(NUMBERS);
  }

  /** Returns a key value from a small pool, so that requests find existing items. */
  ObjectNode key(String type) {
    return switch (type) {
      case "N" -> Json.value("N", chance(4) ? number() : pick(NUMBERS.subList(0, 9)));
      case "B" -> Json.value("B", pick(BINARIES));
      default -> Json.value("S", pick(STRINGS.subList(0, 9)));
    };
  }

  ObjectNode ofType(String type, int depth) {
    ObjectNode value = Json.object();
    switch (type) {
      case "S" -> value.put("S", chance(4) ? "" : string());
      case "N" -> value.put("N", number());
      case "B" -> value.put("B", chance(4) ? "" : pick(BINARIES));
      case "BOOL" -> value.put("BOOL", random.nextBoolean());
      case "NULL" -> value.put("NULL", true);
      case "M" -> {
        ObjectNode map = value.putObject("M");
        for (String name : List.of("x", "y", "z")) {
          if (chance(60)) {
            map.set(name, any(depth - 1));
          }
        }
      }
      case "L" -> {
        ArrayNode list = value.putArray("L");
        for (int i = random.nextInt(4); i > 0; i--) {
          list.add(any(depth - 1));
        }
      }
      case "SS" -> set(value.putArray("SS"), STRINGS);
      case "NS" -> set(value.putArray("NS"), List.of("1", "2", "3", "-4", "5.5", "1e1"));
      default -> set(value.putArray("BS"), BINARIES);
    }
    return value;
  }

  private void set(ArrayNode target, List<String> pool) {
    Set<String> members = new LinkedHashSet<>();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      members.add(pick(pool));
    }
    members.forEach(target::add);
  }

  ObjectNode any(int depth) {
    int choice = random.nextInt(10);
    if (choice < 6 || depth <= 0) {
      return ofType(choice % 2 == 0 ? "S" : "N", 0);
    }
    return ofType(pick(TYPES), depth);
  }

  ObjectNode primaryKey(TestTable table) {
    ObjectNode key = Json.object();
    for (TestTable.Key attribute : table.keys()) {
      key.set(attribute.name(), key(attribute.type()));
    }
    return key;
  }

  ObjectNode item(TestTable table) {
    ObjectNode item = primaryKey(table);
    for (TestTable.Key attribute : table.indexKeys()) {
      if (chance(70)) {
        item.set(attribute.name(), key(attribute.type()));
      }
    }
    for (int i = random.nextInt(7); i > 0; i--) {
      TestTable.Key attribute = pick(ATTRIBUTES);
      item.set(attribute.name(), chance(2) ? any(2) : ofType(attribute.type(), 2));
    }
    if (chance(2)) {
      item.set("big", Json.value("S", "x".repeat(random.nextInt(9000))));
    }
    return item;
  }
}
