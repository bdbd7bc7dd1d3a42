package dev.monotable.compare.difference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.compare.endpoint.EmulatorKind;
import dev.monotable.compare.endpoint.Endpoint;
import dev.monotable.compare.endpoint.Json;
import dev.monotable.compare.endpoint.Request;
import dev.monotable.compare.workload.ItemAction;
import dev.monotable.compare.workload.TestTable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks all reported capacities: those of Monotable against AWS's published arithmetic, and those
 * of the other emulator against the same arithmetic, with the quirks of DynamoDB Local for it. The
 * items are read from Monotable, whose state is compared with Local's separately.
 */
public final class Capacities {
  private static final Set<CapacityQuirk> NONE = EnumSet.noneOf(CapacityQuirk.class);
  private static final Set<String> OF_KEY_CONDITION =
      Set.of("ExpressionAttributeNames", "ExpressionAttributeValues");

  private final Endpoint items;
  private final Map<String, TestTable> tables;
  private final Set<String> tokens = new HashSet<>();
  private final String others;
  private final Set<CapacityQuirk> quirks;

  /**
   * Creates the check of a run.
   *
   * @param other the other emulator
   */
  public Capacities(Endpoint items, Map<String, TestTable> tables, EmulatorKind other) {
    this.items = items;
    this.tables = tables;
    this.others = other.possessive();
    this.quirks = other == EmulatorKind.DYNAMODB_LOCAL ? EnumSet.allOf(CapacityQuirk.class) : NONE;
  }

  /** The relevant state before a request, for {@link #check}. */
  public record Before(List<ItemAction> actions, Map<String, JsonNode> items) {}

  /** Reads the items of a request; returns nothing if it does not ask for its capacity. */
  public Before before(Request request) {
    if (!asks(request)) {
      return new Before(List.of(), Map.of());
    }
    List<ItemAction> actions;
    try {
      actions = ItemAction.of(request, tables);
    } catch (RuntimeException malformed) {
      actions = List.of();
    }
    return new Before(actions, CapacityArithmetic.items(actions, this::item));
  }

  private static boolean asks(Request request) {
    String mode = request.body().path("ReturnConsumedCapacity").asText();
    return mode.equals("TOTAL") || mode.equals("INDEXES");
  }

  private JsonNode item(TestTable table, ObjectNode key) {
    ObjectNode body = Json.object().put("TableName", table.name()).put("ConsistentRead", true);
    body.set("Key", key);
    return items.call(new Request("GetItem", body)).body().path("Item");
  }

  /** Checks the responses of both sides to a request that both accepted. */
  public void check(
      Request request, Before before, JsonNode ours, JsonNode local, List<AnswerDifference> into) {
    boolean isRepeated =
        request.body().has("ClientRequestToken")
            && !tokens.add(request.body().path("ClientRequestToken").asText());
    JsonNode our = ours.path("ConsumedCapacity");
    JsonNode its = local.path("ConsumedCapacity");
    if (!asks(request)) {
      if (!our.isMissingNode()) {
        into.add(
            new AnswerDifference(request, "our ConsumedCapacity", Json.text(our), "not asked for"));
      }
    } else if (!before.actions().isEmpty()) {
      Map<String, JsonNode> after = CapacityArithmetic.items(before.actions(), this::item);
      compare(request, "our", our, foreseen(request, before, after, isRepeated, NONE), into);
      compare(request, others, its, foreseen(request, before, after, isRepeated, quirks), into);
    } else if (request.operation().equals("Query") || request.operation().equals("Scan")) {
      checkPage(request, our, its, into);
    }
  }

  private static JsonNode foreseen(
      Request request,
      Before before,
      Map<String, JsonNode> after,
      boolean isRepeated,
      Set<CapacityQuirk> quirks) {
    return new CapacityArithmetic(quirks, before.items(), after)
        .ofActions(request, before.actions(), isRepeated);
  }

  private static void compare(
      Request request,
      String whose,
      JsonNode answered,
      JsonNode foreseen,
      List<AnswerDifference> into) {
    AnswerComparison.compareCapacity(request, whose, answered, foreseen, into);
  }

  /** Returns whether the items of a page can differ, because Local has its own order of items. */
  private void checkPage(
      Request request, JsonNode ours, JsonNode local, List<AnswerDifference> into) {
    TestTable table = tables.get(request.body().path("TableName").asText());
    if (table == null) {
      return;
    }
    List<JsonNode> evaluated = new ArrayList<>();
    items.call(unfiltered(request)).body().path("Items").forEach(evaluated::add);
    List<JsonNode> whole = new ArrayList<>();
    evaluated.forEach(entry -> whole.add(item(table, table.keyOf(entry))));
    compare(
        request,
        "our",
        ours,
        CapacityArithmetic.ofPage(request, table, evaluated, whole, NONE),
        into);
    if (!Pages.isPaged(request)) {
      compare(
          request,
          others,
          local,
          CapacityArithmetic.ofPage(request, table, evaluated, whole, quirks),
          into);
    }
  }

  /** Returns the same page without filter and projection. */
  private static Request unfiltered(Request request) {
    ObjectNode body = request.body().deepCopy();
    body.remove(
        List.of(
            "FilterExpression",
            "ProjectionExpression",
            "QueryFilter",
            "ScanFilter",
            "AttributesToGet",
            "ConditionalOperator",
            "Select",
            "ReturnConsumedCapacity"));
    String condition = body.path("KeyConditionExpression").asText();
    for (String member : OF_KEY_CONDITION) {
      if (body.path(member) instanceof ObjectNode placeholders) {
        List<String> unused = new ArrayList<>();
        placeholders.fieldNames().forEachRemaining(unused::add);
        unused.removeIf(name -> condition.matches(".*" + name + "\\b.*"));
        placeholders.remove(unused);
        if (placeholders.isEmpty()) {
          body.remove(member);
        }
      }
    }
    return new Request(request.operation(), body);
  }
}
