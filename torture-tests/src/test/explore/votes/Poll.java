package votes;

import static handle.Handle.number;
import static handle.Handle.text;

import handle.Handle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** A poll with a counter of two shards. */
final class Poll {
  static final Map<String, AttributeValue> POLL = Map.of("pk", text("poll"));
  private static final int SHARDS = 2;

  private Poll() {}

  static Map<String, AttributeValue> shard(int shard) {
    return Map.of("pk", text("shard-" + shard));
  }

  /** Adds up the shards, with a thread for each. */
  static long sum(Handle own) throws ExecutionException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(SHARDS);
    try {
      List<Future<Map<String, AttributeValue>>> reads = new ArrayList<>();
      for (int i = 0; i < SHARDS; i++) {
        Map<String, AttributeValue> shard = shard(i);
        reads.add(threads.submit(() -> Handle.get(own, "Polls", shard)));
      }
      long sum = 0;
      for (Future<Map<String, AttributeValue>> read : reads) {
        sum += Long.parseLong(read.get().get("votes").n());
      }
      return sum;
    } finally {
      threads.shutdown();
    }
  }

  static void putTotal(Handle own, long total) {
    own.client()
        .updateItem(
            update ->
                update
                    .tableName("Polls")
                    .key(POLL)
                    .updateExpression("SET closed = :yes, votes = :votes")
                    .expressionAttributeValues(
                        Map.of(":yes", AttributeValue.fromBool(true), ":votes", number(total))));
  }

  static void requireOpen(Handle own) {
    if (Handle.get(own, "Polls", POLL).containsKey("closed")) {
      throw new IllegalStateException("the poll is closed");
    }
  }

  /** Counts a vote once, with further actions in the same transaction. */
  static void count(Handle own, String voter, TransactWriteItem... more) {
    List<TransactWriteItem> actions = new ArrayList<>(List.of(more));
    actions.add(
        TransactWriteItem.builder()
            .put(
                put ->
                    put.tableName("Polls")
                        .item(Map.of("pk", text("voter-" + voter)))
                        .conditionExpression("attribute_not_exists(pk)"))
            .build());
    actions.add(
        TransactWriteItem.builder()
            .update(
                update ->
                    update
                        .tableName("Polls")
                        .key(shard(Math.floorMod(voter.hashCode(), SHARDS)))
                        .updateExpression("ADD votes :one")
                        .expressionAttributeValues(Map.of(":one", number(1))))
            .build());
    try {
      own.client().transactWriteItems(write -> write.transactItems(actions));
    } catch (TransactionCanceledException e) {
      throw Handle.conditionFailed(e) ? new IllegalStateException("not counted", e) : e;
    }
  }
}
