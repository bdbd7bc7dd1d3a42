package dev.monotable.compare.difference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.compare.endpoint.Json;
import dev.monotable.compare.endpoint.Reply;
import dev.monotable.compare.endpoint.Request;
import dev.monotable.compare.workload.TestTable;
import dev.monotable.compare.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Compares the responses to a request, except capacities; see {@link CapacityArithmetic}. */
public final class AnswerComparison {
  private static final String CAPACITY = "ConsumedCapacity";

  /** The key attributes of all tables. Items that differ in other attributes are compared. */
  private static final Set<String> KEYS = keys();

  private final Workload workload;
  private final Normalisation normalisation = new Normalisation();

  public AnswerComparison(Workload workload) {
    this.workload = workload;
  }

  private static Set<String> keys() {
    Set<String> names = new TreeSet<>();
    for (TestTable table : TestTable.standard()) {
      table.creation().path("KeySchema").findValuesAsText("AttributeName").forEach(names::add);
    }
    return names;
  }

  public Normalisation normalisation() {
    return normalisation;
  }

  /** Returns all differences between two responses. */
  public List<AnswerDifference> compare(Request request, Reply ours, Reply local) {
    List<AnswerDifference> differences = new ArrayList<>();
    if (ours.accepted() != local.accepted()) {
      differences.add(new AnswerDifference(request, "accepted", summary(ours), summary(local)));
      return differences;
    }
    if (!ours.accepted()) {
      if (ours.status() != local.status() || !ours.errorType().equals(local.errorType())) {
        differences.add(new AnswerDifference(request, "type", summary(ours), summary(local)));
        return differences;
      }
      if (!ours.message().equals(local.message())) {
        differences.add(new AnswerDifference(request, "message", ours.message(), local.message()));
      }
    }
    compareBodies(request, "", ours.body(), local.body(), differences);
    return differences;
  }

  /** Compares two trees after {@link Normalisation}. */
  public void compareBodies(
      Request request, String path, JsonNode ours, JsonNode local, List<AnswerDifference> into) {
    ObjectNode our = withoutError(ours);
    ObjectNode its = withoutError(local);
    normalisation.apply(our, its);
    workload.align(request, our, its);
    sortUnordered(request, our);
    sortUnordered(request, its);
    collect(request, path, our, its, into);
  }

  /** Compares two trees without normalization. */
  public static void collect(
      Request request, String path, JsonNode ours, JsonNode local, List<AnswerDifference> into) {
    if (ours.equals(local)) {
      return;
    }
    if (ours.isObject() && local.isObject()) {
      Set<String> names = new TreeSet<>();
      ours.fieldNames().forEachRemaining(names::add);
      local.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        collect(
            request,
            path.isEmpty() ? name : path + "." + name,
            ours.path(name),
            local.path(name),
            into);
      }
    } else if (ours.isArray() && local.isArray() && ours.size() == local.size()) {
      for (int i = 0; i < ours.size(); i++) {
        collect(request, path + "[]", ours.path(i), local.path(i), into);
      }
    } else if (!isSameNumber(ours, local)) {
      into.add(new AnswerDifference(request, path, shown(ours), shown(local)));
    }
  }

  private static boolean isSameNumber(JsonNode ours, JsonNode local) {
    return ours.isNumber()
        && local.isNumber()
        && ours.decimalValue().compareTo(local.decimalValue()) == 0;
  }

  private static String shown(JsonNode node) {
    return node.isMissingNode() ? "nothing" : Json.text(node);
  }

  private static String summary(Reply answer) {
    return answer.accepted()
        ? "accepted"
        : answer.status() + " " + answer.errorType() + ": " + answer.message();
  }

  /** Removes the members that are compared separately. */
  private static ObjectNode withoutError(JsonNode body) {
    ObjectNode copy = (ObjectNode) body.deepCopy();
    copy.remove(List.of("__type", "message", "Message", CAPACITY));
    return copy;
  }

  /** Sorts the items of scans, batches and indexes, whose order is not defined. */
  private static void sortUnordered(Request request, ObjectNode body) {
    if (request.operation().equals("Scan")
        || request.operation().equals("Query") && request.body().has("IndexName")) {
      Json.sort(body.path("Items"), KEYS);
    } else if (request.operation().equals("BatchGetItem")) {
      body.path("Responses").forEach(Json::sort);
    }
  }

  /** Compares the reported capacity with the expected one. */
  static void compareCapacity(
      Request request,
      String whose,
      JsonNode answered,
      JsonNode foreseen,
      List<AnswerDifference> into) {
    JsonNode sorted = answered.deepCopy();
    if (sorted instanceof ArrayNode array) {
      Json.sort(array);
    }
    List<AnswerDifference> differences = new ArrayList<>();
    collect(request, CAPACITY, sorted, foreseen, differences);
    for (AnswerDifference difference : differences) {
      into.add(
          new AnswerDifference(
              request,
              whose + " " + difference.aspect(),
              difference.ours(),
              "foreseen: " + difference.local()));
    }
  }
}
