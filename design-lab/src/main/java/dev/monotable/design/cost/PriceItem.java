package dev.monotable.design.cost;

import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What AWS charges for, with the unit that its price is for, the name in a price file, and the
 * usage type in AWS's own price list.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-understanding-billing.html">Best
 *     practices for understanding your AWS billing and usage reports in DynamoDB</a>
 */
public enum PriceItem {
  WRITE_REQUESTS("onDemand.writes", 1_000_000, "million write request units", "WriteRequestUnits"),
  READ_REQUESTS("onDemand.reads", 1_000_000, "million read request units", "ReadRequestUnits"),
  REPLICATED_WRITE_REQUESTS(
      "onDemand.replicatedWrites",
      1_000_000,
      "million replicated write request units",
      "ReplWriteRequestUnits"),
  REPLICATED_WRITE_CAPACITY(
      "provisioned.replicatedWrites",
      1,
      "replicated write capacity unit-hour",
      "ReplWriteCapacityUnit-Hrs"),
  WRITE_CAPACITY("provisioned.writes", 1, "write capacity unit-hour", "WriteCapacityUnit-Hrs"),
  READ_CAPACITY("provisioned.reads", 1, "read capacity unit-hour", "ReadCapacityUnit-Hrs"),
  STORAGE("storage", 1, "GB-month", "TimedStorage-ByteHrs"),
  IA_WRITE_REQUESTS(
      "infrequentAccess.onDemand.writes",
      1_000_000,
      "million write request units",
      "IA-WriteRequestUnits"),
  IA_READ_REQUESTS(
      "infrequentAccess.onDemand.reads",
      1_000_000,
      "million read request units",
      "IA-ReadRequestUnits"),
  IA_REPLICATED_WRITE_REQUESTS(
      "infrequentAccess.onDemand.replicatedWrites",
      1_000_000,
      "million replicated write request units",
      "IA-ReplWriteRequestUnits"),
  IA_REPLICATED_WRITE_CAPACITY(
      "infrequentAccess.provisioned.replicatedWrites",
      1,
      "replicated write capacity unit-hour",
      "IA-ReplWriteCapacityUnit-Hrs"),
  IA_WRITE_CAPACITY(
      "infrequentAccess.provisioned.writes",
      1,
      "write capacity unit-hour",
      "IA-WriteCapacityUnit-Hrs"),
  IA_READ_CAPACITY(
      "infrequentAccess.provisioned.reads",
      1,
      "read capacity unit-hour",
      "IA-ReadCapacityUnit-Hrs"),
  IA_STORAGE("infrequentAccess.storage", 1, "GB-month", "IA-TimedStorage-ByteHrs"),
  POINT_IN_TIME_RECOVERY("pointInTimeRecovery", 1, "GB-month", "TimedPITRStorage-ByteHrs"),
  BACKUP("backup", 1, "GB-month", "TimedBackupStorage-ByteHrs"),
  RESTORE("restore", 1, "GB", "RestoreDataSize-Bytes"),
  EXPORT("export", 1, "GB", "ExportDataSize-Bytes"),
  STREAM_READS(
      "streamReads", 1_000_000, "million streams read request units", "Streams-RequestsCount"),
  KINESIS_CHANGES(
      "kinesisChanges",
      1_000_000,
      "million change data capture units",
      "ChangeDataCaptureUnits-Kinesis"),
  TTL_DELETES(null, 1, "deletion", null);

  private final @Nullable String key;
  private final int scale;
  private final String unit;
  private final @Nullable String usageType;

  PriceItem(@Nullable String key, int scale, String unit, @Nullable String usageType) {
    this.key = key;
    this.scale = scale;
    this.unit = unit;
    this.usageType = usageType;
  }

  /** Returns its name in a price file, or null if AWS does not charge for it. */
  @Nullable String key() {
    return key;
  }

  /** Returns its usage type in AWS's price list without the prefix of the Region, or null. */
  @Nullable String usageType() {
    return usageType;
  }

  /** Returns the number of single units that a price in a price file is for. */
  int scale() {
    return scale;
  }

  /** Returns what a price is for, in words: {@code million write request units}. */
  public String unit() {
    return unit;
  }

  /** Returns what it is, in words: {@code replicated write requests}. */
  public String label() {
    String words = name().replace('_', ' ').toLowerCase(Locale.ROOT);
    return words.startsWith("ia ") ? "infrequent access " + words.substring(3) : words;
  }

  /** Returns whether it is a write to a table or index. */
  public boolean isWrite() {
    return switch (this) {
      case WRITE_REQUESTS,
          WRITE_CAPACITY,
          REPLICATED_WRITE_REQUESTS,
          REPLICATED_WRITE_CAPACITY,
          IA_WRITE_REQUESTS,
          IA_WRITE_CAPACITY,
          IA_REPLICATED_WRITE_REQUESTS,
          IA_REPLICATED_WRITE_CAPACITY ->
          true;
      case READ_REQUESTS,
          READ_CAPACITY,
          IA_READ_REQUESTS,
          IA_READ_CAPACITY,
          STORAGE,
          IA_STORAGE,
          POINT_IN_TIME_RECOVERY,
          BACKUP,
          RESTORE,
          EXPORT,
          STREAM_READS,
          KINESIS_CHANGES,
          TTL_DELETES ->
          false;
    };
  }

  /** Returns whether it is a read of a table or index. */
  public boolean isRead() {
    return this == READ_REQUESTS
        || this == READ_CAPACITY
        || this == IA_READ_REQUESTS
        || this == IA_READ_CAPACITY;
  }

  /** Returns the amount for a quantity of single units, exactly. */
  BigDecimal amount(BigDecimal quantity, BigDecimal price) {
    BigDecimal product = quantity.multiply(price);
    return scale == 1 ? product : product.movePointLeft(6);
  }
}
