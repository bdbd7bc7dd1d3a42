package dev.monotable.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.compare.difference.AnswerComparison;
import dev.monotable.compare.difference.AnswerDifference;
import dev.monotable.compare.difference.Capacities;
import dev.monotable.compare.difference.FilteredEntries;
import dev.monotable.compare.difference.ItemSize;
import dev.monotable.compare.difference.KnownDifferences;
import dev.monotable.compare.difference.Normalisation;
import dev.monotable.compare.difference.Pages;
import dev.monotable.compare.endpoint.EmulatorKind;
import dev.monotable.compare.endpoint.Endpoint;
import dev.monotable.compare.endpoint.Json;
import dev.monotable.compare.endpoint.Reply;
import dev.monotable.compare.endpoint.Request;
import dev.monotable.compare.workload.ItemAction;
import dev.monotable.compare.workload.TestTable;
import dev.monotable.compare.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sends the same requests to two endpoints and compares their responses. If a response or a scan of
 * all tables shows that the states differ, all tables are created again on both sides.
 */
final class Differential {
  private static final int REQUESTS_BETWEEN_CHECKS = 400;

  private final Endpoint ours;
  private final Endpoint local;
  private final KnownDifferences known;
  private final TableSetup tables;
  private final Capacities capacities;
  private final FilteredEntries filtered;
  private final Workload workload;
  private final AnswerComparison comparison;
  private final Shares shares = new Shares();
  private final Map<String, List<AnswerDifference>> unlisted = new LinkedHashMap<>();
  private int found;
  private int listed;

  Differential(
      Endpoint ours,
      Endpoint local,
      EmulatorKind other,
      Workload.Kind kind,
      KnownDifferences known,
      long seed) {
    this.workload = kind.workload(seed, kind.tables());
    this.comparison = new AnswerComparison(workload);
    this.ours = workload.wrap(ours);
    this.local = workload.wrap(local);
    this.known = known;
    this.tables = new TableSetup(List.of(this.ours, this.local), kind.tables());
    this.capacities = new Capacities(ours, tables.standard(), other);
    this.filtered = new FilteredEntries(this.local, tables.standard(), other);
  }

  /** Sends up to this many requests within the time limit, and returns their number. */
  int run(int requests, Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    rebuild();
    int sent = 0;
    while (sent < requests && System.nanoTime() < end) {
      step(workload.next());
      sent++;
      if (sent % REQUESTS_BETWEEN_CHECKS == 0) {
        checkState();
      }
    }
    checkState();
    tables.remove();
    return sent;
  }

  private void step(Request request) {
    Capacities.Before before = capacities.before(request);
    Reply ourAnswer = ours.call(request);
    Reply localAnswer = local.call(request);
    shares.add(request, ourAnswer, localAnswer);
    List<AnswerDifference> differences = new ArrayList<>();
    if (ourAnswer.accepted() && localAnswer.accepted()) {
      workload.observe(request, ourAnswer, localAnswer);
      if (Set.of("CreateTable", "UpdateTable", "DeleteTable").contains(request.operation())) {
        tables.settle(request);
      }
      if (filtered.isAsked(request)) {
        compareFiltered(request, differences);
      } else if (Pages.isPaged(request)) {
        comparePages(request, differences);
      } else {
        differences.addAll(comparison.compare(request, ourAnswer, localAnswer));
      }
      capacities.check(request, before, ourAnswer.body(), localAnswer.body(), differences);
      compareStored(request, differences);
    } else {
      differences.addAll(comparison.compare(request, ourAnswer, localAnswer));
    }
    // Local rejects a batch of statements after it has run some of them.
    boolean stateDiffers =
        request.operation().equals("BatchExecuteStatement")
            && !localAnswer.accepted()
            && !workload.isRead(request);
    for (AnswerDifference difference : differences) {
      boolean isListed = report(difference);
      stateDiffers |=
          !workload.isRead(request)
              && (difference.aspect().equals("accepted")
                  || difference.aspect().equals("Responses[].Error")
                  || workload.isRemembered() && difference.aspect().startsWith("stored")
                  || !isListed && difference.aspect().startsWith("Attributes"));
    }
    if (stateDiffers) {
      rebuild();
    }
  }

