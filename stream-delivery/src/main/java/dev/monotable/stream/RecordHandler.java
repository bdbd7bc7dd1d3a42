package dev.monotable.stream;

import software.amazon.awssdk.services.dynamodb.model.Record;

/** Handles the records of a stream one by one. */
@FunctionalInterface
public interface RecordHandler {
  /**
   * Handles a record.
   *
   * @throws Exception if it fails; the record is retried according to the settings of the mapping
   */
  void handle(Record record) throws Exception;
}
