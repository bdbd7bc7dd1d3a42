package dev.monotable.stream.kinesis;

import dev.monotable.api.Experimental;
import java.util.List;

/** The target of records: Kinesis, or something that stands for it. */
@Experimental
public interface KinesisTarget {
  /**
   * Writes records to a stream, in their order.
   *
   * @param streamArn the ARN of the Kinesis data stream
   * @param records at most 500 records and 5 MB, as PutRecords accepts
   * @return the records that the stream has not accepted. They are written again later
   * @throws KinesisException if no record may have been accepted. All are written again later
   */
  List<KinesisRecord> put(String streamArn, List<KinesisRecord> records);

  /**
   * Returns whether {@link #put} accepts no record behind one that it rejects. Otherwise a request
   * has at most one record with each partition key: if a record were rejected and a later one with
   * its key accepted, their order would be lost. PutRecords does not keep the order.
   */
  default boolean keepsOrder() {
    return false;
  }
}
