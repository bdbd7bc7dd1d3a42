package dev.monotable.engine.operation.global;

import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.definition.StreamView;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.GlobalTableFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.ProvisionedThroughputDescription;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What tables have to be to become replicas of a global table of version 2017.11.29.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateGlobalTable.html">UpdateGlobalTable</a>
 */
final class ReplicaRules {
  private final RegionDatabases databases;
  private final String name;

  ReplicaRules(RegionDatabases databases, String name) {
    this.databases = databases;
    this.name = name;
  }

  /**
   * Checks that no Region is named twice.
   *
   * @throws FaultException for the first that is
   */
  static void requireOnce(List<String> regions) {
    Set<String> known = new HashSet<>();
    for (String region : regions) {
      if (!known.add(region)) {
        throw new FaultException(GlobalTableFault.Plain.REGION_TWICE.with(region));
      }
    }
  }

  /**
   * Checks that a global table can be created, or get a replica. AWS checks this before it looks
   * for any table (DDB-GLOBALTABLE-002, DDB-GLOBALTABLE-004).
   *
   * @param others how many other global tables of version 2017.11.29 there are
   * @throws FaultException if there are as many as the limit allows
   */
  static void requireSupported(RegionDatabases databases, int others) {
    if (others >= databases.own().limits().account().maxLegacyGlobalTables()) {
      throw new FaultException(GlobalTableFault.Plain.UNSUPPORTED_VERSION);
    }
  }

  /**
   * Checks the tables of new replicas, and that all replicas are empty.
   *
   * @param joining the Regions of the new replicas
   * @param present those of the replicas that the global table has
   * @throws FaultException for the first broken rule
   */
  void require(List<String> joining, List<String> present) {
    TableDefinition first = null;
    for (String region : present) {
      OperationContext context = databases.find(region);
      TableState table = context == null ? null : context.committer().state().findTable(name);
      if (table != null) {
        first = first == null ? table.definition() : first;
        requireEmpty(table, region);
      }
    }
    boolean hasReplicas = first != null;
    for (String region : joining) {
      TableState table = requireTable(region);
      first = first == null ? table.definition() : first;
      if (ReplicaGroup.isReplica(table, databases.now())) {
        throw fault(GlobalTableFault.Plain.CURRENT_VERSION, region);
      }
      if (table.definition().streamView() != StreamView.NEW_AND_OLD_IMAGES) {
        throw fault(GlobalTableFault.Plain.STREAM_REQUIRED, region);
      }
      requireEmpty(table, region);
      requireSame(first, table.definition(), region);
      if (hasReplicas && !writeCapacity(first).equals(writeCapacity(table.definition()))) {
        throw fault(GlobalTableFault.Plain.OTHER_CAPACITY, region);
      }
    }
  }

  private FaultException fault(GlobalTableFault.Plain fault, String region) {
    return new FaultException(fault.with(name, region));
  }

  private TableState requireTable(String region) {
    OperationContext context = databases.find(region);
    TableState table = context == null ? null : context.committer().state().findTable(name);
    if (table == null || !table.isUsable()) {
      throw fault(GlobalTableFault.Plain.TABLE_NOT_FOUND, region);
    }
    return table;
  }

  private void requireEmpty(TableState table, String region) {
    if (table.items().size() > 0) {
      throw fault(GlobalTableFault.Plain.NOT_EMPTY, region);
    }
  }

  private void requireSame(TableDefinition first, TableDefinition other, String region) {
    if (!first.keys().equals(other.keys())) {
      throw fault(GlobalTableFault.Plain.OTHER_KEYS, region);
    }
    if (!indexes(first).equals(indexes(other))) {
      throw fault(GlobalTableFault.Plain.OTHER_INDEXES, region);
    }
  }

  private static Map<String, KeySchema> indexes(TableDefinition table) {
    Map<String, KeySchema> keys = new HashMap<>();
    for (IndexDefinition index : table.indexes()) {
      keys.put(index.name(), index.keys());
    }
    return keys;
  }

  /** Returns the units that can be written, of the table and its indexes; none on demand. */
  private static Map<String, Long> writeCapacity(TableDefinition table) {
    Map<String, Long> units = new HashMap<>();
    if (!table.payPerRequest()) {
      units.put("", units(table.throughput()));
      for (IndexDefinition index : table.indexes()) {
        if (index.type().isProvisioned()) {
          units.put(index.name(), units(index.capacity().provisioned()));
        }
      }
    }
    return units;
  }

  private static long units(@Nullable ProvisionedThroughputDescription throughput) {
    return throughput == null ? 0 : Objects.requireNonNull(throughput.writeCapacityUnits());
  }
}
