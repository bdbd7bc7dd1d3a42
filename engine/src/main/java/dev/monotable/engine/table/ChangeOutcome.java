package dev.monotable.engine.table;

import dev.monotable.engine.definition.CapacitySettings;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.SSEDescription;
import dev.monotable.model.WarmThroughput;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The effect of a {@link TableChange} when it ends. Each is a record, so that a pending change is
 * data, which can be written to a log and read again.
 */
public sealed interface ChangeOutcome {
  /**
   * Returns the table after the change; null if the change deletes it.
   *
   * @param table without the change itself
   * @param at when the change ended
   */
  @Nullable TableState apply(TableState table, Instant at);

  /** The outcomes without a value. */
  enum Plain implements ChangeOutcome {
    /** The change took effect when it began. */
    NONE {
      @Override
      public TableState apply(TableState table, Instant at) {
        return table;
      }
    },
    /** The table is removed. */
    TABLE_DELETED {
      @Override
      public @Nullable TableState apply(TableState table, Instant at) {
        return null;
      }
    },
    /**
     * Sets the time since which an on-demand table is on demand: its creation. Descriptions show it
     * once the table is ACTIVE.
     */
    TABLE_CREATED {
      @Override
      public TableState apply(TableState table, Instant at) {
        return created(table);
      }
    }
  }

  /**
   * A table has been restored. Descriptions show its source until then.
   *
   * @param backupArn null if the table was restored to a point in time
   * @param tableArn the ARN of the source table
   * @param restoredTo the time of the backup, or the point in time
   */
  record TableRestored(@Nullable String backupArn, String tableArn, Instant restoredTo)
      implements ChangeOutcome {
    /** Returns the ARN of the backup; that of the table if there is none. */
    public String source() {
      return backupArn == null ? tableArn : backupArn;
    }

    @Override
    public TableState apply(TableState table, Instant at) {
      return created(table);
    }
  }

  private static TableState created(TableState table) {
    TableDefinition definition = table.definition();
    return definition.payPerRequest()
        ? table.withDefinition(
            definition.toBuilder().payPerRequestSince(definition.createdAt()).build())
        : table;
  }

  /** The encryption changes. */
  record Encryption(@Nullable SSEDescription next) implements ChangeOutcome {
    @Override
    public TableState apply(TableState table, Instant at) {
      return table.withDefinition(table.definition().toBuilder().sse(next).build());
    }
  }

  /** The table class changes. */
  record TableClass(String next) implements ChangeOutcome {
    @Override
    public TableState apply(TableState table, Instant at) {
      return table.withDefinition(
          table.definition().toBuilder().tableClass(next).tableClassChangedAt(at).build());
    }
  }

  /**
   * The warm throughput of the table or an index is set.
   *
   * @param index null for the table
   */
  record Warm(@Nullable String index, WarmThroughput next) implements ChangeOutcome {
    @Override
    public TableState apply(TableState table, Instant at) {
      return index == null
          ? table.withDefinition(table.definition().toBuilder().warmThroughput(next).build())
          : redefined(table, index, old -> old.warm(next));
    }
  }

  /**
   * The provisioned throughput of the table changes.
   *
   * @param warm the least warm throughput afterwards
   */
  record Provisioned(ProvisionedThroughputDescription next, WarmThroughput warm)
      implements ChangeOutcome {
    @Override
    public TableState apply(TableState table, Instant at) {
      TableDefinition now = table.definition();
      return table.withDefinition(
          now.toBuilder()
              .throughput(next)
              .warmThroughput(ThroughputHistory.higherWarm(now.warmThroughput(), warm))
              .build());
    }
  }

  /** The provisioned throughput of an index changes. */
  record ProvisionedIndex(String index, ProvisionedThroughputDescription next, WarmThroughput warm)
      implements ChangeOutcome {
    @Override
    public TableState apply(TableState table, Instant at) {
      return redefined(table, index, old -> old.provisioned(next).warm(warm));
    }
  }

  /**
   * The table has switched to on-demand mode. The switch counts as a decrease for the indexes, but
   * not for the table (DDB-TABLE-153, -055, -064).
   *
   * @param lastDecrease of the table before the switch
   */
  record OnDemand(@Nullable Instant lastDecrease) implements ChangeOutcome {
    @Override
    public TableState apply(TableState table, Instant at) {
      TableDefinition definition = table.definition();
      List<IndexDefinition> indexes = new ArrayList<>();
      for (IndexDefinition index : definition.indexes()) {
        CapacitySettings old = index.capacity();
        indexes.add(
            index.with(
                old.provisioned(ThroughputHistory.decreased(old.provisioned(), at))
                    .warm(higherThanOnDemand(old.warm()))));
      }
      return table.withDefinition(
          definition.toBuilder()
              .payPerRequestSince(at)
              .throughput(
                  definition.throughput().toBuilder().lastDecreaseDateTime(lastDecrease).build())
              .warmThroughput(higherThanOnDemand(definition.warmThroughput()))
              .indexes(indexes)
              .build());
    }

    private static WarmThroughput higherThanOnDemand(WarmThroughput warm) {
      return ThroughputHistory.higherWarm(warm, ThroughputHistory.WARM_ON_DEMAND);
    }
  }

  /**
   * The resources of a new index are allocated, and it is being filled.
   *
   * @param duration of the second part
   */
  record IndexAllocated(String index, Duration duration) implements ChangeOutcome {
    @Override
    public TableState apply(TableState table, Instant at) {
      return table.withChange(
          new TableChange(TableChange.Kind.BACKFILL_INDEX, index, at.plus(duration), Plain.NONE));
    }
  }

  /** An index is removed, with the attribute definitions that only this index uses. */
  record IndexDeleted(String index) implements ChangeOutcome {
    @Override
    public TableState apply(TableState table, Instant at) {
      TableDefinition definition = table.definition();
      List<IndexDefinition> indexes = new ArrayList<>(definition.indexes());
      indexes.removeIf(old -> old.name().equals(index));
      List<AttributeDefinition> attributes =
          IndexDefinition.used(definition.attributeDefinitions(), definition.keys(), indexes);
      return table.withDefinition(
          definition.toBuilder().indexes(indexes).attributeDefinitions(attributes).build());
    }
  }

  /** Returns a table with other throughput of an index; the same table if the index is gone. */
  static TableState redefined(
      TableState table, String index, UnaryOperator<CapacitySettings> change) {
    if (table.definition().findIndex(index) == null) {
      return table;
    }
    List<IndexDefinition> indexes = new ArrayList<>(table.definition().indexes());
    indexes.replaceAll(
        old -> old.name().equals(index) ? old.with(change.apply(old.capacity())) : old);
    return table.withDefinition(table.definition().toBuilder().indexes(indexes).build());
  }
}
