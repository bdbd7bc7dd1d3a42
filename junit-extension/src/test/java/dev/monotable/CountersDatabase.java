package dev.monotable;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A database with a table of counters, whose clock stands still. */
@Timeout(600)
abstract class CountersDatabase {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  final Monotable db =
      Monotable.builder().table("Counters", Counter.class).frozenAt(START).create();

  @AfterEach
  void close() {
    db.close();
  }

  static void put(Monotable db, int id) {
    db.client().putItem(r -> r.tableName("Counters").item(counter(id)));
  }

  static void put(Monotable db, int id, Instant expires) {
    db.client()
        .putItem(
            r ->
                r.tableName("Counters")
                    .item(
                        Map.of(
                            "id", AttributeValue.fromN(Integer.toString(id)),
                            "count",
                                AttributeValue.fromN(Long.toString(expires.getEpochSecond())))));
  }

  static Map<String, AttributeValue> counter(int id) {
    return Map.of("id", AttributeValue.fromN(Integer.toString(id)));
  }

  static List<String> counts(Monotable db) {
    return db.client().scan(r -> r.tableName("Counters")).items().stream()
        .map(item -> item.get("count").n())
        .toList();
  }

  static List<String> ids(Monotable db) {
    return db.client().scan(r -> r.tableName("Counters")).items().stream()
        .map(item -> item.get("id").n())
        .toList();
  }
}