  private void compareFiltered(Request request, List<AnswerDifference> into) {
    comparison.compareBodies(
        request, "entries", Pages.walk(ours, request), filtered.scan(request), into);
  }

  private void comparePages(Request request, List<AnswerDifference> into) {
    comparison.compareBodies(
        request, "pages", Pages.walk(ours, request), Pages.walk(local, request), into);
  }

  /**
   * Compares the items after updates, which not every response contains, and deletes those that
   * differ.
   */
  private void compareStored(Request request, List<AnswerDifference> into) {
    for (ItemAction action : workload.actions(request, tables.standard())) {
      if (!action.kind().equals("Update")) {
        continue;
      }
      ObjectNode body = Json.object().put("TableName", action.table().name());
      body.set("Key", action.key());
      Request delete = new Request("DeleteItem", body);
      Request get = new Request("GetItem", body.deepCopy().put("ConsistentRead", true));
      List<AnswerDifference> stored = new ArrayList<>();
      comparison.compareBodies(
          new Request(request.operation(), (ObjectNode) action.parameters()),
          "stored",
          ours.call(get).body(),
          local.call(get).body(),
          stored);
      if (!stored.isEmpty()) {
        ours.call(delete);
        local.call(delete);
      }
      into.addAll(stored);
    }
  }

  /** Counts a difference, and returns whether it is listed. */
  private boolean report(AnswerDifference difference) {
    found++;
    if (known.find(difference) != null) {
      listed++;
      return true;
    }
    unlisted.computeIfAbsent(difference.kind(), kind -> new ArrayList<>()).add(difference);
    return false;
  }

  /** Compares all items, and the sizes of tables and indexes with the sizes of the items. */
  private void checkState() {
    List<AnswerDifference> differences = new ArrayList<>();
    for (TestTable table : tables.standard().values()) {
      ObjectNode body = Json.object().put("TableName", table.name());
      Request describe = new Request("DescribeTable", body);
      Request scan = new Request("Scan", body.deepCopy().put("ConsistentRead", true));
      ObjectNode items = Pages.walk(ours, scan);
      checkSizes(table, items.path("Items"), ours.call(describe).body().path("Table"), differences);
      comparison.compareBodies(scan, "state", items, Pages.walk(local, scan), differences);
    }
    differences.forEach(this::report);
    if (!differences.isEmpty()) {
      rebuild();
    }
  }

  private static void checkSizes(
      TestTable table, JsonNode items, JsonNode description, List<AnswerDifference> into) {
    ObjectNode counted = Json.object().put(table.name(), sum(table, null, items));
    ObjectNode described = Json.object();
    described.set(table.name(), description.path("TableSizeBytes"));
    for (TestTable.Index index : table.indexes()) {
      counted.put(index.name(), sum(table, index, items));
    }
    for (String kind : List.of("LocalSecondaryIndexes", "GlobalSecondaryIndexes")) {
      for (JsonNode index : description.path(kind)) {
        described.set(index.path("IndexName").asText(), index.path("IndexSizeBytes"));
      }
    }
    Request describe = new Request("DescribeTable", Json.object().put("TableName", table.name()));
    AnswerComparison.collect(describe, "our sizes", described, counted, into);
  }

  /** Returns the total bytes of the items in a table or an index. */
  private static long sum(TestTable table, TestTable.@Nullable Index index, JsonNode items) {
    long bytes = 0;
    for (JsonNode item : items) {
      if (index == null) {
        bytes += ItemSize.of(item);
      } else if (index.holds(item)) {
        bytes += ItemSize.of(ItemSize.projected(table, index, item));
      }
    }
    return bytes;
  }

  private void rebuild() {
    workload.forget();
    tables.rebuild();
  }

  Shares shares() {
    return shares;
  }

  Normalisation normalisation() {
    return comparison.normalisation();
  }

  /** Returns the differences that no entry explains, by kind. */
  Map<String, List<AnswerDifference>> unlisted() {
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
        + " kinds); tables recreated "
        + tables.rebuilt()
        + " times";
  }
}
