package dev.monotable.benchmark.worst;

import static dev.monotable.benchmark.worst.WorstItems.ITEM;
import static dev.monotable.benchmark.worst.WorstItems.REQUEST;
import static dev.monotable.benchmark.worst.WorstItems.colliding;
import static dev.monotable.benchmark.worst.WorstItems.join;
import static dev.monotable.benchmark.worst.WorstItems.json;
import static dev.monotable.benchmark.worst.WorstItems.list;
import static dev.monotable.benchmark.worst.WorstItems.members;
import static dev.monotable.benchmark.worst.WorstItems.name;
import static dev.monotable.benchmark.worst.WorstItems.nested;
import static dev.monotable.benchmark.worst.WorstItems.small;
import static dev.monotable.benchmark.worst.WorstItems.string;
import static dev.monotable.benchmark.worst.WorstItems.strings;
import static dev.monotable.benchmark.worst.WorstItems.worst;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** The requests that are measured. Each was chosen by reading the code that it reaches. */
final class WorstCases {
  private static final String KEY = json("{'pk':{'S':'new'},'sk':{'N':'0'}");

  static final List<String> COLLIDING = colliding(1 << 18);

  private final List<WorstCase> cases = new ArrayList<>();

  private WorstCases() {}

  static List<WorstCase> all() {
    WorstCases made = new WorstCases();
    made.containers();
    made.sets();
    made.texts();
    made.keysAndNames();
    made.conditions();
    made.expected();
    made.legacyFilters();
    made.updates();
    made.updatesWithManyMembers();
    made.reads();
    WorstBatches.addTo(made.cases);
    WorstTables.addTo(made.cases);
    return made.cases;
  }

  private void add(String operation, String input, Supplier<String> body) {
    cases.add(new WorstCase(operation, input, body));
  }

  private static String item(String attributes) {
    return worst("'Item':@,@}", KEY, attributes);
  }

  static String key(int item) {
    return json("{'pk':{'S':'large'},'sk':{'N':'@'}}", item);
  }

  static String repeat(String operand, String joint, int length) {
    StringBuilder text = new StringBuilder(operand);
    while (text.length() + joint.length() + operand.length() <= length) {
      text.append(joint).append(operand);
    }
    return text.toString();
  }

  // ---- Values of 16 MB

  private void containers() {
    add("PutItem", "800,000 attributes", () -> item(members(REQUEST / 20, false, string(""))));
    add(
        "PutItem",
        "the same attribute 800,000 times",
        () -> item(join(REQUEST / 20, i -> "\"abcd\":" + string(""))));
    add("PutItem", "list of 1.6 million", () -> item(x(list(REQUEST / 10, string("")))));
    add(
        "PutItem",
        "250 nested lists around 13 MB",
        () -> item(x("{\"L\":[".repeat(250) + list(REQUEST / 11, string("")) + "]}".repeat(250))));
    add("PutItem", "250 nested maps, each with 48 KB", () -> item(x(nested(250, 3_000, false))));
  }

  private static String x(String value) {
    return "\"x\":" + value;
  }

  private void sets() {
    add(
        "PutItem",
        "string set of 2 million in descending order",
        () -> item(x(strings(REQUEST / 8, i -> name(REQUEST / 8 - i, 5)))));
    add(
        "PutItem",
        "number set of 1.5 million, shuffled",
        () ->
            item(
                json(
                    "'x':{'NS':[@]}",
                    join(REQUEST / 11, i -> "\"" + (1_000_000 + i * 7_919L % 8_999_999) + '"'))));
    add(
        "PutItem",
        "set of 16,000 texts that begin with 1 KB of escapes",
        () -> item(x(strings(REQUEST / 1_010, i -> "\\n".repeat(500) + name(20_000 - i, 4)))));
    add(
        "PutItem",
        "string set with 3 million equal elements",
        () -> item(x(strings(REQUEST / 5, i -> "ab"))));
  }

  private void texts() {
    add(
        "PutItem",
        "number of 15.9 million digits",
        () -> item(json("'x':{'N':'@'}", "7".repeat(REQUEST))));
    add("PutItem", "16 MB of escapes", () -> item(x(string("\\u00e9".repeat(REQUEST / 6)))));
    add(
        "PutItem",
        "262,144 attribute names with the same hash code",
        () -> item(join(1 << 18, i -> '"' + COLLIDING.get(i) + "\":" + string(""))));
    add(
        "PutItem",
        "table name of 15.9 MB",
        () -> json("{'TableName':'@','Item':{}}", "a".repeat(REQUEST)));
  }

