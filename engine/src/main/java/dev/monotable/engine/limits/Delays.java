package dev.monotable.engine.limits;

import java.time.Duration;

/**
 * The durations of changes of tables and of the holds of transactions, on the engine's clock. On
 * AWS they take seconds, some of them minutes; here none takes any time unless a test asks for it.
 *
 * @param createTable how long a new table is CREATING
 * @param updateTable how long a changed table or index is UPDATING; also the first part of adding
 *     an index to a table, when the table is UPDATING and the index is not yet being filled
 * @param deleteTable how long a deleted table is DELETING
 * @param createIndex how long an index that is added to a table is being filled, the second part of
 *     adding it
 * @param deleteIndex how long a deleted index is DELETING, and its table UPDATING
 * @param timeToLive how long TTL is ENABLING or DISABLING
 * @param importTable how long an import is IN_PROGRESS, and its table CREATING, after its files
 *     were read
 * @param exportTable how long an export is IN_PROGRESS
 * @param bulkPut how long a bulk operation is IN_PROGRESS after its last item was written
 * @param transaction how long a committed transaction still holds its items, so that others that
 *     touch them meet a conflict
 */
public record Delays(
    Duration createTable,
    Duration updateTable,
    Duration deleteTable,
    Duration createIndex,
    Duration deleteIndex,
    Duration timeToLive,
    Duration importTable,
    Duration exportTable,
    Duration bulkPut,
    Duration transaction) {
  /** Nothing takes any time. */
  public static final Delays NONE = builder().build();

  public Delays {
    for (Duration delay :
        new Duration[] {
          createTable,
          updateTable,
          deleteTable,
          createIndex,
          deleteIndex,
          timeToLive,
          importTable,
          exportTable,
          bulkPut,
          transaction
        }) {
      if (delay.isNegative()) {
        throw new IllegalArgumentException("a delay is not negative: " + delay);
      }
    }
  }

  /** Returns a builder that starts without delays. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds {@link Delays}; what is not set takes no time. */
  public static final class Builder extends DelaysBuilder {
    private Builder() {
      createTable = Duration.ZERO;
      updateTable = Duration.ZERO;
      deleteTable = Duration.ZERO;
      createIndex = Duration.ZERO;
      deleteIndex = Duration.ZERO;
      timeToLive = Duration.ZERO;
      importTable = Duration.ZERO;
      exportTable = Duration.ZERO;
      bulkPut = Duration.ZERO;
      transaction = Duration.ZERO;
    }
  }
}
