package dev.monotable.conformance.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sends the same requests to two endpoints and compares what they answer. Their states are kept
 * equal: where an answer shows that they are not, and where a scan of all tables does, all tables
 * are made anew on both sides.
 */
final class Differential {
  private static final Set<String> READS =
      Set.of(
          "GetItem",
          "Query",
          "Scan",
          "BatchGetItem",
          "TransactGetItems",
          "DescribeTable",
          "ListTables",
          "DescribeTimeToLive");
  private static final int REQUESTS_BETWEEN_CHECKS = 400;
  private static final int MOST_PAGES = 200;
  private static final long SETTLE_NANOS = Duration.ofSeconds(10).toNanos();

  private final Endpoint ours;
  private final Endpoint local;
  private final KnownDifferences known;
  private final List<TestTable> tables = TestTable.standard();
  private final RequestGenerator generator;
  private final Shares shares = new Shares();
  private final Map<String, List<Difference>> unlisted = new LinkedHashMap<>();
  private int found;
  private int listed;
  private int rebuilt;

  Differential(Endpoint ours, Endpoint local, KnownDifferences known, long seed) {
    this.ours = ours;
    this.local = local;
    this.known = known;
    this.generator = new RequestGenerator(seed, tables);
  }

  /** Sends that many requests, or as many as the time allows; returns how many it were. */
  int run(int requests, Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    rebuild();
    int sent = 0;
    while (sent < requests && System.nanoTime() < end) {
      step(generator.next());
      sent++;
      if (sent % REQUESTS_BETWEEN_CHECKS == 0) {
        checkState();
      }
    }
    checkState();
    removeTables();
    return sent;
  }

  private void step(Request request) {
    Answer ourAnswer = ours.call(request);
    Answer localAnswer = local.call(request);
    shares.add(request, ourAnswer, localAnswer);
    List<Difference> differences;
    if (ourAnswer.accepted() && localAnswer.accepted()) {
      generator.observe(request, ourAnswer);
      if (request.operation().equals("UpdateTable")
          || request.operation().equals("CreateTable")
          || request.operation().equals("DeleteTable")) {
        settle(request);
      }
    }
    if (ourAnswer.accepted() && localAnswer.accepted() && isPaged(request)) {
      differences = comparePages(request);
    } else {
      differences = AnswerComparison.compare(request, ourAnswer, localAnswer);
    }
    if (ourAnswer.accepted() && localAnswer.accepted()) {
      compareStored(request, differences);
    }
    boolean stateDiffers = false;
    for (Difference difference : differences) {
      boolean isListed = report(difference);
      stateDiffers |=
          !READS.contains(request.operation())
              && (difference.aspect().equals("accepted")
                  || !isListed && difference.aspect().startsWith("Attributes"));
    }
    if (stateDiffers) {
      rebuild();
    }
  }

  /**
   * Compares what updates left behind, which not every answer shows, and removes the item where
   * that differs.
   */
  private void compareStored(Request request, List<Difference> into) {
    List<JsonNode> updates = new ArrayList<>();
    if (request.operation().equals("UpdateItem")) {
      updates.add(request.body());
    } else if (request.operation().equals("TransactWriteItems")) {
      for (JsonNode action : request.body().path("TransactItems")) {
        if (action.has("Update")) {
          updates.add(action.path("Update"));
        }
      }
    }
    for (JsonNode update : updates) {
      ObjectNode body = Json.object();
      body.set("TableName", update.path("TableName"));
      body.set("Key", update.path("Key"));
      Request delete = new Request("DeleteItem", body);
      Request get = new Request("GetItem", body.deepCopy().put("ConsistentRead", true));
      List<Difference> stored = new ArrayList<>();
      AnswerComparison.compare(get, ours.call(get), local.call(get))
          .forEach(
              difference ->
                  stored.add(
                      new Difference(
                          request,
                          "stored." + difference.aspect(),
                          difference.ours(),
                          difference.local())));
      if (stored.stream().anyMatch(difference -> difference.aspect().equals("stored.Item"))) {
        ours.call(delete);
        local.call(delete);
      }
      into.addAll(stored);
    }
  }

  /** Counts a difference; true if it is listed. */
  private boolean report(Difference difference) {
    found++;
    if (known.find(difference) != null) {
      listed++;
      return true;
    }
    unlisted.computeIfAbsent(difference.kind(), kind -> new ArrayList<>()).add(difference);
    return false;
  }

  /** Where a page ends and what a segment holds is compared by the whole that they make up. */
  private static boolean isPaged(Request request) {
    return (request.operation().equals("Query") || request.operation().equals("Scan"))
        && (request.body().has("Limit") || request.body().has("Segment"));
  }

