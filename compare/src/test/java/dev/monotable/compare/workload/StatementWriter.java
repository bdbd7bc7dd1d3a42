package dev.monotable.compare.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.compare.endpoint.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Generates a random PartiQL statement for a table, with its parameters. */
final class StatementWriter {
  private static final List<String> COMPARATORS = List.of("=", "<>", "<", "<=", ">", ">=");
  private static final Pattern PLAIN_NUMBER = Pattern.compile("-?(0|[1-9]\\d{0,30})(\\.\\d+)?");

  /** Attribute names that are keywords of PartiQL. */
  private static final Set<String> KEYWORDS = Set.of("no", "hash", "level", "raw", "part", "kind");

  private final Random random;
  private final Values values;
  private final TestTable table;
  private final ArrayNode parameters = Json.array();

  StatementWriter(Random random, Values values, TestTable table) {
    this.random = random;
    this.values = values;
    this.table = table;
  }

  /** Returns the statement as a member of a batch, or as a separate request. */
  ObjectNode finish(String statement) {
    ObjectNode body = Json.object().put("Statement", statement);
    if (!parameters.isEmpty()) {
      body.set("Parameters", parameters);
    }
    return body;
  }

  private String name(String attribute) {
    return values.chance(60) && !KEYWORDS.contains(attribute) ? attribute : '"' + attribute + '"';
  }

  private String tableName() {
    return values.chance(30) ? table.name() : '"' + table.name() + '"';
  }

  /** Returns a parameter, or a literal if the value has one. */
  private String value(JsonNode value) {
    String literal = values.chance(50) ? literal(value) : null;
    if (literal == null) {
      parameters.add(value);
      return "?";
    }
    return literal;
  }

  /**
   * Returns a literal, or null if the value has none. Only a few literals contain parameters, which
   * AWS rejects.
   */
  private @Nullable String literal(JsonNode value) {
    Map.Entry<String, JsonNode> typed = value.properties().iterator().next();
    JsonNode content = typed.getValue();
    return switch (typed.getKey()) {
      case "S" -> '\'' + content.asText().replace("'", "''") + '\'';
      case "N" -> PLAIN_NUMBER.matcher(content.asText()).matches() ? content.asText() : null;
      case "BOOL" -> content.asText();
      case "NULL" -> values.chance(50) ? "null" : "NULL";
      case "SS" -> elements("<<", content, "S", ">>");
      case "NS" -> elements("<<", content, "N", ">>");
      case "L" -> elements("[", content, null, "]");
      case "M" -> members(content);
      default -> null;
    };
  }

