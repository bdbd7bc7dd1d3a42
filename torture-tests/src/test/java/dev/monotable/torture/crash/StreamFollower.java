package dev.monotable.torture.crash;

import com.fasterxml.jackson.databind.JsonNode;
import dev.monotable.torture.Connection;
import dev.monotable.torture.Json;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stream while the table is written, and goes on after each restart with the iterator that
 * it had before. Each record has to follow the one before: its old image is what the follower has.
 * So a lost, repeated or replaced record is found.
 */
final class StreamFollower implements Runnable {
  private final Map<String, JsonNode> items = new TreeMap<>();
  private String iterator;
  private BigInteger lastNumber = BigInteger.ZERO;
  private @Nullable Connection connection;
  private @Nullable Throwable failure;
  private long records;

  StreamFollower(Connection connection, String arn) throws IOException {
    JsonNode shards =
        connection
            .require("DescribeStream", Json.object().put("StreamArn", arn))
            .at("/StreamDescription/Shards");
    if (shards.size() != 1) {
      throw new AssertionError("a new stream has one shard: " + shards);
    }
    iterator =
        connection
            .require(
                "GetShardIterator",
                Json.object()
                    .put("StreamArn", arn)
                    .put("ShardId", shards.get(0).get("ShardId").asText())
                    .put("ShardIteratorType", "TRIM_HORIZON"))
            .get("ShardIterator")
            .asText();
  }

  void connect(Connection to) {
    connection = to;
  }

  @Nullable Throwable failure() {
    return failure;
  }

  /** Returns the number of records that were read. */
  long records() {
    return records;
  }

  /** Reads until the server is gone. */
  @Override
  public void run() {
    try {
      while (true) {
        read();
      }
    } catch (IOException e) {
      // the server was killed
    } catch (RuntimeException | AssertionError e) {
      failure = e;
    }
  }

  /** Reads until there are no further records; returns what the table must contain. */
  Map<String, JsonNode> readToEnd() throws IOException {
    while (read()) {
      // until nothing is left
    }
    return items;
  }

  private boolean read() throws IOException {
    Connection to = connection;
    if (to == null) {
      throw new IllegalStateException("not connected");
    }
    JsonNode answer = to.require("GetRecords", Json.object().put("ShardIterator", iterator));
    iterator = answer.get("NextShardIterator").asText();
    for (JsonNode record : answer.get("Records")) {
      apply(record.get("dynamodb"));
    }
    return !answer.get("Records").isEmpty();
  }

  private void apply(JsonNode record) {
    BigInteger number = new BigInteger(record.get("SequenceNumber").asText());
    if (number.compareTo(lastNumber) <= 0) {
      throw new AssertionError("record " + number + " comes after " + lastNumber);
    }
    lastNumber = number;
    records++;
    String key = record.at("/Keys/pk/S").asText();
    JsonNode before = record.get("OldImage");
    JsonNode known = items.get(key);
    if (before == null ? known != null : !before.equals(known)) {
      throw new AssertionError(
          "record " + number + " of " + key + " replaces " + before + ", but there is " + known);
    }
    JsonNode after = record.get("NewImage");
    if (after == null) {
      items.remove(key);
    } else {
      items.put(key, after);
    }
  }
}
