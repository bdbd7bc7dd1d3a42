package dev.monotable.compare.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.compare.endpoint.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Generates random expressions for the attributes of a table, with their names and values. */
final class ExpressionWriter {
  private static final List<String> COMPARATORS = List.of("=", "<>", "<", "<=", ">", ">=");

  /** Attribute names that are reserved words. */
  private static final Set<String> RESERVED = Set.of("no", "hash", "level", "raw");

  private final Random random;
  private final Values values;
  private final TestTable table;
  private final ObjectNode names = Json.object();
  private final ObjectNode placeholders = Json.object();

  ExpressionWriter(Random random, Values values, TestTable table) {
    this.random = random;
    this.values = values;
    this.table = table;
  }

  /** Adds the names and values that the expressions use. */
  void finish(ObjectNode body) {
    if (!names.isEmpty()) {
      body.set("ExpressionAttributeNames", names);
    }
    if (!placeholders.isEmpty()) {
      body.set("ExpressionAttributeValues", placeholders);
    }
  }

  String name(String attribute) {
    if (values.chance(60) && !RESERVED.contains(attribute)) {
      return attribute;
    }
    String alias = "#" + attribute;
    names.put(alias, attribute);
    return alias;
  }

  String value(JsonNode value) {
    String placeholder = ":v" + placeholders.size();
    placeholders.set(placeholder, value);
    return placeholder;
  }

  private TestTable.Key attribute() {
    List<TestTable.Key> own = new ArrayList<>(table.indexKeys());
    own.addAll(table.keys());
    return values.chance(30) ? values.pick(own) : values.pick(Values.ATTRIBUTES);
  }

  private TestTable.Key attributeOf(String type) {
    List<TestTable.Key> matching = new ArrayList<>();
    for (TestTable.Key key : Values.ATTRIBUTES) {
      if (key.type().equals(type)) {
        matching.add(key);
      }
    }
    return values.pick(matching);
  }

  private String nested(TestTable.Key attribute) {
    String path = name(attribute.name());
    if (attribute.type().equals("M") && values.chance(60)) {
      path += "." + name(values.pick(List.of("x", "y", "z")));
    } else if (attribute.type().equals("L") && values.chance(60)) {
      path += "[" + random.nextInt(3) + "]";
    }
    return path;
  }

  String path() {
    return nested(attribute());
  }

  /** Returns a condition without redundant parentheses. */
  String condition(int depth) {
    int choice = random.nextInt(depth > 0 ? 16 : 12);
    return switch (choice) {
      case 0, 1, 2 -> comparison();
      case 3 -> {
        String type = values.pick(List.of("S", "N", "N", "B"));
        yield path() + " BETWEEN " + ordered(type);
      }
      case 4 -> {
        StringBuilder in = new StringBuilder(path()).append(" IN (");
        for (int i = random.nextInt(3); i >= 0; i--) {
          in.append(value(values.any(1))).append(i > 0 ? ", " : ")");
        }
        yield in.toString();
      }
      case 5, 6 -> "attribute_exists(" + path() + ")";
      case 7 -> "attribute_not_exists(" + path() + ")";
      case 8 ->
          "attribute_type("
              + path()
              + ", "
              + value(Json.value("S", values.pick(Values.TYPES)))
              + ")";
      case 9 ->
          "begins_with("
              + path()
              + ", "
              + value(values.ofType(values.chance(80) ? "S" : "B", 0))
              + ")";
      case 10 ->
          "contains("
              + path()
              + ", "
              + value(values.ofType(values.pick(List.of("S", "N", "B", "BOOL", "S")), 0))
              + ")";
      case 11 ->
          "size("
              + path()
              + ") "
              + values.pick(COMPARATORS)
              + " "
              + value(Json.value("N", Integer.toString(random.nextInt(6))));
      case 12 -> condition(depth - 1) + " AND " + condition(depth - 1);
      case 13 -> condition(depth - 1) + " OR " + condition(depth - 1);
      case 14 -> "NOT " + condition(depth - 1);
      default -> "(" + condition(0) + " OR " + condition(0) + ") AND " + condition(depth - 1);
    };
  }

