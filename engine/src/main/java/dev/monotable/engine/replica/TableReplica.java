package dev.monotable.engine.replica;

import dev.monotable.engine.storage.Fields;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.GlobalSecondaryIndexWarmThroughputDescription;
import dev.monotable.model.GlobalTableSettingsReplicationMode;
import dev.monotable.model.OnDemandThroughputOverride;
import dev.monotable.model.ProvisionedThroughputOverride;
import dev.monotable.model.ReplicaDescription;
import dev.monotable.model.ReplicaGlobalSecondaryIndex;
import dev.monotable.model.ReplicaGlobalSecondaryIndexDescription;
import dev.monotable.model.SSEDescription;
import dev.monotable.model.TableClassSummary;
import dev.monotable.model.TableWarmThroughputDescription;
import dev.monotable.model.WarmThroughput;
import java.time.Duration;
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

  /**
   * Returns a replica that exists already and has no settings of its own but a key.
   *
   * @param kmsKey the ARN of its key, if it is not AWS that manages it
   */
  public static TableReplica existing(String region, Instant now, @Nullable String kmsKey) {
    return new TableReplica(
        region, Change.CREATE, now, now, new Overrides(kmsKey, null, null, null, List.of()));
  }

  /**
   * Returns whether descriptions show the replica at a time: a new one is shown after about a
   * quarter of the time that its creation takes (DDB-TABLE-226).
   */
  public boolean isShown(Instant now) {
    return change != Change.CREATE || !now.isBefore(quarters(1));
  }

  /**
   * Returns until when requests of the Region of a new replica do not find it: for about half of
   * the time that its creation takes (DDB-TABLE-226).
   */
  public Instant hiddenUntil() {
    return quarters(2);
  }

  /**
   * Returns until when the tables of the other replicas are UPDATING. They are ACTIVE again after
   * about a quarter of the time that a deletion takes, when it is shown (DDB-TABLE-204, -228).
   */
  public Instant updatingUntil() {
    return change == Change.DELETE ? quarters(1) : dueAt;
  }

  private Instant quarters(int count) {
    return changedAt.plus(Duration.between(changedAt, dueAt).multipliedBy(count).dividedBy(4));
  }

  /** Returns the status at a time. */
  public Status status(Instant now) {
    boolean changing = dueAt.isAfter(now);
    return switch (change) {
      case CREATE -> changing ? Status.CREATING : Status.ACTIVE;
      case UPDATE -> changing ? Status.UPDATING : Status.ACTIVE;
      case DELETE ->
          !changing ? Status.DELETED : now.isBefore(quarters(1)) ? Status.ACTIVE : Status.DELETING;
    };
  }

  /** Returns this replica when another change of it begins. */
  public TableReplica changed(Change next, Instant from, Instant to, Overrides nextOverrides) {
    return new TableReplica(region, next, from, to, nextOverrides);
  }

  /** Returns this replica with another key; null if AWS manages it. */
  public TableReplica keyed(@Nullable String kmsKey) {
    return with(
        new Overrides(
            kmsKey,
            overrides.readUnits(),
            overrides.maxReadUnits(),
            overrides.tableClass(),
            overrides.indexes()));
  }

  /** Returns this replica with other settings. */
  public TableReplica with(Overrides changed) {
    return new TableReplica(region, change, changedAt, dueAt, changed);
  }

  /**
   * Describes the replica.
   *
   * @param table its table in another Region; the throughput for which a replica is prepared is the
   *     same in all
   * @param home that Region
   */
  ReplicaDescription describe(TableState table, String home, Instant now) {
    Status status = status(now);
    WarmThroughput warm = table.definition().warmThroughput();
    return ReplicaDescription.builder()
        .regionName(region)
        .replicaStatus(status.name())
        .kmsMasterKeyId(key(table.definition().sse(), home))
        .provisionedThroughputOverride(Overrides.units(overrides.readUnits()))
        .onDemandThroughputOverride(Overrides.bound(overrides.maxReadUnits()))
        .warmThroughput(
            new TableWarmThroughputDescription(
                warm.readUnitsPerSecond(),
                warm.writeUnitsPerSecond(),
                warmStatus(table, null, status)))
        .globalSecondaryIndexes(indexes(table, status))
        .replicaTableClassSummary(
            overrides.tableClass() == null
                ? null
                : new TableClassSummary(overrides.tableClass(), null))
        .globalTableSettingsReplicationMode(
            GlobalTableSettingsReplicationMode.ENABLED_WITH_OVERRIDES.wire())
        .build();
  }

  /** Returns the ARN of the key; a key that AWS manages has the same name in each Region. */
  private @Nullable String key(@Nullable SSEDescription encryption, String home) {
    String own = encryption == null ? null : encryption.kmsMasterKeyArn();
    return own == null || overrides.kmsKey() != null
        ? overrides.kmsKey()
        : own.replace(":" + home + ":", ":" + region + ":");
  }

  private @Nullable List<ReplicaGlobalSecondaryIndexDescription> indexes(
      TableState table, Status status) {
    List<ReplicaGlobalSecondaryIndexDescription> indexes = new ArrayList<>();
    for (IndexDefinition index : table.definition().indexes()) {
      if (index.type().isProvisioned()) {
        ReplicaGlobalSecondaryIndex override = overrides.find(index.name());
        WarmThroughput warm = index.capacity().warm();
        indexes.add(
            ReplicaGlobalSecondaryIndexDescription.builder()
                .indexName(index.name())
                .provisionedThroughputOverride(
                    override == null ? null : override.provisionedThroughputOverride())
                .onDemandThroughputOverride(
                    override == null ? null : override.onDemandThroughputOverride())
                .warmThroughput(
                    new GlobalSecondaryIndexWarmThroughputDescription(
                        warm.readUnitsPerSecond(),
                        warm.writeUnitsPerSecond(),
                        warmStatus(table, index.name(), status)))
                .build());
      }
    }
    return indexes.isEmpty() ? null : indexes;
  }

  private static String warmStatus(TableState table, @Nullable String index, Status status) {
    return status == Status.CREATING
            || table.findChange(TableChange.Kind.WARM_THROUGHPUT, index) != null
        ? "UPDATING"
        : "ACTIVE";
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

    /** Returns read capacity units as a member of a request; null for none. */
    public static @Nullable ProvisionedThroughputOverride units(@Nullable Long units) {
      return units == null ? null : new ProvisionedThroughputOverride(units);
    }

    /** Returns a maximum of read request units as a member of a request; null for none. */
    public static @Nullable OnDemandThroughputOverride bound(@Nullable Long units) {
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