  private String map(JsonNode content) {
    List<String> members = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : content.properties()) {
      members.add('\'' + member.getKey() + "': " + value(member.getValue()));
    }
    return '{' + String.join(", ", members) + '}';
  }

  /** Returns a literal, or null if a member has none. */
  private @Nullable String members(JsonNode content) {
    List<String> members = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : content.properties()) {
      String literal = literal(member.getValue());
      if (literal == null) {
        return null;
      }
      members.add('\'' + member.getKey() + "': " + literal);
    }
    return '{' + String.join(", ", members) + '}';
  }

  /**
   * Returns a literal, or null if an element has none.
   *
   * @param type the type of the elements of a set, or null for a list
   */
  private @Nullable String elements(
      String open, JsonNode content, @Nullable String type, String close) {
    List<String> elements = new ArrayList<>();
    for (JsonNode element : content) {
      String literal = literal(type == null ? element : Json.value(type, element.asText()));
      if (literal == null) {
        return null;
      }
      elements.add(literal);
    }
    return open + String.join(", ", elements) + close;
  }

  private TestTable.Key attribute() {
    return values.pick(Values.ATTRIBUTES);
  }

  private String path(TestTable.Key attribute) {
    String path = name(attribute.name());
    if (attribute.type().equals("M") && values.chance(50)) {
      path += '.' + values.pick(List.of("x", "y", "z"));
    } else if (attribute.type().equals("L") && values.chance(50)) {
      path += "[" + random.nextInt(3) + "]";
    }
    return path;
  }

  /** Returns a condition on attributes that are not part of the table's key. */
  String condition(int depth) {
    TestTable.Key attribute = attribute();
    String path = path(attribute);
    return switch (random.nextInt(depth > 0 ? 16 : 12)) {
      case 0, 1, 2 ->
          path
              + " "
              + values.pick(COMPARATORS)
              + " "
              + value(values.ofType(ordered(attribute.type()), 0));
      case 3 -> path + " BETWEEN " + bounds(values.pick(List.of("S", "N", "N")));
      case 4 -> path + " IN " + among(3);
      case 5 -> path + values.pick(List.of(" IS MISSING", " IS NOT MISSING"));
      case 6 -> path + values.pick(List.of(" IS NULL", " IS NOT NULL"));
      case 7 -> "attribute_type(" + path + ", '" + values.pick(Values.TYPES) + "')";
      case 8 -> "begins_with(" + path + ", " + value(values.ofType("S", 0)) + ")";
      case 9 ->
          "contains("
              + path
              + ", "
              + value(values.ofType(values.pick(List.of("S", "N", "B")), 0))
              + ")";
      case 10, 11 -> "size(" + path + ") " + values.pick(COMPARATORS) + " " + random.nextInt(6);
      case 12 -> condition(depth - 1) + " AND " + condition(depth - 1);
      case 13 -> condition(depth - 1) + " OR " + condition(depth - 1);
      case 14 -> "NOT " + condition(0);
      default -> "(" + condition(depth - 1) + " OR " + condition(0) + ")";
    };
  }

  private String ordered(String type) {
    return List.of("S", "N", "B", "BOOL").contains(type) ? type : values.pick(List.of("S", "N"));
  }

  private String bounds(String type) {
    return type.equals("N")
        ? value(Json.value("N", Integer.toString(random.nextInt(5) - 3)))
            + " AND "
            + value(Json.value("N", Integer.toString(2 + random.nextInt(9))))
        : value(Json.value("S", "a")) + " AND " + value(Json.value("S", "c"));
  }

  private String among(int most) {
    List<String> operands = new ArrayList<>();
    for (int i = random.nextInt(most); i >= 0; i--) {
      operands.add(value(values.any(0)));
    }
    return values.chance(50)
        ? '[' + String.join(", ", operands) + ']'
        : '(' + String.join(", ", operands) + ')';
  }

  private String equality(JsonNode key) {
    List<String> equalities = new ArrayList<>();
    for (TestTable.Key attribute : table.keys()) {
      equalities.add(name(attribute.name()) + " = " + value(key.path(attribute.name())));
    }
    return String.join(" AND ", equalities);
  }

  private String alsoCondition(int percent) {
    return values.chance(percent) ? " AND " + condition(0) : "";
  }

  String insert(JsonNode item) {
    return "INSERT INTO " + tableName() + " VALUE " + map(item);
  }

  String delete(JsonNode key, boolean isAlone) {
    return "DELETE FROM "
        + tableName()
        + " WHERE "
        + equality(key)
        + (isAlone ? alsoCondition(12) : "")
        + (isAlone && values.chance(30) ? " RETURNING ALL OLD *" : "");
  }

  String update(JsonNode key, boolean isAlone) {
    List<String> clauses = new ArrayList<>();
    List<TestTable.Key> attributes = new ArrayList<>(Values.ATTRIBUTES);
    attributes.addAll(table.indexKeys());
    Collections.shuffle(attributes, random);
    for (TestTable.Key attribute : attributes.subList(0, 1 + random.nextInt(3))) {
      clauses.add(change(attribute));
    }
    return "UPDATE "
        + tableName()
        + " "
        + String.join(" ", clauses)
        + " WHERE "
        + equality(key)
        + (isAlone ? alsoCondition(10) : "")
        + (isAlone && values.chance(50)
            ? " RETURNING "
                + values.pick(List.of("ALL OLD", "ALL NEW", "MODIFIED OLD", "MODIFIED NEW"))
                + " *"
            : "");
  }

  private String change(TestTable.Key attribute) {
    String name = name(attribute.name());
    if (!Values.ATTRIBUTES.contains(attribute)) {
      return values.chance(30)
          ? "REMOVE " + name
          : "SET " + name + " = " + value(values.key(attribute.type()));
    }
    if (values.chance(20)) {
      return "REMOVE " + name;
    }
    if (values.chance(5)) {
      return switch (attribute.type()) {
        case "N" -> "SET " + name + " = " + name + " + " + value(Json.value("N", "2.5"));
        case "L" -> "SET " + name + " = list_append(" + name + ", [" + value(values.any(0)) + "])";
        case "SS", "NS" ->
            "SET "
                + name
                + " = "
                + values.pick(List.of("set_add", "set_delete"))
                + "("
                + name
                + ", "
                + value(values.ofType(attribute.type(), 0))
                + ")";
        default -> "SET " + path(attribute) + " = " + value(values.any(1));
      };
    }
    return "SET " + name + " = " + value(values.ofType(attribute.type(), 2));
  }

  /** Returns a statement that reads a single item. */
  String get(JsonNode key) {
    return select(null) + " WHERE " + equality(key);
  }

  String exists(JsonNode key) {
    return "EXISTS(SELECT * FROM "
        + tableName()
        + " WHERE "
        + equality(key)
        + " AND "
        + (values.chance(30) ? values.pick(Values.ATTRIBUTES).name() : "absent")
        + " IS MISSING)";
  }

  /**
   * Returns a statement that reads several items.
   *
   * @return the statement, and whether the order of its items is defined
   */
  Map.Entry<String, Boolean> read(TestTable.@Nullable Index index) {
    String select = select(index);
    List<TestTable.Key> keys = table.keysOf(index);
    TestTable.Key partition = keys.get(0);
    String first = name(partition.name());
    boolean isQuery = values.chance(55);
    List<String> conditions = new ArrayList<>();
    String order = "";
    // The order of several partitions is not defined, and an ORDER BY without the sort key reverses
    // the order of AWS (cases/ExecuteStatement.yaml), but not that of Local.
    boolean isOrdered = index == null && isQuery;
    if (isQuery) {
      if (values.chance(75)) {
        conditions.add(first + " = " + value(values.key(partition.type())));
      } else {
        List<String> operands = new ArrayList<>();
        for (JsonNode key : List.of(values.key(partition.type()), values.key(partition.type()))) {
          String operand = value(key);
          if (!operands.contains(operand) || operand.equals("?")) {
            operands.add(operand);
          }
        }
        conditions.add(first + " IN [" + String.join(", ", operands) + "]");
      }
      if (keys.size() > 1 && values.chance(40)) {
        conditions.add(sortKeyCondition(keys.get(1)));
      }
      if (keys.size() > 1 && values.chance(30)) {
        order = " ORDER BY " + name(keys.get(1).name()) + values.pick(List.of("", " ASC", " DESC"));
      } else if (values.chance(5)) {
        isOrdered = false;
        order = " ORDER BY " + first + values.pick(List.of("", " ASC", " DESC"));
      }
    }
    if (values.chance(45) || !isQuery && values.chance(40)) {
      conditions.add(condition(1));
    }
    String where = conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
    isOrdered &= !where.contains(" IN ") && !where.contains(" OR ");
    return Map.entry(select + where + order, isOrdered);
  }

  private String sortKeyCondition(TestTable.Key sort) {
    String name = name(sort.name());
    return switch (random.nextInt(4)) {
      case 0 ->
          sort.type().equals("B")
              ? name + " > " + value(values.key("B"))
              : name + " BETWEEN " + bounds(sort.type());
      case 1 ->
          sort.type().equals("S")
              ? "begins_with(" + name + ", " + value(values.key("S")) + ")"
              : name + " >= " + value(values.key(sort.type()));
      default ->
          name
              + " "
              + values.pick(List.of("=", "<", "<=", ">", ">="))
              + " "
              + value(values.key(sort.type()));
    };
  }

  private String select(TestTable.@Nullable Index index) {
    List<String> paths = new ArrayList<>();
    if (values.chance(45)) {
      List<String> roots = new ArrayList<>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        TestTable.Key attribute = values.chance(30) ? values.pick(table.keys()) : attribute();
        boolean isHeld = index == null || index.local() || index.projects(table, attribute.name());
        if (isHeld && !roots.contains(attribute.name())) {
          roots.add(attribute.name());
          paths.add(path(attribute));
        }
      }
    }
    return "SELECT "
        + (paths.isEmpty() ? "*" : String.join(", ", paths))
        + " FROM "
        + (index == null ? tableName() : '"' + table.name() + "\".\"" + index.name() + '"');
  }
}