  private String comparison() {
    TestTable.Key attribute = attribute();
    if (values.chance(8)) {
      return nested(attribute) + " " + values.pick(COMPARATORS) + " " + path();
    }
    boolean ordered =
        attribute.type().equals("S")
            || attribute.type().equals("N")
            || attribute.type().equals("B");
    String operator = ordered ? values.pick(COMPARATORS) : values.pick(List.of("=", "<>"));
    JsonNode operand =
        table.keys().contains(attribute) || table.indexKeys().contains(attribute)
            ? values.key(attribute.type())
            : values.ofType(attribute.type(), 1);
    return values.chance(10)
        ? value(operand) + " " + operator + " " + nested(attribute)
        : nested(attribute) + " " + operator + " " + value(operand);
  }

  /** Returns two bounds, usually the lower first: AWS rejects literal bounds in reverse order. */
  private String ordered(String type) {
    JsonNode low = values.key(type);
    JsonNode high = values.key(type);
    if (type.equals("N")) {
      low = Json.value("N", Integer.toString(random.nextInt(5) - 3));
      high = Json.value("N", Integer.toString(2 + random.nextInt(9)));
    } else if (type.equals("S")) {
      low = Json.value("S", values.pick(List.of("1", "a", "ab")));
      high = Json.value("S", values.pick(List.of("abc", "b", "zz")));
    } else {
      high = low;
    }
    return value(low) + " AND " + value(high);
  }

  /** Returns a key condition for the table or an index. */
  String keyCondition(List<TestTable.Key> keys) {
    TestTable.Key partition = keys.get(0);
    String first = name(partition.name()) + " = " + value(values.key(partition.type()));
    if (keys.size() == 1 || values.chance(45)) {
      return first;
    }
    TestTable.Key sort = keys.get(1);
    String name = name(sort.name());
    String second =
        switch (random.nextInt(4)) {
          case 0 -> name + " BETWEEN " + ordered(sort.type());
          case 1 ->
              sort.type().equals("N")
                  ? name + " > " + value(values.key("N"))
                  : "begins_with(" + name + ", " + value(values.key(sort.type())) + ")";
          default ->
              name
                  + " "
                  + values.pick(List.of("=", "<", "<=", ">", ">="))
                  + " "
                  + value(values.key(sort.type()));
        };
    return values.chance(10) ? second + " AND " + first : first + " AND " + second;
  }

  /**
   * Returns a filter for a query. A filter must not contain the keys of the key condition and,
   * except for a few invalid ones, contains only attributes of the index.
   */
  String filter(List<TestTable.Key> keys, TestTable.@Nullable Index index) {
    if (index != null && !index.projection().equals("ALL") && !values.chance(5)) {
      String projected = index.projection().equals("INCLUDE") ? "s1" : null;
      for (TestTable.Key key : table.keys()) {
        projected = projected == null && !keys.contains(key) ? key.name() : projected;
      }
      return projected == null
          ? "size(" + value(Json.value("S", "ab")) + ") > " + value(Json.value("N", "1"))
          : name(projected) + " <> " + value(values.any(1));
    }
    for (int i = 0; i < 20; i++) {
      ExpressionWriter attempt = new ExpressionWriter(random, values, table);
      attempt.placeholders.setAll(placeholders);
      attempt.names.setAll(names);
      String text = attempt.condition(1);
      boolean clashes = false;
      for (TestTable.Key key : keys) {
        clashes |= text.matches(".*\\b" + key.name() + "\\b.*");
      }
      if (!clashes) {
        placeholders.setAll(attempt.placeholders);
        names.setAll(attempt.names);
        return text;
      }
    }
    return "attribute_exists(" + name("s1") + ")";
  }

