package dev.monotable.stream;

import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** Handles the records of a stream in batches, and reports the records that failed. */
@FunctionalInterface
public interface ReportingBatchHandler {
  /**
   * Handles a batch of one shard, in the order of the stream.
   *
   * @param records not empty; cannot be modified
   * @return the failures; null if all records were handled. Ignored unless {@link
   *     TableStream#reportBatchItemFailures} is set, as on AWS
   * @throws Exception if it fails; the batch is retried according to the settings of the mapping
   */
  @Nullable BatchResponse handle(List<Record> records) throws Exception;
}
