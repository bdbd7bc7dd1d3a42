package dev.monotable.stream.kinesis;

import dev.monotable.engine.KinesisChange;
import dev.monotable.engine.KinesisDestinationStatus;
import dev.monotable.model.ApproximateCreationDateTimePrecision;
import dev.monotable.value.Item;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Forms records as AWS does. Its members, their order and the null in {@code userIdentity} are
 * those of records that users of AWS have published, such as the fixtures of crate/commons-codec.
 * The precision is named only if it was set for the destination (aws/aws-lambda-java-libs issue
 * 543).
 */
final class KinesisJson {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final long MILLION = 1_000_000;
  private static final int NANOS_IN_MICRO = 1_000;

  private final String region;

  KinesisJson(String region) {
    this.region = region;
  }

  /** Returns the time of a change in the unit of a destination. */
  static long time(Instant createdAt, KinesisDestinationStatus destination) {
    return destination.precision() == ApproximateCreationDateTimePrecision.MICROSECOND
        ? createdAt.getEpochSecond() * MILLION + createdAt.getNano() / NANOS_IN_MICRO
        : createdAt.toEpochMilli();
  }

  /** Returns INSERT, MODIFY or REMOVE. */
  static String eventName(KinesisChange change) {
    return change.oldImage() == null ? "INSERT" : change.newImage() == null ? "REMOVE" : "MODIFY";
  }

  /**
   * Returns the partition key of an item's changes. On AWS it looks like an MD5 digest, too; of
   * what is not known.
   */
  static String partitionKey(Item keys) {
    try {
      MessageDigest md5 = MessageDigest.getInstance("MD5");
      return HEX.formatHex(md5.digest(keys.toString().getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each JVM has it
    }
  }

  /**
   * Forms a record.
   *
   * @param time in the unit of the destination
   */
  KinesisRecord record(KinesisDestinationStatus destination, KinesisChange change, long time) {
    StringBuilder json = new StringBuilder(512);
    json.append("{\"awsRegion\":\"").append(region);
    json.append("\",\"eventID\":\"").append(change.eventId());
    json.append("\",\"eventName\":\"").append(eventName(change));
    json.append("\",\"userIdentity\":");
    json.append(
        change.byService()
            ? "{\"type\":\"Service\",\"principalId\":\"dynamodb.amazonaws.com\"}"
            : "null");
    json.append(",\"recordFormat\":\"application/json\",\"tableName\":\"");
    json.append(destination.tableName());
    json.append("\",\"dynamodb\":{\"ApproximateCreationDateTime\":").append(time);
    json.append(",\"Keys\":").append(change.keys());
    long size = change.keys().size();
    size += image(json, "NewImage", change.newImage());
    size += image(json, "OldImage", change.oldImage());
    json.append(",\"SizeBytes\":").append(size);
    if (destination.precision() != null) {
      json.append(",\"ApproximateCreationDateTimePrecision\":\"");
      json.append(destination.precision()).append('"');
    }
    json.append("},\"eventSource\":\"aws:dynamodb\"}");
    return new KinesisRecord(
        destination.streamArn(),
        destination.tableName(),
        partitionKey(change.keys()),
        change,
        json.toString(),
        time);
  }

  private static int image(StringBuilder json, String name, @Nullable Item image) {
    if (image == null) {
      return 0;
    }
    json.append(",\"").append(name).append("\":").append(image);
    return image.size();
  }
}
