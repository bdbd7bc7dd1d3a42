package dev.monotable.conformance.stream;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Reads a stream as the Developer Guide describes: each shard after its parent, closed shards to
 * their end, and new shards as they appear.
 */
final class ShardFollower {
  private final DynamoDbStreamsClient client;
  private final String arn;
  private final Consumer<Record> consumer;

  /** The next iterator of each shard that is being read, by shard ID. */
  private final Map<String, String> iterators = new HashMap<>();

  private final Set<String> finished = new HashSet<>();

  ShardFollower(DynamoDbStreamsClient client, String arn, Consumer<Record> consumer) {
    this.client = client;
    this.arn = arn;
    this.consumer = consumer;
  }

  /** Reads all available records and returns their number. */
  int poll() {
    int read = 0;
    for (Shard shard : shards()) {
      String parent = shard.parentShardId();
      if (!finished.contains(shard.shardId()) && (parent == null || finished.contains(parent))) {
        read += poll(shard.shardId());
      }
    }
    return read;
  }

  /** Returns the number of shards that have been read to their end. */
  int finished() {
    return finished.size();
  }

  private int poll(String shard) {
    String iterator = iterators.get(shard);
    if (iterator == null) {
      iterator =
          client
              .getShardIterator(
                  r ->
                      r.streamArn(arn)
                          .shardId(shard)
                          .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
              .shardIterator();
    }
    int read = 0;
    int page;
    do {
      String from = iterator;
      GetRecordsResponse response = client.getRecords(r -> r.shardIterator(from).limit(100));
      response.records().forEach(consumer);
      page = response.records().size();
      read += page;
      iterator = response.nextShardIterator();
    } while (iterator != null && page > 0);
    if (iterator == null) {
      finished.add(shard);
      iterators.remove(shard);
    } else {
      iterators.put(shard, iterator);
    }
    return read;
  }

  private List<Shard> shards() {
    return shards(client, arn);
  }

  /** Returns all shards of the stream from all pages. */
  static List<Shard> shards(DynamoDbStreamsClient client, String arn) {
    List<Shard> shards = new ArrayList<>();
    @Nullable String last = null;
    do {
      String start = last;
      DescribeStreamResponse page =
          client.describeStream(r -> r.streamArn(arn).exclusiveStartShardId(start));
      shards.addAll(page.streamDescription().shards());
      last = page.streamDescription().lastEvaluatedShardId();
    } while (last != null);
    return shards;
  }
}
