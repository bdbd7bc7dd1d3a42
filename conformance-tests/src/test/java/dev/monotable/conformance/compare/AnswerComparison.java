package dev.monotable.conformance.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares the answers to one request. What no two endpoints have in common is left out: ids, dates
 * and the labels of streams. The order of what has none is evened out: of sets, tags, attribute
 * definitions, indexes, the items of a scan and of a batch.
 */
final class AnswerComparison {
  private static final Set<String> OWN =
      Set.of(
          "CreationDateTime",
          "TableId",
          "LatestStreamArn",
          "LatestStreamLabel",
          "LastUpdateToPayPerRequestDateTime",
          "LastIncreaseDateTime",
          "LastDecreaseDateTime");
  private static final Set<String> UNORDERED =
      Set.of(
          "SS",
          "NS",
          "BS",
          "AttributeDefinitions",
          "LocalSecondaryIndexes",
          "GlobalSecondaryIndexes",
          "NonKeyAttributes",
          "Tags");

  private AnswerComparison() {}

  /** Every difference between two answers. */
  static List<Difference> compare(Request request, Answer ours, Answer local) {
    List<Difference> differences = new ArrayList<>();
    if (ours.accepted() != local.accepted()) {
      differences.add(new Difference(request, "accepted", summary(ours), summary(local)));
      return differences;
    }
    if (!ours.accepted()) {
      if (ours.status() != local.status() || !ours.errorType().equals(local.errorType())) {
        differences.add(new Difference(request, "type", summary(ours), summary(local)));
        return differences;
      }
      if (!ours.message().equals(local.message())) {
        differences.add(new Difference(request, "message", ours.message(), local.message()));
      }
    }
    compare(
        request,
        "",
        normalised(request, ours.body().deepCopy()),
        normalised(request, normalNumbers(local.body().deepCopy())),
        differences);
    return differences;
  }

  /** Compares two trees that are normalised already. */
  static void compare(
      Request request, String path, JsonNode ours, JsonNode local, List<Difference> into) {
    if (ours.equals(local)) {
      return;
    }
    if (ours instanceof ObjectNode && local instanceof ObjectNode) {
      Set<String> names = new TreeSet<>();
      ours.fieldNames().forEachRemaining(names::add);
      local.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        compare(
            request,
            path.isEmpty() ? name : path + "." + name,
            ours.path(name),
            local.path(name),
            into);
      }
    } else if (ours instanceof ArrayNode
        && local instanceof ArrayNode
        && ours.size() == local.size()) {
      for (int i = 0; i < ours.size(); i++) {
        compare(request, path + "[]", ours.path(i), local.path(i), into);
      }
    } else if (!(ours.isNumber()
        && local.isNumber()
        && ours.decimalValue().compareTo(local.decimalValue()) == 0)) {
      into.add(new Difference(request, path, shown(ours), shown(local)));
    }
  }

  private static String shown(JsonNode node) {
    return node.isMissingNode() ? "nothing" : Json.text(node);
  }

  private static String summary(Answer answer) {
    return answer.accepted()
        ? "accepted"
        : answer.status() + " " + answer.errorType() + ": " + answer.message();
  }

  private static JsonNode normalised(Request request, JsonNode copy) {
    if (copy instanceof ObjectNode object) {
      object.remove(List.of("__type", "message", "Message"));
      switch (request.operation()) {
        case "Scan" -> sort(object.path("Items"));
        case "Query" -> {
          if (request.body().has("IndexName")) {
            sort(object.path("Items"));
          }
        }
        case "BatchGetItem" -> {
          object.path("Responses").forEach(AnswerComparison::sort);
          sort(object.path("ConsumedCapacity"));
        }
        case "BatchWriteItem", "TransactGetItems", "TransactWriteItems" -> {
          sort(object.path("ConsumedCapacity"));
          object.path("ItemCollectionMetrics").forEach(AnswerComparison::sort);
        }
        default -> {}
      }
    }
    even(copy);
    return copy;
  }

  /**
   * Brings the numbers of attribute values to the form in which AWS answers them. DynamoDB Local
   * keeps those that are no keys as they were written; Monotable's are left as they are, and so
   * compared with their normal form.
   */
  static JsonNode normalNumbers(JsonNode node) {
    if (node instanceof ObjectNode object) {
      JsonNode number = object.path("N");
      if (object.size() == 1 && number.isTextual()) {
        object.put("N", normal(number.asText()));
      } else if (object.size() == 1 && object.path("NS") instanceof ArrayNode set) {
        for (int i = 0; i < set.size(); i++) {
          set.set(i, TextNode.valueOf(normal(set.path(i).asText())));
        }
      } else {
        object.forEach(AnswerComparison::normalNumbers);
      }
    } else if (node instanceof ArrayNode) {
      node.forEach(AnswerComparison::normalNumbers);
    }
    return node;
  }

  private static String normal(String number) {
    BigDecimal value = new BigDecimal(number);
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  /** Sorts what has no order and drops what is each endpoint's own, everywhere below. */
  private static void even(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.remove(OWN);
      for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
        String name = names.next();
        even(object.path(name));
        if (UNORDERED.contains(name)) {
          sort(object.path(name));
        }
      }
    } else if (node instanceof ArrayNode) {
      node.forEach(AnswerComparison::even);
    }
  }

  /** Sorts an array by its members' text, the members of objects by name. */
  static void sort(JsonNode node) {
    if (node instanceof ArrayNode array) {
      List<JsonNode> members = new ArrayList<>();
      array.forEach(
          member -> {
            even(member);
            members.add(member);
          });
      members.sort(
          Comparator.comparing((JsonNode member) -> member.path("TableName").asText())
              .thenComparing(AnswerComparison::canonical));
      array.removeAll();
      array.addAll(members);
    }
  }

  private static String canonical(JsonNode node) {
    if (node instanceof ObjectNode object) {
      Set<String> names = new TreeSet<>();
      object.fieldNames().forEachRemaining(names::add);
      StringBuilder text = new StringBuilder("{");
      for (String name : names) {
        text.append(name).append(':').append(canonical(object.path(name))).append(',');
      }
      return text.append('}').toString();
    }
    if (node instanceof ArrayNode) {
      StringBuilder text = new StringBuilder("[");
      node.forEach(member -> text.append(canonical(member)).append(','));
      return text.append(']').toString();
    }
    return Json.text(node);
  }
}
