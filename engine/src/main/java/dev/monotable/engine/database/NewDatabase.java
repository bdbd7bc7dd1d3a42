package dev.monotable.engine.database;

import dev.monotable.api.Experimental;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a new database.
 *
 * @param name unique among the databases of the process; null for none. A process that keeps data
 *     keeps the databases that have a name
 * @param region the Region in its ARNs; null for the default, or for that of the original of a fork
 * @param expireAfter after which time without a request it ends; null if it does not
 * @param isEmpty whether it has no tables, rather than those that each new database starts with
 */
@Experimental
public record NewDatabase(
    @Nullable String name,
    @Nullable String region,
    @Nullable Duration expireAfter,
    boolean isEmpty) {
  /** A database without a name, in the default Region, that does not expire. */
  public static final NewDatabase DEFAULT = new NewDatabase(null, null, null, false);

  public NewDatabase {
    if (expireAfter != null && (expireAfter.isNegative() || expireAfter.isZero())) {
      throw new IllegalArgumentException(
          "the time after which a database expires must be positive: " + expireAfter);
    }
  }

  public NewDatabase withName(String newName) {
    return new NewDatabase(newName, region, expireAfter, isEmpty);
  }

  public NewDatabase withRegion(String newRegion) {
    return new NewDatabase(name, newRegion, expireAfter, isEmpty);
  }

  public NewDatabase withExpireAfter(Duration idle) {
    return new NewDatabase(name, region, idle, isEmpty);
  }

  /** Returns these settings without the tables that each new database starts with. */
  public NewDatabase withoutTables() {
    return new NewDatabase(name, region, expireAfter, true);
  }
}
