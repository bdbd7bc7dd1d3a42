package dev.monotable.benchmark.worst;

import static dev.monotable.benchmark.worst.WorstCases.COLLIDING;
import static dev.monotable.benchmark.worst.WorstCases.expression;
import static dev.monotable.benchmark.worst.WorstCases.key;
import static dev.monotable.benchmark.worst.WorstCases.repeat;
import static dev.monotable.benchmark.worst.WorstCases.values;
import static dev.monotable.benchmark.worst.WorstItems.REQUEST;
import static dev.monotable.benchmark.worst.WorstItems.join;
import static dev.monotable.benchmark.worst.WorstItems.json;
import static dev.monotable.benchmark.worst.WorstItems.members;
import static dev.monotable.benchmark.worst.WorstItems.name;
import static dev.monotable.benchmark.worst.WorstItems.string;
import static dev.monotable.benchmark.worst.WorstItems.worst;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** The batches, transactions and statements that are measured. */
final class WorstBatches {
  private final List<WorstCase> cases;

  private WorstBatches(List<WorstCase> cases) {
    this.cases = cases;
  }

  static void addTo(List<WorstCase> cases) {
    WorstBatches made = new WorstBatches(cases);
    made.batches();
    made.transactionConditions();
    made.transactions();
    made.statements();
  }

  private void add(String operation, String input, Supplier<String> body) {
    cases.add(new WorstCase(operation, input, body));
  }

  // ---- Batches and transactions

  private void batches() {
    String requests = "{'RequestItems':{'worst':[@]}}";
    add(
        "BatchWriteItem",
        "25 items of 31,000 short attributes",
        () ->
            json(
                requests,
                join(
                    25,
                    i ->
                        json(
                            "{'PutRequest':{'Item':{'pk':{'S':'b'},'sk':{'N':'@'},@}}}",
                            i,
                            members(31_000, true, string(""))))));
    add(
        "BatchWriteItem",
        "262,144 tables with the same hash code",
        () -> json("{'RequestItems':{@}}", join(1 << 18, i -> '"' + COLLIDING.get(i) + "\":[]")));
    add(
        "BatchWriteItem",
        "1 million empty requests for a name of 8 MB",
        () ->
            json(
                "{'RequestItems':{'@':[@]}}", "a".repeat(REQUEST / 2), join(1_000_000, i -> "{}")));
    add("BatchWriteItem", "3 million nulls", () -> json(requests, join(REQUEST / 5, i -> "null")));
    add(
        "BatchGetItem",
        "262,144 tables with the same hash code",
        () ->
            json(
                "{'RequestItems':{@}}",
                join(1 << 18, i -> '"' + COLLIDING.get(i) + "\":{\"Keys\":[]}")));
    add(
        "BatchGetItem",
        "1 million invalid keys",
        () -> json("{'RequestItems':{'worst':{'Keys':[@]}}}", join(1_000_000, i -> "{\"a\":{}}")));
    String keys = join(7, WorstCases::key);
    for (String projection :
        List.of(join(400, i -> "x[" + (380_000 + i) + "]"), join(815, i -> name(i, 4)))) {
      add(
          "BatchGetItem",
          "large items, projection of `" + projection.substring(0, 3) + "…`",
          () ->
              json(
                  "{'RequestItems':{'worst':{'Keys':[@],'ProjectionExpression':'@'}}}",
                  keys,
                  projection));
    }
  }

  private void transactionConditions() {
    for (String filter :
        List.of(
            "NOT contains(x,y)",
            "NOT contains(x,:v)",
            "size(x)<:n",
            "x=y",
            "attribute_exists(z)",
            "z IN (" + repeat("a", ",", 180) + ")")) {
      String text = expression(filter, 4_096);
      String shown = filter.length() > 40 ? filter.substring(0, 20) + "…)" : filter;
      add(
          "TransactWriteItems",
          "`" + shown + "` many times for 7 items",
          () ->
              transaction(
                  i ->
                      json(
                          "{'ConditionCheck':@}",
                          worst(
                              "'Key':@,'ConditionExpression':'@'@", key(i), text, values(text)))));
    }
  }

  /** Returns a transaction with an action on each large item. */
  private static String transaction(IntFunction<String> action) {
    return json("{'TransactItems':[@]}", join(7, action));
  }

  private void transactions() {
    add(
        "TransactWriteItems",
        "7 updates that copy a list 200 times",
        () ->
            transaction(
                i ->
                    json(
                        "{'Update':@}",
                        worst(
                            "'Key':@,'UpdateExpression':'SET @'",
                            key(i),
                            join(200, j -> "q" + j + "=x")))));
    add(
        "TransactWriteItems",
        "2 million invalid actions",
        () -> json("{'TransactItems':[@]}", join(2_000_000, i -> "{}")));
    add(
        "TransactGetItems",
        "large items, projection of 400 elements",
        () ->
            transaction(
                i ->
                    json(
                        "{'Get':@}",
                        worst(
                            "'Key':@,'ProjectionExpression':'@'",
                            key(i),
                            join(400, j -> "x[" + (380_000 + j) + "]")))));
  }

  // ---- PartiQL

  private void statement(String input, String statement) {
    String text = statement.replace("\"", "\\\"");
    String json = json("{'Statement':'@'}", text);
    add("ExecuteStatement", input, () -> json);
    add("BatchExecuteStatement", input, () -> json("{'Statements':[@]}", join(25, i -> json)));
    add(
        "ExecuteTransaction",
        input,
        () -> json("{'TransactStatements':[@]}", join(100, i -> json)));
  }

  private void statements() {
    String large = " FROM worst WHERE pk='large'";
    statement("1,600 columns", "SELECT " + join(1_600, i -> name(i, 4)) + large);
    statement("780 elements", "SELECT " + join(780, i -> "x[" + (380_000 + i) + "]") + large);
    statement(
        "570 conditions",
        "SELECT *" + large + " AND (" + repeat("z IN (a,b)", " OR ", 8_000) + ")");
    statement(
        "contains 470 times",
        "SELECT *" + large + " AND NOT (" + repeat("contains(x,y)", " OR ", 8_000) + ")");
    statement("4,000 nested comparisons", "SELECT *" + large + " AND " + repeat("a", "=", 8_000));
    statement(
        "3,900 nested lists",
        "SELECT *" + large + " AND a=" + "[".repeat(3_900) + "]".repeat(3_900));
    statement(
        "3,900 parentheses",
        "SELECT *" + large + " AND " + "(".repeat(3_900) + "a=1" + ")".repeat(3_900));
    statement(
        "4,000 sums",
        "UPDATE worst SET q=" + repeat("1", "+", 8_000) + " WHERE pk='large' AND sk=0");
    statement(
        "700 copies",
        "UPDATE worst "
            + join(700, i -> "SET q" + i + "=x").replace(",", " ")
            + " WHERE pk='large' AND sk=0");
    statement(
        "inserted list of 4,000",
        "INSERT INTO worst VALUE {'pk':'new','sk':0,'a':[" + repeat("1", ",", 8_000) + "]}");
    statement("2,000 keys", "SELECT * FROM worst WHERE pk IN [" + repeat("'a'", ",", 8_000) + "]");
  }
}
