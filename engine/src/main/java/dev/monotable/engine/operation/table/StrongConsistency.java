package dev.monotable.engine.operation.table;

import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ReplicaFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.table.ReplicaChanges.Action;
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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The change of the consistency mode by an UpdateTable request and the witness of a global table. A
 * global table with multi-Region strong consistency begins with all of its three Regions, and ends
 * when both others are removed from the last replica.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html">How
 *     DynamoDB global tables work</a>, multi-Region strong consistency
 */
final class StrongConsistency {
  /** AWS: «MRSC global tables cannot span Region sets». */
  private static final List<Set<String>> REGION_SETS =
      List.of(
          Set.of("us-east-1", "us-east-2", "us-west-2"),
          Set.of("eu-west-1", "eu-west-2", "eu-west-3", "eu-central-1"),
          Set.of("ap-northeast-1", "ap-northeast-2", "ap-northeast-3"));

  private static final int OTHER_REGIONS = 2;

  private final OperationContext context;
  private final List<Action> replicas;
  private final @Nullable Action witness;
  private final @Nullable MultiRegionConsistency mode;

  /**
   * @param replicas what the request does with replicas
   */
  StrongConsistency(OperationContext context, List<Action> replicas, UpdateTableInput request) {
    this.context = context;
    this.replicas = replicas;
    this.witness = witness(request);
    this.mode = MultiRegionConsistency.find(request.multiRegionConsistency());
  }

  /** Returns whether a request changes the witness. */
  static boolean isWitnessIn(UpdateTableInput request) {
    return request.globalTableWitnessUpdates() != null
        && !request.globalTableWitnessUpdates().isEmpty();
  }

  /**
   * Checks a request without its table.
   *
   * @throws FaultException for the first broken rule
   */
  static void require(UpdateTableInput request) {
    Action witness = witness(request);
    boolean creates =
        request.replicaUpdates() != null
            && request.replicaUpdates().stream().anyMatch(update -> update.create() != null);
    if (request.multiRegionConsistency() != null && !creates) {
      throw new FaultException(ReplicaFault.Plain.STRONG_WITHOUT_REPLICAS);
    }
    if (witness != null
        && witness.change() == Change.CREATE
        && MultiRegionConsistency.find(request.multiRegionConsistency())
            != MultiRegionConsistency.STRONG) {
      throw new FaultException(ReplicaFault.Plain.WITNESS_EVENTUAL);
    }
  }

  private static @Nullable Action witness(UpdateTableInput request) {
    List<GlobalTableWitnessGroupUpdate> updates = request.globalTableWitnessUpdates();
    if (updates == null || updates.isEmpty()) {
      return null;
    }
    GlobalTableWitnessGroupUpdate update = updates.get(0); // the model allows no second one
    if ((update.create() == null) == (update.delete() == null)) {
      throw new FaultException(ReplicaFault.Plain.WITNESS_ACTION);
    }
    Action action =
        update.create() != null
            ? new Action(Change.CREATE, update.create().regionName(), Overrides.NONE)
            : new Action(Change.DELETE, update.delete().regionName(), Overrides.NONE);
    ReplicaChanges.requireRegion(action.region());
    return action;
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
    if (current != null) {
      checkExisting(table, current, now);
    } else if (mode == MultiRegionConsistency.STRONG) {
      checkNew(table, now);
    } else if (witness != null) {
      throw new FaultException(ReplicaFault.Plain.WITNESS_NOT_FOUND.with(witness.region()));
    }
  }

  private void checkExisting(TableState table, StrongReplica current, Instant now) {
    int deleted = 0;
    for (Action action : replicas) {
      require(action.change() != Change.CREATE, ReplicaFault.Plain.STRONG_ADDED);
      deleted += action.change() == Change.DELETE ? 1 : 0;
    }
    if (witness != null) {
      require(witness.change() == Change.DELETE, ReplicaFault.Plain.STRONG_ADDED);
      require(
          witness.region().equals(current.witnessRegion(now)),
          ReplicaFault.Plain.WITNESS_NOT_FOUND.with(witness.region()));
      deleted++;
    }
    require(
        deleted == 0 || deleted == OTHER_REGIONS && deleted == others(table, current, now),
        ReplicaFault.Plain.STRONG_DELETED);
  }

  /** Returns the number of the other Regions of a global table. */
  private static int others(TableState table, StrongReplica current, Instant now) {
    GlobalTableReplica setting = GlobalTableReplica.find(table.definition());
    int replicas = setting == null ? 0 : setting.others(now).size();
    return current.witnessRegion(now) == null ? replicas : replicas + 1;
  }

  private void checkNew(TableState table, Instant now) {
    require(!GlobalReplicas.isGlobal(table, now), ReplicaFault.Plain.STRONG_EXISTING);
    Set<String> regions = new HashSet<>();
    regions.add(context.region());
    for (Action action : replicas) {
      require(action.change() == Change.CREATE, ReplicaFault.Plain.STRONG_REGIONS);
      require(!action.region().equals(context.region()), ReplicaFault.Plain.LOCAL_REGION);
      regions.add(action.region());
    }
    if (witness != null) {
      require(
          regions.add(witness.region()), ReplicaFault.Plain.REGION_TWICE.with(witness.region()));
    }
    require(regions.size() == OTHER_REGIONS + 1, ReplicaFault.Plain.STRONG_REGIONS);
    require(
        REGION_SETS.stream().anyMatch(set -> set.containsAll(regions)),
        ReplicaFault.Plain.STRONG_REGION_SET.with(regions.stream().sorted().toList()));
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