  String projection() {
    List<String> paths = new ArrayList<>();
    List<String> roots = new ArrayList<>();
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      TestTable.Key attribute = attribute();
      if (!roots.contains(attribute.name())) {
        roots.add(attribute.name());
        paths.add(nested(attribute));
      }
    }
    return String.join(", ", paths);
  }

  /** Returns an update of one to four attributes, which usually fits the stored item. */
  String update() {
    List<String> set = new ArrayList<>();
    List<String> remove = new ArrayList<>();
    List<String> add = new ArrayList<>();
    List<String> delete = new ArrayList<>();
    List<TestTable.Key> attributes = new ArrayList<>(Values.ATTRIBUTES);
    attributes.addAll(table.indexKeys());
    Collections.shuffle(attributes, random);
    List<TestTable.Key> indexKeys = table.indexKeys();
    for (TestTable.Key attribute : attributes.subList(0, 1 + random.nextInt(4))) {
      String name = name(attribute.name());
      if (indexKeys.contains(attribute)) {
        if (values.chance(30)) {
          remove.add(name);
        } else {
          set.add(name + " = " + value(values.key(attribute.type())));
        }
        continue;
      }
      switch (random.nextInt(8)) {
        case 0, 1 -> remove.add(name);
        case 2 ->
            set.add(
                name
                    + " = "
                    + value(
                        values.chance(10) ? values.any(2) : values.ofType(attribute.type(), 2)));
        case 3 ->
            set.add(
                name
                    + " = if_not_exists("
                    + (values.chance(10) ? path() : nested(attribute))
                    + ", "
                    + value(values.ofType(attribute.type(), 2))
                    + ")");
        default -> change(name, attribute.type(), set, add, delete);
      }
    }
    TestTable.Key map = attributeOf("M");
    if (values.chance(6) && isUntouched(map, set, remove)) {
      set.add(nested(map) + " = " + value(values.any(1)));
    }
    TestTable.Key list = attributeOf("L");
    if (values.chance(6) && isUntouched(list, set, remove)) {
      remove.add(nested(list));
    }
    List<String> clauses = new ArrayList<>();
    clause(clauses, "SET ", set);
    clause(clauses, "REMOVE ", remove);
    clause(clauses, "ADD ", add);
    clause(clauses, "DELETE ", delete);
    Collections.shuffle(clauses, random);
    return String.join(" ", clauses);
  }

  /** Adds an action that fits the type of an attribute to one of the clauses. */
  private void change(
      String name, String type, List<String> set, List<String> add, List<String> delete) {
    switch (type) {
      case "N" -> {
        if (values.chance(50)) {
          add.add(name + " " + value(Json.value("N", values.number())));
        } else {
          set.add(
              name
                  + " = if_not_exists("
                  + name
                  + ", "
                  + value(Json.value("N", "0"))
                  + ") "
                  + values.pick(List.of("+", "-"))
                  + " "
                  + value(Json.value("N", values.number())));
        }
      }
      case "L" ->
          set.add(
              name
                  + " = list_append(if_not_exists("
                  + name
                  + ", "
                  + value(Json.object("{'L':[]}"))
                  + "), "
                  + value(values.ofType("L", 1))
                  + ")");
      case "SS", "NS", "BS" ->
          (values.chance(50) ? add : delete).add(name + " " + value(values.ofType(type, 0)));
      default -> set.add(name + " = " + value(values.ofType(type, 2)));
    }
  }

  private static boolean isUntouched(
      TestTable.Key attribute, List<String> set, List<String> remove) {
    for (List<String> actions : List.of(set, remove)) {
      for (String action : actions) {
        if (action.startsWith(attribute.name()) || action.startsWith("#" + attribute.name())) {
          return false;
        }
      }
    }
    return true;
  }

  private static void clause(List<String> clauses, String keyword, List<String> actions) {
    if (!actions.isEmpty()) {
      clauses.add(keyword + String.join(", ", actions));
    }
  }
}
