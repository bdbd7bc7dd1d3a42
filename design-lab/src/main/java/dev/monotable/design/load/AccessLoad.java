package dev.monotable.design.load;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The average consumption of one request of a pattern of a table or of one of its indexes. A write
 * has one for the table and one for each index whose entries it changes.
 *
 * @param index the index, or null for the table itself. The entries of a local index are charged to
 *     the table's capacity, but are named here so that their part can be seen
 * @param readUnits read units, which may be an average and so a fraction
 * @param writeUnits write units
 */
public record AccessLoad(
    String table, @Nullable String index, BigDecimal readUnits, BigDecimal writeUnits) {
  public AccessLoad {
    if (readUnits.signum() < 0 || writeUnits.signum() < 0) {
      throw new IllegalArgumentException("negative units: " + readUnits + ", " + writeUnits);
    }
    // Equal numbers are equal, regardless of their scale.
    readUnits = readUnits.stripTrailingZeros();
    writeUnits = writeUnits.stripTrailingZeros();
  }

  /** Creates the units of a read. */
  public static AccessLoad read(String table, @Nullable String index, BigDecimal units) {
    return new AccessLoad(table, index, units, BigDecimal.ZERO);
  }

  /** Creates the units of a write. */
  public static AccessLoad write(String table, @Nullable String index, BigDecimal units) {
    return new AccessLoad(table, index, BigDecimal.ZERO, units);
  }
}
