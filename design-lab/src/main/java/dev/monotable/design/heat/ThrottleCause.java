package dev.monotable.design.heat;

/**
 * Which limit throttles.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/troubleshooting-throttling-diagnostics.html">DynamoDB
 *     throttling resolution guide</a>
 */
public enum ThrottleCause {
  /** The read units of one partition ({@code ReadKeyRangeThroughputExceeded}). */
  PARTITION_READS("read units of a partition"),
  /** The write units of one partition ({@code WriteKeyRangeThroughputExceeded}). */
  PARTITION_WRITES("write units of a partition"),
  /** The read units of the table or index: provisioned, or beyond twice the previous peak. */
  TABLE_READS("read units of the table"),
  /** The write units of the table or index. */
  TABLE_WRITES("write units of the table");

  private final String limit;

  ThrottleCause(String limit) {
    this.limit = limit;
  }

  /** Returns the limit in words: {@code write units of a partition}. */
  public String limit() {
    return limit;
  }

  /** Returns whether the limit of a partition throttles, and not that of the whole table. */
  public boolean isPartition() {
    return this == PARTITION_READS || this == PARTITION_WRITES;
  }

  /** Returns whether it is a limit of writes. */
  public boolean isWrites() {
    return this == PARTITION_WRITES || this == TABLE_WRITES;
  }
}
