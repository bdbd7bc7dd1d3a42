package dev.monotable.torture.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.torture.Json;
import dev.monotable.torture.Reply;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of TransactWriteItems and TransactGetItems. */
final class TransactionCalls {
  private final Tables tables;
  private final ItemCalls items;

  TransactionCalls(Tables tables, ItemCalls items) {
    this.tables = tables;
    this.items = items;
  }

  Call read(List<Step> steps) {
    ObjectNode request = Json.object();
    ArrayNode list = request.putArray("TransactItems");
    for (Step step : steps) {
      ObjectNode get = list.addObject().putObject("Get");
      get.put("TableName", tables.name(step.key())).set("Key", Rows.key(step.key()));
    }
    return new Call(
        List.of(new Action(Action.Form.TRANSACTION, steps)),
        "TransactGetItems",
        request,
        reply -> List.of(new Outcome(true, responses(reply))));
  }

  Call write(List<Step> steps, @Nullable String token) {
    ObjectNode request = Json.object();
    ArrayNode list = request.putArray("TransactItems");
    for (Step step : steps) {
      String what =
          switch (step.kind()) {
            case PUT -> "Put";
            case ADD -> "Update";
            case DELETE -> "Delete";
            case CHECK -> "ConditionCheck";
            case READ -> throw new IllegalArgumentException("no write");
          };
      list.addObject().set(what, items.write(step));
    }
    if (token != null) {
      request.put("ClientRequestToken", token);
    }
    return new Call(
        List.of(new Action(Action.Form.TRANSACTION, steps, token)),
        "TransactWriteItems",
        request,
        TransactionCalls::outcomeOfWrite);
  }

  /** Returns the items that a transaction read. */
  static List<@Nullable Long> responses(Reply reply) {
    List<@Nullable Long> values = new ArrayList<>();
    for (JsonNode response : Call.output(reply).path("Responses")) {
      values.add(Rows.value(response.path("Item")));
    }
    return values;
  }

  /** Returns the outcome of a transaction that writes. */
  static List<Outcome> outcomeOfWrite(Reply reply) {
    if (!"TransactionCanceledException".equals(reply.error())) {
      Call.output(reply);
      return List.of(Outcome.done());
    }
    List<@Nullable Long> failed = new ArrayList<>();
    for (JsonNode reason : reply.json().path("CancellationReasons")) {
      failed.add(
          switch (reason.path("Code").asText()) {
            case "None" -> 0L;
            case "ConditionalCheckFailed", "DuplicateItem" -> 1L;
            default -> throw new IllegalStateException(reply.toString());
          });
    }
    return List.of(new Outcome(false, failed));
  }
}
