package dev.monotable.engine.operation.table;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ReplicaFault;
import dev.monotable.engine.replica.TableReplica.Change;
import dev.monotable.engine.replica.TableReplica.Overrides;
import dev.monotable.model.ReplicationGroupUpdate;
import dev.monotable.model.UpdateTableInput;
import java.util.ArrayList;
import java.util.List;

/**
 * A change of the replica in a Region, as an UpdateTable request asks for it.
 *
 * @param overrides the settings that the request gives the replica
 */
record ReplicaAction(Change change, String region, Overrides overrides) {
  /**
   * Returns the actions of a request, each once.
   *
   * @param home the Region of the request
   * @throws FaultException for the first invalid action
   */
  static List<ReplicaAction> of(UpdateTableInput request, String home) {
    List<ReplicaAction> actions = new ArrayList<>();
    List<ReplicationGroupUpdate> updates = request.replicaUpdates();
    if (updates == null) {
      return actions;
    }
    for (ReplicationGroupUpdate update : updates) {
      ReplicaAction action = of(update, home);
      // AWS accepts the same Create twice: DDB-TABLE-224.
      if (!actions.contains(action)) {
        requireTogether(action, actions);
        actions.add(action);
      }
    }
    return actions;
  }

  private static void requireTogether(ReplicaAction action, List<ReplicaAction> others) {
    for (ReplicaAction other : others) {
      if (other.change() != action.change()) {
        throw new FaultException(ReplicaFault.Plain.TWO_TYPES);
      }
      if (other.region().equals(action.region())) {
        throw new FaultException(ReplicaFault.Plain.REGION_TWICE.with(action.region()));
      }
    }
  }

  private static ReplicaAction of(ReplicationGroupUpdate update, String home) {
    List<ReplicaAction> found = new ArrayList<>();
    if (update.create() != null) {
      Overrides overrides = ReplicaOverrides.of(update.create());
      found.add(new ReplicaAction(Change.CREATE, update.create().regionName(), overrides));
    }
    if (update.update() != null) {
      Overrides overrides = ReplicaOverrides.of(update.update());
      found.add(new ReplicaAction(Change.UPDATE, update.update().regionName(), overrides));
    }
    if (update.delete() != null) {
      found.add(new ReplicaAction(Change.DELETE, update.delete().regionName(), Overrides.NONE));
    }
    if (found.size() > 1) {
      throw new FaultException(ReplicaFault.Plain.TWO_TYPES);
    }
    if (found.isEmpty()) {
      throw new FaultException(ReplicaFault.Plain.NO_ACTIONS);
    }
    ReplicaAction action = found.get(0);
    if (action.region().equals(home)) {
      throw new FaultException(ReplicaFault.Plain.LOCAL_REGION);
    }
    switch (action.change()) {
      case CREATE -> ReplicaRegions.require(action.region(), home);
      case UPDATE -> action.requireUpdate();
      case DELETE -> {}
    }
    return action;
  }

  private void requireUpdate() {
    if (overrides.kmsKey() != null) {
      throw new FaultException(ReplicaFault.Plain.KEY_REQUIRED);
    }
    boolean indexes =
        overrides.indexes().stream()
            .anyMatch(
                index ->
                    index.provisionedThroughputOverride() != null
                        || index.onDemandThroughputOverride() != null);
    if (!indexes
        && overrides.readUnits() == null
        && overrides.maxReadUnits() == null
        && overrides.tableClass() == null) {
      throw new FaultException(ReplicaFault.Plain.NO_ACTIONS);
    }
  }
}
