package dev.monotable.engine.operation.global;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.GlobalTableFault;
import dev.monotable.engine.table.IndexDefinition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks that the replicas and indexes whose settings a request changes exist. */
final class SettingsRules {
  private final ReplicaGroup table;
  private final List<ReplicaGroup.Member> members;

  SettingsRules(ReplicaGroup table, RegionDatabases databases) {
    this.table = table;
    this.members = table.members(databases);
  }

  /**
   * Checks that no Region is named twice.
   *
   * @throws FaultException if one is
   */
  static void requireOnce(String table, List<String> regions) {
    Set<String> known = new HashSet<>();
    Set<String> twice = new LinkedHashSet<>();
    for (String region : regions) {
      if (!known.add(region)) {
        twice.add(region);
      }
    }
    if (!twice.isEmpty()) {
      throw new FaultException(
          GlobalTableFault.Plain.REGIONS_TWICE.with(table, List.copyOf(twice)));
    }
  }

  /**
   * Checks that there are replicas in Regions.
   *
   * @throws FaultException if there is none in one of them
   */
  void requireReplicas(List<String> regions) {
    List<String> missing = new ArrayList<>();
    for (String region : regions) {
      if (members.stream().noneMatch(member -> member.region().equals(region))) {
        missing.add(region);
      }
    }
    if (!missing.isEmpty()) {
      throw new FaultException(GlobalTableFault.Plain.NO_REPLICA_IN.with(table.name(), missing));
    }
  }

  /**
   * Checks that the indexes of changes exist.
   *
   * @throws FaultException if one of them does not
   */
  void requireIndexes(List<ScalingChange> changes) {
    List<String> missing = new ArrayList<>();
    for (ScalingChange change : changes) {
      String index = change.index();
      if (change.region() == null && index != null && !existsEverywhere(index)) {
        missing.add(index);
      }
    }
    if (!missing.isEmpty()) {
      throw new FaultException(GlobalTableFault.Plain.NO_INDEXES.with(table.name(), missing));
    }
    for (ScalingChange change : changes) {
      requireIndex(change.region(), change.index());
    }
  }

  /**
   * Checks that an index exists in the replica of a Region.
   *
   * @throws FaultException if it does not
   */
  private void requireIndex(@Nullable String region, @Nullable String index) {
    for (ReplicaGroup.Member member : members) {
      if (index != null && member.region().equals(region) && !exists(member, index)) {
        throw new FaultException(
            GlobalTableFault.Plain.NO_INDEX_IN.with(table.name(), index, region));
      }
    }
  }

  private boolean existsEverywhere(String index) {
    return members.stream().allMatch(member -> exists(member, index));
  }

  private static boolean exists(ReplicaGroup.Member member, String index) {
    for (IndexDefinition known : ScalingDescriptions.indexes(member.table())) {
      if (known.name().equals(index)) {
        return true;
      }
    }
    return false;
  }
}
