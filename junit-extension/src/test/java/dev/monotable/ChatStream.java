package dev.monotable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** A database with the table Chat and its stream, and the batches that its handlers received. */
@Timeout(600)
abstract class ChatStream {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  final Monotable db = Monotable.builder().frozenAt(START).create();

  /** The IDs of the messages, in the order of the deliveries. */
  final List<List<Integer>> batches = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void createTable() {
    Chat.create(db);
  }

  @AfterEach
  void close() {
    db.close();
  }

  void receive(List<Record> records) {
    batches.add(Chat.ids(records));
  }
}