  private void keysAndNames() {
    for (String operation : List.of("DeleteItem", "GetItem")) {
      add(
          operation,
          "key of 800,000 attributes",
          () -> worst("'Key':@,@}", KEY, members(REQUEST / 20, false, string(""))));
    }
    add(
        "GetItem",
        "60,000 names with the same hash code",
        () -> worst("'Key':@,'ProjectionExpression':'a',@", key(0), collidingNames(60_000)));
    add(
        "GetItem",
        "262,144 names with the same hash code",
        () -> worst("'Key':@,'ProjectionExpression':'a',@", key(0), collidingNames(1 << 18)));
  }

  private static String collidingNames(int count) {
    return json(
        "'ExpressionAttributeNames':{@}", join(count, i -> "\"#" + COLLIDING.get(i) + "\":\"a\""));
  }

  // ---- Conditions on one large item

  private static final String[] FILTERS = {
    "NOT contains(x,y)",
    "NOT contains(x,:v)",
    "size(x)<:n",
    "x=y",
    "NOT begins_with(x,y)",
    "x<y",
    "z IN (" + repeat("a", ",", 180) + ")",
    "attribute_exists(z)",
    "x[389999]=y",
    "contains(y,:v)",
    "NOT attribute_type(x,:v)",
    "x.z.z.z.z.z.z.z=y.z.z.z.z.z.z.z",
  };

  static String expression(String filter, int length) {
    String any = repeat(filter, " OR ", length - 20);
    int operators = Math.max(1, 290 / (filter.startsWith("NOT") ? 3 : 2));
    String[] parts = any.split(" OR ", -1);
    return String.join(" OR ", Arrays.copyOf(parts, Math.min(parts.length, operators)));
  }

  static String values(String expression) {
    String values =
        (expression.contains(":v") ? "\":v\":{\"S\":\"L\"}" : "")
            + (expression.contains(":n") ? "\":n\":{\"N\":\"0\"}" : "");
    return values.isEmpty() ? "" : ",\"ExpressionAttributeValues\":{" + values + "}";
  }

  private void conditions() {
    for (String filter : FILTERS) {
      String text = expression(filter, 4_096);
      String shown = filter.length() > 40 ? filter.substring(0, 20) + "…)" : filter;
      for (int i = 0; i < WorstItems.large().size(); i++) {
        int which = i;
        add(
            "DeleteItem",
            "`" + shown + "` many times, item " + i,
            () ->
                worst(
                    "'Key':@,'ConditionExpression':'(@) AND attribute_not_exists(pk)'@",
                    key(which),
                    text,
                    values(text)));
      }
      add(
          "Query",
          "`" + shown + "` many times",
          () ->
              worst(
                  "'KeyConditionExpression':'pk=:p','FilterExpression':'@',"
                      + "'ExpressionAttributeValues':{':p':{'S':'large'}@}",
                  text,
                  values(text)
                      .replace(",\"ExpressionAttributeValues\":{", ",")
                      .replace("}}", "}")));
      add(
          "Scan",
          "`" + shown + "` many times, small items",
          () -> small("'FilterExpression':'@'@", text, values(text)));
    }
  }

  private void expected() {
    add(
        "PutItem",
        "Expected with 262,144 names of the same hash code",
        () ->
            worst(
                "'Item':@},'Expected':{@}",
                KEY,
                join(1 << 18, i -> '"' + COLLIDING.get(i) + "\":{\"Exists\":false}")));
    add(
        "DeleteItem",
        "Expected with 500,000 conditions on 100,000 attributes",
        () ->
            worst(
                "'Key':@,'Expected':{@}",
                key(1),
                join(500_000, i -> '"' + name(i, 6) + "\":{\"Exists\":false}")));
  }

