package dev.monotable.design.cost;

import dev.monotable.design.cost.Bill.CapacityMode;
import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The things that AWS charges for, with the unit that its price is for, the name in a price file,
 * and the usage type in AWS's own price list.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-understanding-billing.html">Best
 *     practices for understanding your AWS billing and usage reports in DynamoDB</a>
 */
public enum PriceItem {
  WRITE_REQUESTS("onDemand.writes", "million write request units", "WriteRequestUnits"),
  READ_REQUESTS("onDemand.reads", "million read request units", "ReadRequestUnits"),
  REPLICATED_WRITE_REQUESTS(
      "onDemand.replicatedWrites",
      "million replicated write request units",
      "ReplWriteRequestUnits"),
  REPLICATED_WRITE_CAPACITY(
      "provisioned.replicatedWrites",
      "replicated write capacity unit-hour",
      "ReplWriteCapacityUnit-Hrs"),
  WRITE_CAPACITY("provisioned.writes", "write capacity unit-hour", "WriteCapacityUnit-Hrs"),
  READ_CAPACITY("provisioned.reads", "read capacity unit-hour", "ReadCapacityUnit-Hrs"),
  STORAGE("storage", "GB-month", "TimedStorage-ByteHrs"),
  IA_WRITE_REQUESTS(WRITE_REQUESTS),
  IA_READ_REQUESTS(READ_REQUESTS),
  IA_REPLICATED_WRITE_REQUESTS(REPLICATED_WRITE_REQUESTS),
  IA_REPLICATED_WRITE_CAPACITY(REPLICATED_WRITE_CAPACITY),
  IA_WRITE_CAPACITY(WRITE_CAPACITY),
  IA_READ_CAPACITY(READ_CAPACITY),
  IA_STORAGE(STORAGE),
  POINT_IN_TIME_RECOVERY("pointInTimeRecovery", "GB-month", "TimedPITRStorage-ByteHrs"),
  BACKUP("backup", "GB-month", "TimedBackupStorage-ByteHrs"),
  RESTORE("restore", "GB", "RestoreDataSize-Bytes"),
  EXPORT("export", "GB", "ExportDataSize-Bytes"),
  STREAM_READS("streamReads", "million streams read request units", "Streams-RequestsCount"),
  KINESIS_CHANGES(
      "kinesisChanges", "million change data capture units", "ChangeDataCaptureUnits-Kinesis"),
  TTL_DELETES(null, "deletion", null);

  private static final String MILLION = "million ";

  private final @Nullable String key;
  private final String unit;
  private final @Nullable String usageType;

  PriceItem(@Nullable String key, String unit, @Nullable String usageType) {
    this.key = key;
    this.unit = unit;
    this.usageType = usageType;
  }

  /** Creates the item of the table class Standard-Infrequent Access. */
  PriceItem(PriceItem standard) {
    this("infrequentAccess." + standard.key, standard.unit, "IA-" + standard.usageType);
  }

  /**
   * Returns the item of reads or writes.
   *
   * @param replicated whether they are writes to a global table
   * @param infrequent whether the table class is Standard-Infrequent Access
   */
  static PriceItem traffic(
      CapacityMode mode, boolean writes, boolean replicated, boolean infrequent) {
    boolean onDemand = mode == CapacityMode.ON_DEMAND;
    PriceItem standard =
        !writes
            ? (onDemand ? READ_REQUESTS : READ_CAPACITY)
            : replicated
                ? (onDemand ? REPLICATED_WRITE_REQUESTS : REPLICATED_WRITE_CAPACITY)
                : (onDemand ? WRITE_REQUESTS : WRITE_CAPACITY);
    return infrequent ? valueOf("IA_" + standard) : standard;
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
    return unit.startsWith(MILLION) ? 1_000_000 : 1;
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
    return usageType != null && usageType.contains("Write");
  }

  /** Returns whether it is a read of a table or index. */
  public boolean isRead() {
    return usageType != null && usageType.contains("Read");
  }

  /** Returns the amount for a quantity of single units, exactly. */
  BigDecimal amount(BigDecimal quantity, BigDecimal price) {
    BigDecimal product = quantity.multiply(price);
    return scale() == 1 ? product : product.movePointLeft(6);
  }
}