  private List<Difference> comparePages(Request request) {
    List<Difference> differences = new ArrayList<>();
    boolean ordered = request.operation().equals("Query") && !request.body().has("IndexName");
    AnswerComparison.compare(
        request, "pages", walk(ours, request, ordered), walk(local, request, ordered), differences);
    return differences;
  }

  private JsonNode walk(Endpoint endpoint, Request request, boolean ordered) {
    ObjectNode sum = Json.object();
    ArrayNode items = sum.putArray("Items");
    int count = 0;
    int scanned = 0;
    int segments = request.body().has("Segment") ? request.body().path("TotalSegments").asInt() : 1;
    for (int segment = 0; segment < segments; segment++) {
      ObjectNode body = request.body().deepCopy();
      if (body.has("Segment")) {
        body.put("Segment", segment);
      }
      for (int page = 0; page < MOST_PAGES; page++) {
        Answer answer = endpoint.call(new Request(request.operation(), body));
        if (!answer.accepted()) {
          sum.put("page", answer.errorType() + ": " + answer.message());
          return sum;
        }
        answer.body().path("Items").forEach(items::add);
        count += answer.body().path("Count").asInt();
        scanned += answer.body().path("ScannedCount").asInt();
        JsonNode last = answer.body().path("LastEvaluatedKey");
        if (last.isMissingNode()) {
          break;
        }
        body.set("ExclusiveStartKey", last);
      }
    }
    sum.put("Count", count).put("ScannedCount", scanned);
    if (endpoint == local) {
      AnswerComparison.normalNumbers(sum);
    }
    if (ordered) {
      items.forEach(item -> AnswerComparison.sort(Json.array().add(item)));
    } else {
      AnswerComparison.sort(items);
    }
    return sum;
  }

  private void checkState() {
    for (TestTable table : tables) {
      Request scan =
          new Request(
              "Scan", Json.object().put("TableName", table.name()).put("ConsistentRead", true));
      List<Difference> differences = new ArrayList<>();
      JsonNode ourItems = walk(ours, scan, false);
      JsonNode localItems = walk(local, scan, false);
      AnswerComparison.compare(scan, "state", ourItems, localItems, differences);
      if (!differences.isEmpty()) {
        differences.forEach(this::report);
        rebuild();
        return;
      }
    }
  }

  /** Waits until the tables are what they are to become. */
  private void settle(Request request) {
    String name = request.body().path("TableName").asText();
    Request describe = new Request("DescribeTable", Json.object().put("TableName", name));
    for (Endpoint endpoint : List.of(ours, local)) {
      long end = System.nanoTime() + SETTLE_NANOS;
      while (true) {
        Answer answer = endpoint.call(describe);
        boolean gone = !answer.accepted();
        boolean settled =
            request.operation().equals("DeleteTable") ? gone : gone || isActive(answer.body());
        if (settled) {
          break;
        }
        if (System.nanoTime() > end) {
          throw new IllegalStateException("does not settle: " + request + " " + answer);
        }
        DynamoDbLocal.pause();
      }
    }
  }

  private static boolean isActive(JsonNode description) {
    JsonNode table = description.path("Table");
    boolean active = table.path("TableStatus").asText().equals("ACTIVE");
    for (JsonNode index : table.path("GlobalSecondaryIndexes")) {
      active &= index.path("IndexStatus").asText().equals("ACTIVE");
    }
    return active;
  }

  private void rebuild() {
    rebuilt++;
    removeTables();
    for (TestTable table : tables) {
      Request create = new Request("CreateTable", table.creation());
      for (Endpoint endpoint : List.of(ours, local)) {
        Answer answer = endpoint.call(create);
        if (!answer.accepted()) {
          throw new IllegalStateException(create + ": " + answer);
        }
      }
      settle(create);
    }
  }

  private void removeTables() {
    generator.forget();
    for (Endpoint endpoint : List.of(ours, local)) {
      Set<String> names = new HashSet<>();
      endpoint
          .call(new Request("ListTables", Json.object()))
          .body()
          .path("TableNames")
          .forEach(name -> names.add(name.asText()));
      for (String name : names) {
        Request delete = new Request("DeleteTable", Json.object().put("TableName", name));
        Answer answer = endpoint.call(delete);
        if (!answer.accepted()) {
          endpoint.call(
              new Request(
                  "UpdateTable",
                  Json.object().put("TableName", name).put("DeletionProtectionEnabled", false)));
          endpoint.call(delete);
        }
      }
    }
  }

  Shares shares() {
    return shares;
  }

  /** The differences that no entry explains, by kind. */
  Map<String, List<Difference>> unlisted() {
    return unlisted;
  }

  String summary() {
    int open = unlisted.values().stream().mapToInt(List::size).sum();
    return found
        + " differences, "
        + listed
        + " listed, "
        + open
        + " not listed (of "
        + unlisted.size()
        + " kinds); tables made anew "
        + rebuilt
        + " times";
  }
}