  private void legacyFilters() {
    add(
        "Scan",
        "ScanFilter with 250,000 conditions, small items",
        () -> small("'ScanFilter':{@}", nullConditions()));
    add(
        "Scan",
        "IN with 1 million values in ScanFilter, small items",
        () ->
            small(
                "'ScanFilter':{'pk':{'ComparisonOperator':'IN','AttributeValueList':[@]}}",
                join(1_000_000, i -> string(name(i, 4)))));
    add(
        "Query",
        "QueryFilter with 250,000 conditions",
        () ->
            worst(
                "'KeyConditions':{'pk':{'ComparisonOperator':'EQ',"
                    + "'AttributeValueList':[{'S':'large'}]}},'QueryFilter':{@}",
                nullConditions()));
    add(
        "Query",
        "KeyConditions with 150,000 conditions",
        () ->
            worst(
                "'KeyConditions':{@}",
                join(
                    150_000,
                    i ->
                        json(
                            "'@':{'ComparisonOperator':'EQ','AttributeValueList':[{'S':''}]}",
                            name(i, 6)))));
  }

  private static String nullConditions() {
    return join(250_000, i -> '"' + name(i, 6) + "\":{\"ComparisonOperator\":\"NULL\"}");
  }

  // ---- Updates of one large item

  private void update(String input, int item, String expression, String values) {
    add(
        "UpdateItem",
        input,
        () ->
            worst(
                "'Key':@,'UpdateExpression':'@'@",
                key(item),
                expression,
                values.isEmpty() ? "" : ",\"ExpressionAttributeValues\":{" + values + "}"));
  }

  private void updates() {
    IntFunction<String> letter = i -> "q" + Integer.toString(i, 36);
    update("290 copies of x", 0, "SET " + join(290, i -> letter.apply(i) + "=x"), "");
    update(
        "170 times list_append(x,x)",
        0,
        "SET " + join(170, i -> letter.apply(i) + "=list_append(x,x)"),
        "");
    update(
        "SET of 300 elements of a list",
        0,
        "SET " + join(300, i -> "x[" + (389_000 + i) + "]=y"),
        "");
    update(
        "REMOVE of 390 elements of a list",
        0,
        "REMOVE " + join(390, i -> "x[" + (389_000 + i) + "]"),
        "");
    update(
        "REMOVE of 650 paths in 100,000 attributes",
        1,
        "REMOVE " + join(650, i -> letter.apply(i) + ".a"),
        "");
    update(
        "if_not_exists of 140 attributes",
        1,
        "SET " + join(140, i -> letter.apply(i) + "=if_not_exists(" + letter.apply(i) + ",aaaa)"),
        "");
  }

  private void updatesWithManyMembers() {
    String ofSet = "'Key':@,'UpdateExpression':'@ x :v','ExpressionAttributeValues':{':v':@}";
    add(
        "UpdateItem",
        "DELETE of 50,000 from a set of 50,000",
        () -> worst(ofSet, key(5), "DELETE", strings(ITEM / 8, i -> name(i, 4))));
    add(
        "UpdateItem",
        "ADD of 200,000 to a set of 50,000",
        () -> worst(ofSet, key(5), "ADD", strings(200_000, i -> name(i, 6))));
    add(
        "UpdateItem",
        "AttributeUpdates of 400,000 attributes",
        () ->
            worst(
                "'Key':@,'AttributeUpdates':{@}",
                key(1),
                join(400_000, i -> '"' + name(i, 6) + "\":{\"Action\":\"DELETE\"}")));
    add(
        "UpdateItem",
        "262,144 names with the same hash code",
        () -> worst("'Key':@,'UpdateExpression':'REMOVE a',@", key(0), collidingNames(1 << 18)));
  }

  // ---- Projections

  private void reads() {
    String elements = join(400, i -> "x[" + (380_000 + i) + "]");
    String deep = join(120, i -> "x" + ".z".repeat(13) + "." + name(i, 4));
    String names = join(815, i -> name(i, 4));
    for (String projection : List.of(elements, deep, names)) {
      String shown = projection.substring(0, projection.indexOf(',')) + ", …";
      for (int item : List.of(0, 1, 2)) {
        add(
            "GetItem",
            "projection of `" + shown + "`, item " + item,
            () -> worst("'Key':@,'ProjectionExpression':'@'", key(item), projection));
      }
      add(
          "Query",
          "projection of `" + shown + "`",
          () ->
              worst(
                  "'KeyConditionExpression':'pk=:p','ProjectionExpression':'@',"
                      + "'ExpressionAttributeValues':{':p':{'S':'large'}}",
                  projection));
    }
    add(
        "Scan",
        "projection of 815 names, small items",
        () -> small("'ProjectionExpression':'@'", names));
    add(
        "Scan",
        "start key of 800,000 attributes",
        () -> worst("'ExclusiveStartKey':@,@}", KEY, members(REQUEST / 20, false, string(""))));
  }
}
