package dev.monotable.compare.difference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.monotable.compare.endpoint.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Normalizes members that may differ between two endpoints, and members that DynamoDB Local always
 * omits or formats differently. Each rule changes both responses before they are compared; each
 * remaining difference is an {@link AnswerDifference}. Error messages and capacities are not
 * normalized: messages are compared literally, and capacities by {@link CapacityArithmetic}.
 */
public final class Normalisation {
  /** Changes one or both responses, and returns whether there was something to change. */
  private interface Change {
    boolean apply(ObjectNode ours, ObjectNode local);
  }

  /** A rule, with the reason why AWS is believed to respond like Monotable. */
  private static final class Rule {
    private final String reason;
    private final Change change;
    private int uses;

    Rule(String reason, Change change) {
      this.reason = reason;
      this.change = change;
    }
  }

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
          "NonKeyAttributes");
  private static final Set<String> PASSING = Set.of("CREATING", "UPDATING", "DELETING");
  private static final JsonNode NO_THROUGHPUT =
      Json.object("{'NumberOfDecreasesToday':0,'ReadCapacityUnits':0,'WriteCapacityUnits':0}");
  private static final JsonNode NO_LIMIT =
      Json.object("{'MaxReadRequestUnits':-1,'MaxWriteRequestUnits':-1}");

  private final List<Rule> rules =
      List.of(
          new Rule(
              "ids and times are everybody's own",
              (ours, local) -> any(removeAll(ours, OWN), removeAll(local, OWN))),
          new Rule(
              "Local answers numbers that are no keys as they were written; AWS trims zeros"
                  + " (Developer Guide, Supported data types). Monotable's are left as they are",
              (ours, local) -> normaliseNumbers(local)),
          new Rule(
              "sets, definitions and indexes have no order",
              (ours, local) -> any(sortUnordered(ours), sortUnordered(local))),
          new Rule(
              "Local knows no warm throughput (API Reference, TableDescription)",
              (ours, local) -> removeOurs(ours, local, "WarmThroughput", node -> true)),
          new Rule(
              "Local knows no TableThroughputMode (ExtendDB/extenddb"
                  + " tests/test_table_throughput_mode.py)",
              (ours, local) -> removeOurs(ours, local, "TableThroughputModeSummary", node -> true)),
          new Rule(
              "Local knows no item collection metrics (API Reference, ItemCollectionMetrics)",
              (ours, local) -> removeOurs(ours, local, "ItemCollectionMetrics", node -> true)),
          new Rule(
              "Local makes, changes and deletes tables and indexes at once (API Reference,"
                  + " TableDescription: TableStatus)",
              (ours, local) ->
                  any(
                      removeBoth(ours, local, "TableStatus", Normalisation::isPassing),
                      removeBoth(ours, local, "IndexStatus", Normalisation::isPassing))),
          new Rule(
              "Local leaves out the throughput of indexes on demand, which AWS answers as 0"
                  + " (localstack tests/aws/services/dynamodb/test_dynamodb.snapshot.json)",
              (ours, local) ->
                  removeOurs(ours, local, "ProvisionedThroughput", NO_THROUGHPUT::equals)),
          new Rule(
              "Local does not count how often a throughput was lowered (API Reference,"
                  + " ProvisionedThroughputDescription)",
              (ours, local) ->
                  removeBoth(ours, local, "NumberOfDecreasesToday", (our, its) -> true)),
          new Rule(
              "Local measures indexes by whole items, and those in the making not at all; AWS by"
                  + " what is projected (Developer Guide, Global secondary indexes: storage)."
                  + " Monotable's are compared with the arithmetic",
              (ours, local) -> removeBoth(ours, local, "IndexSizeBytes", (our, its) -> true)),
          new Rule(
              "Local names an on-demand throughput without limits for indexes that were added (API"
                  + " Reference, OnDemandThroughput)",
              (ours, local) -> removeOurs(local, ours, "OnDemandThroughput", NO_LIMIT::equals)));

  private static boolean any(boolean one, boolean other) {
    return one || other;
  }

  private static boolean isPassing(JsonNode ours, JsonNode local) {
    return PASSING.contains(ours.asText()) && !ours.equals(local);
  }

  /** Applies every rule. */
  void apply(ObjectNode ours, ObjectNode local) {
    for (Rule rule : rules) {
      if (rule.change.apply(ours, local)) {
        rule.uses++;
      }
    }
  }

  /** Returns how often each rule changed a response. */
  public String report() {
    StringBuilder text = new StringBuilder();
    for (Rule rule : rules) {
      text.append(rule.uses).append(" x evened out: ").append(rule.reason).append('\n');
    }
    return text.toString();
  }

  private static boolean removeAll(JsonNode node, Set<String> names) {
    boolean found = node instanceof ObjectNode object && removeNames(object, names);
    for (JsonNode child : node) {
      found |= removeAll(child, names);
    }
    return found;
  }

  private static boolean removeNames(ObjectNode object, Set<String> names) {
    int size = object.size();
    object.remove(names);
    return object.size() < size;
  }

  /** Removes members that only the first tree has, if the predicate accepts them. */
  private static boolean removeOurs(
      JsonNode ours, JsonNode local, String name, Predicate<JsonNode> test) {
    return remove(ours, local, name, (our, its) -> its.isMissingNode() && test.test(our), false);
  }

  private interface Pair {
    boolean test(JsonNode ours, JsonNode local);
  }

  /** Removes members that one or both trees have, if the predicate accepts them. */
  private static boolean removeBoth(JsonNode ours, JsonNode local, String name, Pair test) {
    return remove(ours, local, name, test, true);
  }

  private static boolean remove(
      JsonNode ours, JsonNode local, String name, Pair test, boolean fromBoth) {
    boolean found = false;
    if (ours instanceof ObjectNode object) {
      JsonNode our = object.path(name);
      JsonNode its = local.path(name);
      if (!our.isMissingNode() && test.test(our, its)) {
        object.remove(name);
        found = true;
        if (fromBoth && local instanceof ObjectNode other) {
          other.remove(name);
        }
      }
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        found |= remove(member.getValue(), local.path(member.getKey()), name, test, fromBoth);
      }
    } else {
      for (int i = 0; i < ours.size(); i++) {
        found |= remove(ours.path(i), local.path(i), name, test, fromBoth);
      }
    }
    return found;
  }

  private static boolean sortUnordered(JsonNode node) {
    boolean found = false;
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      found |= sortUnordered(member.getValue());
      if (UNORDERED.contains(member.getKey()) && member.getValue() instanceof ArrayNode array) {
        Json.sort(array);
        found = true;
      }
    }
    if (node.isArray()) {
      for (JsonNode element : node) {
        found |= sortUnordered(element);
      }
    }
    return found;
  }

  /** Converts numbers to the form in which AWS returns them. */
  static boolean normaliseNumbers(JsonNode node) {
    boolean found = false;
    if (node instanceof ObjectNode object && node.size() == 1 && node.path("N").isTextual()) {
      String text = node.path("N").asText();
      object.put("N", normal(text));
      return !text.equals(object.path("N").asText());
    }
    if (node.size() == 1 && node.path("NS") instanceof ArrayNode set) {
      for (int i = 0; i < set.size(); i++) {
        set.set(i, TextNode.valueOf(normal(set.path(i).asText())));
      }
      return true;
    }
    for (JsonNode child : node) {
      found |= normaliseNumbers(child);
    }
    return found;
  }

  private static String normal(String number) {
    BigDecimal value = new BigDecimal(number);
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
