package dev.monotable.stream;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** Handles the records of a stream in batches. */
@FunctionalInterface
public interface BatchHandler {
  /**
   * Handles a batch of one shard, in the order of the stream.
   *
   * @param records not empty; cannot be modified
   * @throws Exception if it fails; the batch is retried according to the settings of the mapping
   */
  void handle(List<Record> records) throws Exception;
}
