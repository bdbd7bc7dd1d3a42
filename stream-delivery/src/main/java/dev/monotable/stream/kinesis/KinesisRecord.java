package dev.monotable.stream.kinesis;

import dev.monotable.api.Experimental;
import dev.monotable.engine.KinesisChange;
import dev.monotable.value.Item;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A record of a Kinesis data stream: a change of an item.
 *
 * @param streamArn the ARN of the stream
 * @param tableName the name of the table
 * @param partitionKey decides about the shard of the stream: the same for all changes of an item
 * @param change the change
 * @param json the data of the record, in the form of AWS
 * @param creationTime the member {@code ApproximateCreationDateTime}, in milliseconds or
 *     microseconds since 1970
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/kds.html">Using
 *     Kinesis Data Streams to capture changes to DynamoDB</a>
 */
@Experimental
public record KinesisRecord(
    String streamArn,
    String tableName,
    String partitionKey,
    KinesisChange change,
    String json,
    long creationTime) {
  /** Returns the data of the record. */
  public byte[] data() {
    return json.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns INSERT, MODIFY or REMOVE. */
  public String eventName() {
    return KinesisJson.eventName(change);
  }

  /** Returns the primary key of the item. */
  public Item keys() {
    return change.keys();
  }

  /** Returns the item after the change; null for a removal. */
  public @Nullable Item newImage() {
    return change.newImage();
  }

  /** Returns the item before the change; null for an insert. */
  public @Nullable Item oldImage() {
    return change.oldImage();
  }
}
