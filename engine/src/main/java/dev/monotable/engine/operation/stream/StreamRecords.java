package dev.monotable.engine.operation.stream;

import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.stream.SequenceNumbers;
import dev.monotable.model.Identity;
import dev.monotable.model.Record;
import dev.monotable.model.StreamRecord;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Converts the change records of a stream to records of the API, with the images of the stream's
 * view type.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_Record.html">Record</a>
 */
final class StreamRecords {
  /**
   * The identity in the records of items that Time to Live deleted.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_Identity.html">Identity</a>
   */
  private static final Identity SERVICE = new Identity("dynamodb.amazonaws.com", "Service");

  private final StreamState stream;
  private final List<KeyAttribute> keys;
  private final String region;

  StreamRecords(StreamState stream, String region) {
    this.stream = stream;
    this.keys = stream.keys().attributes();
    this.region = region;
  }

  Record of(ChangeRecord record) {
    Item before = record.oldItem();
    Item after = record.newItem();
    Item itemKeys = keys(after == null ? requireItem(before) : after);
    Item oldImage = stream.view().hasOldImage() ? before : null;
    Item newImage = stream.view().hasNewImage() ? after : null;
    return new Record(
        eventId(record),
        before == null ? "INSERT" : after == null ? "REMOVE" : "MODIFY",
        "1.1",
        "aws:dynamodb",
        region,
        StreamRecord.builder()
            .approximateCreationDateTime(time(record))
            .keys(itemKeys)
            .newImage(newImage)
            .oldImage(oldImage)
            .sequenceNumber(SequenceNumbers.text(record.sequenceNumber()))
            .sizeBytes((long) itemKeys.size() + size(newImage) + size(oldImage))
            .streamViewType(stream.view().name())
            .build(),
        record.byService() ? SERVICE : null);
  }

  /**
   * Returns the {@code ApproximateCreationDateTime} of a record, which AWS truncates to seconds.
   */
  static Instant time(ChangeRecord record) {
    return Instant.ofEpochSecond(record.createdAt().getEpochSecond());
  }

  /** Returns the size in bytes that a record adds to a page. */
  long sizeOf(Record record) {
    return Objects.requireNonNull(Objects.requireNonNull(record.dynamodb()).sizeBytes());
  }

  private static Item requireItem(@Nullable Item item) {
    if (item == null) {
      throw new IllegalStateException("a record of no item");
    }
    return item;
  }

  private static int size(@Nullable Item image) {
    return image == null ? 0 : image.size();
  }

  private Item keys(Item item) {
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    for (KeyAttribute key : keys) {
      values.put(key.name(), Objects.requireNonNull(item.find(key.name())));
    }
    return Item.of(values);
  }

  /** Returns 32 hexadecimal digits, as AWS does; the same for every read of the record. */
  private String eventId(ChangeRecord record) {
    String name = stream.arn() + "/" + record.sequenceNumber();
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8))
        .toString()
        .replace("-", "");
  }
}
