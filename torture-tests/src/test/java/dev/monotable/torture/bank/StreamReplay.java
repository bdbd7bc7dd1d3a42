package dev.monotable.torture.bank;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.torture.Connection;
import dev.monotable.torture.Json;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Rebuilds a table from its stream: all records of all shards from TRIM_HORIZON, parents before
 * their children. Each record must fit the item that the records before it have left.
 */
final class StreamReplay {
  private static final int SHARDS_PER_PAGE = 2;
  private static final int RECORDS_PER_PAGE = 100;

  private final Connection connection;
  private final String arn;
  private final Map<String, JsonNode> items = new TreeMap<>();
  private final Map<String, BigInteger> lastOfKey = new TreeMap<>();
  private long records;

  private StreamReplay(Connection connection, String arn) {
    this.connection = connection;
    this.arn = arn;
  }

  static StreamReplay of(Connection connection, String arn) throws IOException {
    StreamReplay replay = new StreamReplay(connection, arn);
    List<JsonNode> waiting = replay.shards();
    Set<String> known = new HashSet<>();
    waiting.forEach(shard -> known.add(shard.path("ShardId").asText()));
    Set<String> done = new HashSet<>();
    while (!waiting.isEmpty()) {
      List<JsonNode> next = new ArrayList<>();
      for (JsonNode shard : waiting) {
        String parent = shard.path("ParentShardId").asText();
        if (known.contains(parent) && !done.contains(parent)) {
          next.add(shard);
        } else {
          replay.read(shard.path("ShardId").asText());
          done.add(shard.path("ShardId").asText());
        }
      }
      if (next.size() == waiting.size()) {
        throw new AssertionError("shards are their own parents: " + next);
      }
      waiting = next;
    }
    return replay;
  }

  /** Returns the items after all records, by the sort key. */
  Map<String, JsonNode> items() {
    return items;
  }

  /** Returns the number of records. */
  long records() {
    return records;
  }

  private List<JsonNode> shards() throws IOException {
    List<JsonNode> shards = new ArrayList<>();
    ObjectNode request = Json.object().put("StreamArn", arn).put("Limit", SHARDS_PER_PAGE);
    while (true) {
      JsonNode stream = connection.require("DescribeStream", request).path("StreamDescription");
      stream.path("Shards").forEach(shards::add);
      if (!stream.has("LastEvaluatedShardId")) {
        return shards;
      }
      request.set("ExclusiveStartShardId", stream.path("LastEvaluatedShardId"));
    }
  }

  /** Reads a shard to its end or, if it is open, up to a page without records. */
  private void read(String shard) throws IOException {
    JsonNode iterator =
        connection
            .require(
                "GetShardIterator",
                Json.object()
                    .put("StreamArn", arn)
                    .put("ShardId", shard)
                    .put("ShardIteratorType", "TRIM_HORIZON"))
            .path("ShardIterator");
    BigInteger last = BigInteger.ZERO;
    while (!iterator.isMissingNode()) {
      ObjectNode request = Json.object().put("Limit", RECORDS_PER_PAGE);
      request.set("ShardIterator", iterator);
      JsonNode page = connection.require("GetRecords", request);
      for (JsonNode event : page.path("Records")) {
        BigInteger number = new BigInteger(event.path("dynamodb").path("SequenceNumber").asText());
        if (number.compareTo(last) <= 0) {
          throw new AssertionError(shard + ": after sequence number " + last + " came " + event);
        }
        last = number;
        apply(event, number);
      }
      if (page.path("Records").isEmpty()) {
        return;
      }
      iterator = page.path("NextShardIterator");
    }
  }

  private void apply(JsonNode event, BigInteger number) {
    records++;
    JsonNode record = event.path("dynamodb");
    String key = record.path("Keys").path("account").path("N").asText();
    BigInteger previous = lastOfKey.put(key, number);
    if (previous != null && number.compareTo(previous) <= 0) {
      throw new AssertionError("a record of the item came before: " + event);
    }
    JsonNode old = record.get("OldImage");
    JsonNode present = record.get("NewImage");
    JsonNode replaced = present == null ? items.remove(key) : items.put(key, present);
    if (replaced == null ? old != null : !replaced.equals(old)) {
      throw new AssertionError(
          "the old image is not the new image of the record before, %s: %s"
              .formatted(replaced, event));
    }
    String name = old == null ? "INSERT" : present == null ? "REMOVE" : "MODIFY";
    if (!event.path("eventName").asText().equals(name)) {
      throw new AssertionError("not " + name + ": " + event);
    }
  }
}
