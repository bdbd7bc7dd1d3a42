package dev.monotable.compare.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.compare.endpoint.Json;
import dev.monotable.compare.endpoint.Request;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An action of a request on a single item.
 *
 * @param kind {@code Get}, {@code Put}, {@code Update}, {@code Delete} or {@code ConditionCheck}
 * @param parameters the parameters of the action
 */
public record ItemAction(String kind, TestTable table, ObjectNode key, JsonNode parameters) {
  /** Returns the actions of an accepted request in order; a Query or a Scan has none. */
  public static List<ItemAction> of(Request request, Map<String, TestTable> tables) {
    JsonNode body = request.body();
    List<ItemAction> actions = new ArrayList<>();
    switch (request.operation()) {
      case "GetItem", "PutItem", "UpdateItem", "DeleteItem" ->
          add(actions, request.operation().replace("Item", ""), body, tables);
      case "BatchGetItem" -> {
        for (Map.Entry<String, JsonNode> table : body.path("RequestItems").properties()) {
          for (JsonNode key : table.getValue().path("Keys")) {
            ObjectNode get = Json.object().put("TableName", table.getKey());
            get.set("Key", key);
            get.set("ConsistentRead", table.getValue().path("ConsistentRead"));
            add(actions, "Get", get, tables);
          }
        }
      }
      case "BatchWriteItem" -> {
        for (Map.Entry<String, JsonNode> table : body.path("RequestItems").properties()) {
          for (JsonNode write : table.getValue()) {
            Map.Entry<String, JsonNode> only = write.properties().iterator().next();
            ObjectNode action = Json.object().put("TableName", table.getKey());
            action.setAll((ObjectNode) only.getValue());
            add(actions, only.getKey().replace("Request", ""), action, tables);
          }
        }
      }
      case "TransactGetItems", "TransactWriteItems" -> {
        for (JsonNode item : body.path("TransactItems")) {
          Map.Entry<String, JsonNode> only = item.properties().iterator().next();
          add(actions, only.getKey(), only.getValue(), tables);
        }
      }
      default -> {}
    }
    return actions;
  }

  private static void add(
      List<ItemAction> actions, String kind, JsonNode parameters, Map<String, TestTable> tables) {
    TestTable table = tables.get(parameters.path("TableName").asText());
    if (table != null) {
      JsonNode key = parameters.path(kind.equals("Put") ? "Item" : "Key");
      actions.add(new ItemAction(kind, table, table.keyOf(key), parameters));
    }
  }

  /** Returns the identity of the item. Two notations of the same number are the same key. */
  public String identity() {
    return table.name() + identity(key);
  }

  public static String identity(ObjectNode key) {
    StringBuilder text = new StringBuilder();
    for (JsonNode value : key) {
      JsonNode number = value.path("N");
      text.append(' ')
          .append(
              number.isTextual()
                  ? new BigDecimal(number.asText()).stripTrailingZeros().toPlainString()
                  : value.toString());
    }
    return text.toString();
  }
}
