package dev.monotable.engine.replica;

import dev.monotable.engine.storage.Fields;
import dev.monotable.model.OnDemandThroughputOverride;
import dev.monotable.model.ProvisionedThroughputOverride;
import dev.monotable.model.ReplicaDescription;
import dev.monotable.model.ReplicaGlobalSecondaryIndex;
import dev.monotable.model.ReplicaGlobalSecondaryIndexDescription;
import dev.monotable.model.TableClassSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A replica of a global table.
 *
 * @param region of the replica
 * @param change the last change of the replica
 * @param changedAt when it began
 * @param dueAt when it ends
 * @param overrides the settings in which the replica differs from the others
 */
public record TableReplica(
    String region, Change change, Instant changedAt, Instant dueAt, Overrides overrides) {

  /** The changes of a replica. */
  public enum Change {
    CREATE,
    UPDATE,
    DELETE
  }

  /** The states of a replica. */
  public enum Status {
    CREATING,
    UPDATING,
    DELETING,
    ACTIVE,
    /** The replica does not exist any longer, and is not described. */
    DELETED
  }

  /** Returns a replica that exists already and has no settings of its own. */
  public static TableReplica existing(String region, Instant now) {
    return new TableReplica(region, Change.CREATE, now, now, Overrides.NONE);
  }

  /** Returns the status at a time. */
  public Status status(Instant now) {
    boolean changing = dueAt.isAfter(now);
    return switch (change) {
      case CREATE -> changing ? Status.CREATING : Status.ACTIVE;
      case UPDATE -> changing ? Status.UPDATING : Status.ACTIVE;
      case DELETE -> changing ? Status.DELETING : Status.DELETED;
    };
  }

  /** Returns this replica when another change of it begins. */
  public TableReplica changed(Change next, Instant from, Instant to, Overrides nextOverrides) {
    return new TableReplica(region, next, from, to, nextOverrides);
  }

  ReplicaDescription describe(Instant now) {
    List<ReplicaGlobalSecondaryIndexDescription> indexes = new ArrayList<>();
    for (ReplicaGlobalSecondaryIndex index : overrides.indexes()) {
      indexes.add(
          ReplicaGlobalSecondaryIndexDescription.builder()
              .indexName(index.indexName())
              .provisionedThroughputOverride(index.provisionedThroughputOverride())
              .onDemandThroughputOverride(index.onDemandThroughputOverride())
              .build());
    }
    return ReplicaDescription.builder()
        .regionName(region)
        .replicaStatus(status(now).name())
        .kmsMasterKeyId(overrides.kmsKey())
        .provisionedThroughputOverride(Overrides.units(overrides.readUnits()))
        .onDemandThroughputOverride(Overrides.bound(overrides.maxReadUnits()))
        .globalSecondaryIndexes(indexes.isEmpty() ? null : indexes)
        .replicaTableClassSummary(
            overrides.tableClass() == null
                ? null
                : new TableClassSummary(overrides.tableClass(), null))
        .build();
  }

  static TableReplica form(Fields fields, @Nullable TableReplica of) {
    return new TableReplica(
        fields.string(of, TableReplica::region),
        fields.code(of, TableReplica::change, Change.values(), TableReplica::code),
        fields.time(of, TableReplica::changedAt),
        fields.time(of, TableReplica::dueAt),
        fields.part(of, TableReplica::overrides, Overrides::form));
  }

  private static int code(Change change) {
    return switch (change) {
      case CREATE -> 0;
      case UPDATE -> 1;
      case DELETE -> 2;
    };
  }

  /**
   * The settings in which a replica differs from the others.
   *
   * @param kmsKey the ARN of the key that encrypts it; null for that of the table
   * @param readUnits its read capacity units; null for those of the table
   * @param maxReadUnits its maximum of read request units; null for that of the table
   * @param tableClass null for that of the table
   * @param indexes the throughput of its global indexes, for those that differ
   */
  public record Overrides(
      @Nullable String kmsKey,
      @Nullable Long readUnits,
      @Nullable Long maxReadUnits,
      @Nullable String tableClass,
      List<ReplicaGlobalSecondaryIndex> indexes) {
    /** The settings of a replica that has none of its own. */
    public static final Overrides NONE = new Overrides(null, null, null, null, List.of());

    public Overrides {
      indexes = List.copyOf(indexes);
    }

    /** Returns the override of an index; null if it has none. */
    public @Nullable ReplicaGlobalSecondaryIndex find(String index) {
      for (ReplicaGlobalSecondaryIndex override : indexes) {
        if (override.indexName().equals(index)) {
          return override;
        }
      }
      return null;
    }

    /** Returns these settings, with those of a change that are not null. */
    public Overrides with(Overrides changed) {
      List<ReplicaGlobalSecondaryIndex> next = new ArrayList<>(changed.indexes);
      for (ReplicaGlobalSecondaryIndex index : indexes) {
        if (changed.find(index.indexName()) == null) {
          next.add(index);
        }
      }
      return new Overrides(
          changed.kmsKey == null ? kmsKey : changed.kmsKey,
          changed.readUnits == null ? readUnits : changed.readUnits,
          changed.maxReadUnits == null ? maxReadUnits : changed.maxReadUnits,
          changed.tableClass == null ? tableClass : changed.tableClass,
          next);
    }

    private static @Nullable ProvisionedThroughputOverride units(@Nullable Long units) {
      return units == null ? null : new ProvisionedThroughputOverride(units);
    }

    private static @Nullable OnDemandThroughputOverride bound(@Nullable Long units) {
      return units == null ? null : new OnDemandThroughputOverride(units);
    }

    private static Overrides form(Fields fields, @Nullable Overrides of) {
      return new Overrides(
          fields.optionalString(of, Overrides::kmsKey),
          fields.optionalNumber(of, Overrides::readUnits),
          fields.optionalNumber(of, Overrides::maxReadUnits),
          fields.optionalString(of, Overrides::tableClass),
          fields.list(of, Overrides::indexes, Overrides::indexForm));
    }

    private static ReplicaGlobalSecondaryIndex indexForm(
        Fields fields, @Nullable ReplicaGlobalSecondaryIndex of) {
      return new ReplicaGlobalSecondaryIndex(
          fields.string(of, ReplicaGlobalSecondaryIndex::indexName),
          units(fields.optionalNumber(of, Overrides::unitsOf)),
          bound(fields.optionalNumber(of, Overrides::boundOf)));
    }

    private static @Nullable Long unitsOf(ReplicaGlobalSecondaryIndex index) {
      ProvisionedThroughputOverride units = index.provisionedThroughputOverride();
      return units == null ? null : units.readCapacityUnits();
    }

    private static @Nullable Long boundOf(ReplicaGlobalSecondaryIndex index) {
      OnDemandThroughputOverride bound = index.onDemandThroughputOverride();
      return bound == null ? null : bound.maxReadRequestUnits();
    }
  }
}
