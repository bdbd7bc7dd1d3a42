package dev.monotable.engine.replica;

import dev.monotable.engine.replica.TableReplica.Status;
import dev.monotable.engine.storage.ByteReader;
import dev.monotable.engine.storage.ByteWriter;
import dev.monotable.engine.storage.Fields;
import dev.monotable.engine.table.SettingType;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableSetting;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.GlobalTableSettingsReplicationMode;
import dev.monotable.model.ReplicaDescription;
import dev.monotable.model.TableDescription;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The setting of a table that is a replica of a global table of version 2019.11.21. Each replica
 * has the same list of replicas, and knows which changes of the others have reached it.
 *
 * @param region of this replica
 * @param replicas all of them, this one included, in the order in which they joined
 * @param delivered by the Region of another replica, the sequence number of its database up to
 *     which its changes have been applied to this table
 * @param sourceAt when the data of this replica was last copied to a new one; null if never
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/globaltables-CoreConcepts.html">Global
 *     tables core concepts</a>
 */
public record GlobalTableReplica(
    String region,
    List<TableReplica> replicas,
    Map<String, Long> delivered,
    @Nullable Instant sourceAt)
    implements TableSetting {
  /** The version of global tables. */
  public static final String VERSION = "2019.11.21";

  /** The type of this setting. */
  public static final SettingType<GlobalTableReplica> TYPE =
      SettingType.of(20, GlobalTableReplica::form);

  public GlobalTableReplica {
    replicas = List.copyOf(replicas);
    delivered = Map.copyOf(delivered);
  }

  /** Returns the setting of a table; null if it is not a replica. */
  public static @Nullable GlobalTableReplica find(TableDefinition table) {
    return table.setting(TYPE);
  }

  /** Returns the replica in a Region; null if there is none, or it was deleted. */
  public @Nullable TableReplica find(String itsRegion, Instant now) {
    for (TableReplica replica : replicas) {
      if (replica.region().equals(itsRegion) && replica.status(now) != Status.DELETED) {
        return replica;
      }
    }
    return null;
  }

  /** Returns the other replicas that exist at a time, in the order in which they joined. */
  public List<TableReplica> others(Instant now) {
    List<TableReplica> others = new ArrayList<>();
    for (TableReplica replica : replicas) {
      if (!replica.region().equals(region) && replica.status(now) != Status.DELETED) {
        others.add(replica);
      }
    }
    return others;
  }

  /** Returns the sequence number up to which the changes of another replica have been applied. */
  public long delivered(String source) {
    return delivered.getOrDefault(source, 0L);
  }

  /** Returns this after changes of another replica have been applied. */
  public GlobalTableReplica delivered(String source, long through) {
    Map<String, Long> next = new TreeMap<>(delivered);
    next.put(source, through);
    return new GlobalTableReplica(region, replicas, next, sourceAt);
  }

  /** Returns this with a new replica, or a replica in place of the one in its Region. */
  public GlobalTableReplica with(TableReplica changed) {
    List<TableReplica> next = new ArrayList<>(replicas);
    int at = 0;
    while (at < next.size() && !next.get(at).region().equals(changed.region())) {
      at++;
    }
    if (at < next.size() && next.get(at).change() == TableReplica.Change.DELETE) {
      next.remove(at);
      at = next.size();
    }
    if (at < next.size()) {
      next.set(at, changed);
    } else {
      next.add(changed);
    }
    return new GlobalTableReplica(region, next, delivered, sourceAt);
  }

  /** Returns this with the time at which its data was copied to a new replica. */
  public GlobalTableReplica sourceAt(Instant time) {
    return new GlobalTableReplica(region, replicas, delivered, time);
  }

  @Override
  public SettingType<GlobalTableReplica> type() {
    return TYPE;
  }

  private static GlobalTableReplica form(Fields fields, @Nullable GlobalTableReplica of) {
    return new GlobalTableReplica(
        fields.string(of, GlobalTableReplica::region),
        fields.list(of, GlobalTableReplica::replicas, TableReplica::form),
        fields.field(
            of,
            GlobalTableReplica::delivered,
            GlobalTableReplica::writeDelivered,
            GlobalTableReplica::readDelivered),
        fields.optionalTime(of, GlobalTableReplica::sourceAt));
  }

  private static void writeDelivered(ByteWriter out, Map<String, Long> delivered) {
    Map<String, Long> sorted = new TreeMap<>(delivered);
    out.putCount(sorted.size());
    sorted.forEach(
        (source, through) -> {
          out.putString(source);
          out.putNumber(through);
        });
  }

  private static Map<String, Long> readDelivered(ByteReader in) {
    Map<String, Long> delivered = new TreeMap<>();
    for (int i = in.nextLength(); i > 0; i--) {
      String source = in.nextString();
      delivered.put(source, in.nextNumber());
    }
    return delivered;
  }

  /** Describes the other replicas. Without any, the table is no longer a global table. */
  @Override
  public void describe(TableState table, Instant now, TableDescription.Builder answer) {
    List<TableReplica> others = others(now);
    if (others.isEmpty()) {
      return;
    }
    List<ReplicaDescription> descriptions = new ArrayList<>();
    for (TableReplica replica : others) {
      if (replica.isShown(now)) {
        descriptions.add(replica.describe(table, region, now));
      }
    }
    answer
        .globalTableVersion(VERSION)
        .globalTableSettingsReplicationMode(
            GlobalTableSettingsReplicationMode.ENABLED_WITH_OVERRIDES.wire())
        .replicas(descriptions);
    if (StrongReplica.find(table.definition(), now) == null) {
      answer.disassociationProtectionEnabled(true);
    }
    if (!table.definition().payPerRequest()) {
      answer.billingModeSummary(null); // DDB-TABLE-320
    }
  }
}
