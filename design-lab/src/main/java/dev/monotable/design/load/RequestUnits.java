package dev.monotable.design.load;

import dev.monotable.engine.limits.CapacityUnits;
import java.math.BigDecimal;

/**
 * The units that DynamoDB charges for a request of a given size.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html">DynamoDB
 *     reads and writes</a>
 */
public final class RequestUnits {
  private static final BigDecimal HALF = new BigDecimal("0.5");
  private static final BigDecimal TWO = BigDecimal.valueOf(2);

  private RequestUnits() {}

  /** The read consistency, on which the price of a read depends. */
  public enum Consistency {
    EVENTUAL,
    STRONG,
    TRANSACTIONAL
  }

  /**
   * Returns the read units of one GetItem, Query or page of a Scan: the bytes that were read,
   * together, in steps of 4 KB. Reading nothing costs as much as reading 4 KB.
   *
   * @param bytes the size of all items that are read, before a filter or a projection
   */
  public static BigDecimal read(long bytes, Consistency consistency) {
    BigDecimal steps = BigDecimal.valueOf(CapacityUnits.read(requireSize(bytes)));
    return switch (consistency) {
      case EVENTUAL -> steps.multiply(HALF);
      case STRONG -> steps;
      case TRANSACTIONAL -> steps.multiply(TWO);
    };
  }

  /**
   * Returns the write units of one written item or index entry, in steps of 1 KB.
   *
   * @param bytes the size of the item before or after the write, whichever is larger
   */
  public static BigDecimal write(long bytes, boolean transactional) {
    BigDecimal steps = BigDecimal.valueOf(CapacityUnits.write(requireSize(bytes)));
    return transactional ? steps.multiply(TWO) : steps;
  }

  private static long requireSize(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("a negative size: " + bytes);
    }
    return bytes;
  }
}
