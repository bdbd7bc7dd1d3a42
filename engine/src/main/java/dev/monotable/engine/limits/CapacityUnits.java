package dev.monotable.engine.limits;

/**
 * The arithmetic of capacity: a write unit for each KB begun, a read unit for each 4 KB begun, half
 * of that for an eventually consistent read, twice as much in a transaction.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html">DynamoDB
 *     reads and writes</a>
 */
public final class CapacityUnits {
  private static final int WRITE_UNIT_BYTES = 1024;
  private static final int READ_UNIT_BYTES = 4096;

  private CapacityUnits() {}

  /** Returns the units for writing a number of bytes; at least one. */
  public static int write(long bytes) {
    return (int) Math.max(1, (bytes + WRITE_UNIT_BYTES - 1) / WRITE_UNIT_BYTES);
  }

  /** Returns the units of a strongly consistent read of a number of bytes; at least one. */
  public static int read(long bytes) {
    return (int) Math.max(1, (bytes + READ_UNIT_BYTES - 1) / READ_UNIT_BYTES);
  }

  /** Returns the bytes that a number of read units can read. */
  public static long readBytes(long units) {
    return units * READ_UNIT_BYTES;
  }
}
