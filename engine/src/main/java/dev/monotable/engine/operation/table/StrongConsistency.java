package dev.monotable.engine.operation.table;

import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ReplicaFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.replica.GlobalTableReplica;
import dev.monotable.engine.replica.StrongReplica;
import dev.monotable.engine.replica.TableReplica;
import dev.monotable.engine.replica.TableReplica.Change;
import dev.monotable.engine.replica.TableReplica.Overrides;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.TimeToLive;
import dev.monotable.model.GlobalTableWitnessGroupUpdate;
import dev.monotable.model.MultiRegionConsistency;
import dev.monotable.model.UpdateTableInput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The change of the consistency mode by an UpdateTable request and the witness of a global table. A
 * global table with multi-Region strong consistency begins with all of its three Regions, and ends
 * when both others are removed from the last replica. The order of the errors was recorded from AWS
 * (DDB-TABLE-202, -257, -260).
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html">How
 *     DynamoDB global tables work</a>, multi-Region strong consistency
 */
final class StrongConsistency {
  private static final int OTHER_REGIONS = 2;

  private final OperationContext context;
  private final List<ReplicaAction> replicas;
  private final @Nullable ReplicaAction witness;
  private final @Nullable MultiRegionConsistency mode;

  /**
   * @param replicas what the request does with replicas
   */
  StrongConsistency(
      OperationContext context, List<ReplicaAction> replicas, UpdateTableInput request) {
    this.context = context;
    this.replicas = replicas;
    this.witness = witness(request, context.region());
    this.mode = MultiRegionConsistency.find(request.multiRegionConsistency());
  }

  /** Returns whether a request names the consistency mode, or changes the witness. */
  static boolean isIn(UpdateTableInput request) {
    return request.multiRegionConsistency() != null
        || (request.globalTableWitnessUpdates() != null
            && !request.globalTableWitnessUpdates().isEmpty());
  }

  private static @Nullable ReplicaAction witness(UpdateTableInput request, String home) {
    List<GlobalTableWitnessGroupUpdate> updates = request.globalTableWitnessUpdates();
    if (updates == null || updates.isEmpty()) {
      return null;
    }
    GlobalTableWitnessGroupUpdate update = updates.get(0); // the model allows no second one
    if ((update.create() == null) == (update.delete() == null)) {
      throw new FaultException(ReplicaFault.Plain.WITNESS_ACTION);
    }
    if (update.create() == null) {
      return new ReplicaAction(Change.DELETE, update.delete().regionName(), Overrides.NONE);
    }
    ReplicaRegions.require(update.create().regionName(), home);
    return new ReplicaAction(Change.CREATE, update.create().regionName(), Overrides.NONE);
  }

  /**
   * Checks the request without its table.
   *
   * @throws FaultException for the first broken rule
   */
  void check() {
    if (witness != null && witness.change() == Change.CREATE) {
      require(mode == MultiRegionConsistency.STRONG, ReplicaFault.Plain.WITNESS_EVENTUAL);
    }
    if (mode == null) {
      return;
    }
    List<String> regions = new ArrayList<>(List.of(context.region()));
    for (ReplicaAction action : replicas) {
      require(action.change() == Change.CREATE, ReplicaFault.Plain.STRONG_CREATES);
      regions.add(action.region());
    }
    require(
        witness == null || witness.change() == Change.CREATE, ReplicaFault.Plain.STRONG_CREATES);
    if (mode == MultiRegionConsistency.STRONG) {
      checkRegions(regions);
    }
  }

  private void checkRegions(List<String> regions) {
    int others = regions.size() - 1;
    require(others + (witness == null ? 0 : 1) == OTHER_REGIONS, ReplicaFault.Plain.STRONG_COUNT);
    List<String> all = new ArrayList<>(regions);
    if (witness != null) {
      all.add(witness.region());
    }
    ReplicaRegions.requireStrong(all);
    if (witness != null) {
      require(!witness.region().equals(context.region()), ReplicaFault.Plain.WITNESS_AT_HOME);
      require(!regions.contains(witness.region()), ReplicaFault.Plain.WITNESS_OF_REPLICA);
    }
  }

  /** Returns whether a table has strong consistency, or the request gives it. */
  boolean isStrong(TableState table, Instant now) {
    return mode == MultiRegionConsistency.STRONG
        || StrongReplica.find(table.definition(), now) != null;
  }

  /**
   * Checks the request with its table.
   *
   * @throws FaultException for the first broken rule
   */
  void check(TableState table, Instant now) {
    StrongReplica current = StrongReplica.find(table.definition(), now);
    boolean isGlobal = GlobalReplicas.isGlobal(table, now);
    if (current != null) {
      checkExisting(table, current, now);
      return;
    }
    if (mode == MultiRegionConsistency.STRONG) {
      require(!isGlobal, ReplicaFault.Plain.STRONG_COUNT);
      checkNew(table);
      return;
    }
    require(mode == null || !isGlobal, ReplicaFault.Plain.STRONG_EXISTING);
    if (witness != null) {
      throw new FaultException(
          ReplicaFault.Plain.WITNESS_NOT_FOUND.with(List.of(witness.region())));
    }
    require(
        replicas.size() < 2 || replicas.get(0).change() == Change.UPDATE,
        ReplicaFault.Plain.ONE_REPLICA);
  }

  private void checkExisting(TableState table, StrongReplica current, Instant now) {
    require(mode == null, ReplicaFault.Plain.STRONG_EXISTING);
    int deleted = 0;
    for (ReplicaAction action : replicas) {
      require(action.change() != Change.CREATE, ReplicaFault.Plain.STRONG_ADDED);
      deleted += action.change() == Change.DELETE ? 1 : 0;
    }
    String known = current.witnessRegion(now);
    if (witness != null) {
      require(
          witness.region().equals(known),
          ReplicaFault.Plain.WITNESS_NOT_FOUND.with(List.of(witness.region())));
    } else {
      require(deleted == 0 || known == null, ReplicaFault.Plain.WITNESS_LEFT);
    }
    GlobalTableReplica setting = GlobalTableReplica.find(table.definition());
    int others = setting == null ? 0 : setting.others(now).size();
    require(
        deleted == (witness == null && deleted == 0 ? 0 : others),
        ReplicaFault.Plain.STRONG_DELETED);
  }

  private static void checkNew(TableState table) {
    require(TimeToLive.of(table.definition()).attribute() == null, ReplicaFault.Plain.STRONG_TTL);
    require(!table.layout().hasLocalIndexes(), ReplicaFault.Plain.STRONG_LOCAL_INDEX);
    require(table.items().isEmpty(), ReplicaFault.Plain.STRONG_NOT_EMPTY);
  }

  private static void require(boolean holds, Fault fault) {
    if (!holds) {
      throw new FaultException(fault);
    }
  }

  /** Returns the setting after the request; null if it changes nothing of it. */
  @Nullable StrongReplica changed(TableState table, Instant now) {
    StrongReplica current = StrongReplica.find(table.definition(), now);
    if (current == null) {
      return mode == MultiRegionConsistency.STRONG ? new StrongReplica(changed(now), 1) : null;
    }
    return witness == null ? null : new StrongReplica(changed(now), current.term());
  }

  private @Nullable TableReplica changed(Instant now) {
    return witness == null
        ? null
        : new TableReplica(
            witness.region(),
            witness.change(),
            now,
            now.plus(GlobalReplicas.delay(context, witness.change())),
            Overrides.NONE);
  }
}
