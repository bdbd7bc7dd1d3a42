package dev.monotable.engine.limits;

import java.time.Duration;

/**
 * How long changes of tables and the holds of transactions last, on the engine's clock. On AWS they
 * take seconds, some of them minutes; here none takes any time unless a test asks for it.
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
  public static final class Builder {
    private Duration createTable = Duration.ZERO;
    private Duration updateTable = Duration.ZERO;
    private Duration deleteTable = Duration.ZERO;
    private Duration createIndex = Duration.ZERO;
    private Duration deleteIndex = Duration.ZERO;
    private Duration timeToLive = Duration.ZERO;
    private Duration importTable = Duration.ZERO;
    private Duration exportTable = Duration.ZERO;
    private Duration transaction = Duration.ZERO;

    private Builder() {}

    public Builder createTable(Duration value) {
      createTable = value;
      return this;
    }

    public Builder updateTable(Duration value) {
      updateTable = value;
      return this;
    }

    public Builder deleteTable(Duration value) {
      deleteTable = value;
      return this;
    }

    public Builder createIndex(Duration value) {
      createIndex = value;
      return this;
    }

    public Builder deleteIndex(Duration value) {
      deleteIndex = value;
      return this;
    }

    public Builder timeToLive(Duration value) {
      timeToLive = value;
      return this;
    }

    public Builder importTable(Duration value) {
      importTable = value;
      return this;
    }

    public Builder exportTable(Duration value) {
      exportTable = value;
      return this;
    }

    public Builder transaction(Duration value) {
      transaction = value;
      return this;
    }

    public Delays build() {
      return new Delays(
          createTable,
          updateTable,
          deleteTable,
          createIndex,
          deleteIndex,
          timeToLive,
          importTable,
          exportTable,
          transaction);
    }
  }
}
