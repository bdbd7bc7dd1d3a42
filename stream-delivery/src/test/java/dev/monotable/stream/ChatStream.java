package dev.monotable.stream;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** A database with the table Chat, and the batches that its handlers received. */
@Timeout(600)
abstract class ChatStream {
  static final Instant START = ChatDatabase.START;

  final ChatDatabase db = new ChatDatabase();

  /** The IDs of the messages, in the order of the deliveries. */
  final List<List<Integer>> batches = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void close() {
    db.close();
  }

  void receive(List<Record> records) {
    batches.add(ChatDatabase.ids(records));
  }
}
