package dev.monotable.compare.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Replaces identifiers that each endpoint generates, such as stream ARNs, shard IDs, iterators and
 * sequence numbers, with common names. A name is derived from the request or the order of
 * appearance, so equivalent responses get the same names. Requests are written with these names.
 */
public final class OwnNames implements Endpoint {
  private static final Set<String> OWN =
      Set.of("eventID", "ApproximateCreationDateTime", "CreationRequestDateTime", "StreamLabel");

  private final Endpoint endpoint;
  private final Map<String, String> own = new HashMap<>();
  private final Map<String, String> common = new HashMap<>();
  private final Map<String, Integer> counts = new HashMap<>();
  private int iterators;

  public OwnNames(Endpoint endpoint) {
    this.endpoint = endpoint;
  }

  /** Returns the name of the latest stream of a table. */
  public static String stream(String table) {
    return "$stream:" + table;
  }

  @Override
  public Reply call(Request request) {
    Request translated =
        new Request(request.operation(), (ObjectNode) translated(request.body().deepCopy()));
    Reply answer = endpoint.call(translated);
    if (request.operation().equals("CreateTable") && answer.accepted()) {
      JsonNode table = answer.body().path("TableDescription");
      String name = table.path("TableName").asText();
      String arn = table.path("LatestStreamArn").asText();
      forget(stream(name));
      remember(stream(name), arn);
    }
    if (!request.target().startsWith("DynamoDBStreams")) {
      return answer;
    }
    String iterator = "$iterator:" + iterators++;
    nameRecords(answer.body().path("Records"), request.body().path("ShardIterator").asText());
    JsonNode named = named(answer.body(), "", request.body(), iterator);
    return new Reply(answer.status(), named);
  }

  /** Names records after the iterator that returned them. */
  private void nameRecords(JsonNode records, String iterator) {
    for (int i = 0; i < records.size(); i++) {
      if (records.path(i).path("dynamodb") instanceof ObjectNode record) {
        String name = iterator + ":" + i;
        own.put(name, record.path("SequenceNumber").asText());
        record.put("SequenceNumber", name);
      }
    }
  }

  /** Removes a stream and all names that are derived from it. */
  private void forget(String stream) {
    own.keySet().removeIf(name -> name.startsWith(stream));
    common.values().removeIf(name -> name.startsWith(stream));
    counts.keySet().removeIf(name -> name.startsWith(stream));
  }

  private void remember(String name, String value) {
    own.put(name, value);
    common.put(value, name);
  }

  private JsonNode translated(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        member.setValue(translated(member.getValue()));
      }
    }
    String value = own.get(node.asText());
    return value == null ? node : TextNode.valueOf(value);
  }

  private JsonNode named(JsonNode node, String member, JsonNode request, String iterator) {
    if (node instanceof ObjectNode object) {
      object.remove(OWN);
      for (Map.Entry<String, JsonNode> entry : object.properties()) {
        entry.setValue(named(entry.getValue(), entry.getKey(), request, iterator));
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, named(array.get(i), member, request, iterator));
      }
    } else if (node.isTextual() && !node.asText().isEmpty()) {
      String name = name(node.asText(), member, request, iterator);
      return name == null ? node : TextNode.valueOf(name);
    }
    return node;
  }

  private @Nullable String name(String value, String member, JsonNode request, String iterator) {
    return switch (member) {
      case "ShardIterator", "NextShardIterator" -> {
        remember(iterator, value);
        yield iterator;
      }
      case "ShardId", "LastEvaluatedShardId", "ParentShardId" ->
          counted(value, request.path("StreamArn").asText() + ":shard");
      case "StartingSequenceNumber", "EndingSequenceNumber" -> member;
      case "SequenceNumber" -> value;
      case "message", "Message" -> withNames(value);
      default -> common.get(value);
    };
  }

  private String counted(String value, String kind) {
    String known = common.get(value);
    if (known != null) {
      return known;
    }
    String name = kind + ":" + counts.merge(kind, 1, Integer::sum);
    remember(name, value);
    return name;
  }

  private String withNames(String message) {
    String text = message;
    for (Map.Entry<String, String> name : common.entrySet()) {
      text = text.replace(name.getKey(), name.getValue());
    }
    return text;
  }
}
