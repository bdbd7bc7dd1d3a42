package dev.monotable.engine.operation.table;

import dev.monotable.engine.commit.LifeCycle;
import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.definition.StreamView;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.InUseFault;
import dev.monotable.engine.error.ReplicaFault;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.operation.Neighbours;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.replica.GlobalTableReplica;
import dev.monotable.engine.replica.StrongReplica;
import dev.monotable.engine.replica.TableReplica;
import dev.monotable.engine.replica.TableReplica.Change;
import dev.monotable.engine.replica.TableReplica.Overrides;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.ReplicationGroupUpdate;
import dev.monotable.model.TableDescription;
import dev.monotable.model.UpdateTableInput;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Adds, changes and removes replicas of a table. The table is changed in one commit, then the
 * databases of the other Regions in one commit each. Nothing holds the locks of two databases.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ReplicationGroupUpdate.html">ReplicationGroupUpdate</a>
 */
final class ReplicaChanges {
  /** For how long a replica cannot be deleted that was copied to a new one. */
  static final Duration SOURCE_TIME = Duration.ofHours(24);

  private static final Pattern REGION = Pattern.compile("[a-z]{2}(-[a-z]+)+-[0-9]{1,2}");

  private final OperationContext context;
  private final Neighbours neighbours;
  private final String name;
  private final List<Action> actions;
  private final StrongConsistency consistency;

  /** A change of the replica in a Region. */
  record Action(Change change, String region, Overrides overrides) {}

  ReplicaChanges(
      OperationContext context, Neighbours neighbours, String name, UpdateTableInput request) {
    this.context = context;
    this.neighbours = neighbours;
    this.name = name;
    this.actions = actions(request);
    this.consistency = new StrongConsistency(context, actions, request);
  }

  /** Returns whether a request changes replicas, or the witness of a global table. */
  static boolean isIn(UpdateTableInput request) {
    return (request.replicaUpdates() != null && !request.replicaUpdates().isEmpty())
        || StrongConsistency.isWitnessIn(request);
  }

  /**
   * Checks the actions of a request without its table.
   *
   * @throws FaultException for the first invalid action
   */
  static void require(UpdateTableInput request) {
    actions(request);
  }

  private static List<Action> actions(UpdateTableInput request) {
    List<Action> actions = new ArrayList<>();
    Set<String> regions = new HashSet<>();
    List<ReplicationGroupUpdate> updates = request.replicaUpdates();
    for (ReplicationGroupUpdate update :
        updates == null ? List.<ReplicationGroupUpdate>of() : updates) {
      Action action = action(update);
      if (!regions.add(action.region())) {
        throw new FaultException(ReplicaFault.Plain.REGION_TWICE.with(action.region()));
      }
      requireRegion(action.region());
      if (action.change() == Change.UPDATE && action.overrides().equals(Overrides.NONE)) {
        throw new FaultException(ReplicaFault.Plain.NO_CHANGE);
      }
      actions.add(action);
    }
    return actions;
  }

  /**
   * Checks the name of a Region.
   *
   * @throws FaultException if it cannot be one
   */
  static void requireRegion(String region) {
    if (!REGION.matcher(region).matches()) {
      throw new FaultException(ReplicaFault.Plain.UNKNOWN_REGION.with(region));
    }
  }

  private static Action action(ReplicationGroupUpdate update) {
    List<Action> found = new ArrayList<>();
    if (update.create() != null) {
      Overrides overrides = ReplicaOverrides.of(update.create());
      found.add(new Action(Change.CREATE, update.create().regionName(), overrides));
    }
    if (update.update() != null) {
      Overrides overrides = ReplicaOverrides.of(update.update());
      found.add(new Action(Change.UPDATE, update.update().regionName(), overrides));
    }
    if (update.delete() != null) {
      found.add(new Action(Change.DELETE, update.delete().regionName(), Overrides.NONE));
    }
    if (found.size() != 1) {
      throw new FaultException(ReplicaFault.Plain.ONE_ACTION);
    }
    return found.get(0);
  }

  /**
   * Performs the changes.
   *
   * @return the description of the table after the changes have begun
   * @throws FaultException for the first change that is not possible; then nothing has changed
   */
  TableDescription run(@Nullable CommitTicket ticket) {
    check(OperationContext.requireSettable(context.committer().state(), name));
    for (Action action : actions) {
      if (action.change() == Change.CREATE) {
        var unused = neighbours.require(action.region());
      }
    }
    TableDescription answer = context.committer().commit(ticket, this::begin);
    context.committer().awaitLogged(null);
    TableState table = context.committer().state().findTable(name);
    GlobalTableReplica setting = table == null ? null : GlobalTableReplica.find(table.definition());
    if (table == null || setting == null) {
      return answer; // deleted meanwhile
    }
    long sequence = context.committer().state().lastSequenceNumber();
    for (Action action : actions) {
      OperationContext other = neighbours.require(action.region());
      switch (action.change()) {
        case CREATE -> new ReplicaCopy(table, setting, sequence).create(other);
        case UPDATE -> other.committer().commit(null, draft -> override(draft, other, action));
        case DELETE -> other.committer().commit(null, draft -> delete(draft, other));
      }
    }
    GlobalReplicas.spread(context, neighbours, setting, name);
    // The next request to another Region finds the replica there.
    for (Action action : actions) {
      neighbours.require(action.region()).committer().awaitLogged(null);
    }
    neighbours.link(name);
    return answer;
  }

  /** Checks the changes in all databases that they concern. */
  private void check(TableState table) {
    new TableAdmission(table).requireReplicas();
    Instant now = context.clock().instant();
    consistency.check(table, now);
    GlobalTableReplica setting = GlobalTableReplica.find(table.definition());
    for (Action action : actions) {
      if (action.region().equals(context.region())) {
        throw new FaultException(ReplicaFault.Plain.LOCAL_REGION);
      }
      ReplicaOverrides.require(table.definition(), action.overrides());
      OperationContext other = neighbours.find(action.region());
      TableState theirs = other == null ? null : other.committer().state().findTable(name);
      TableReplica known = setting == null ? null : setting.find(action.region(), now);
      if (action.change() == Change.CREATE) {
        requireNoBulkOperation(table, now);
        if (theirs != null || known != null) {
          throw new FaultException(ReplicaFault.Plain.EXISTS.with(name));
        }
      } else if (known == null) {
        throw new FaultException(ReplicaFault.Plain.NOT_FOUND);
      } else if (theirs != null) {
        checkReplica(action, theirs, now);
      }
    }
  }

  private void requireNoBulkOperation(TableState table, Instant now) {
    if (context.committer().state().bulkOperations(table.definition().id(), now) > 0) {
      throw new FaultException(InUseFault.Plain.REPLICA_DURING_BULK.with(name));
    }
  }

  private static void checkReplica(Action action, TableState theirs, Instant now) {
    new TableAdmission(theirs).requireReplicas();
    if (action.change() == Change.DELETE) {
      if (theirs.definition().deletionProtection()) {
        throw new FaultException(TableFault.Plain.DELETION_PROTECTED);
      }
      GlobalReplicas.requireNoSource(theirs, now);
    }
  }

  private TableDescription begin(StateDraft draft) {
    TableState table = OperationContext.requireSettable(draft.state(), name);
    new TableAdmission(table).requireReplicas();
    consistency.check(table, draft.now());
    if (table.definition().streamView() == null && !consistency.isStrong(table, draft.now())) {
      table = StreamSettings.enabled(draft, table, StreamView.NEW_AND_OLD_IMAGES);
    }
    GlobalTableReplica setting = GlobalReplicas.settingOf(context, table, draft.now());
    for (Action action : actions) {
      Instant dueAt = draft.now().plus(GlobalReplicas.delay(context, action.change()));
      TableReplica known = setting.find(action.region(), draft.now());
      Overrides overrides =
          known == null ? action.overrides() : known.overrides().with(action.overrides());
      setting =
          setting.with(
              new TableReplica(action.region(), action.change(), draft.now(), dueAt, overrides));
      if (action.change() == Change.CREATE) {
        setting = setting.sourceAt(draft.now());
      }
      table = changing(table, action.region(), dueAt);
    }
    TableDefinition.Builder next = table.definition().toBuilder().setting(setting);
    StrongReplica strong = consistency.changed(table, draft.now());
    if (strong != null) {
      next.setting(strong);
    } else if (StrongReplica.find(table.definition(), draft.now()) == null) {
      next.withoutSetting(StrongReplica.TYPE); // of a global table that it was part of
    }
    table = table.withDefinition(next.build());
    draft.putTable(table);
    // One moment before now, since the response shows also what ends at once.
    TableDescription answer = TableDescriptions.of(table, draft.now().minusNanos(1));
    LifeCycle.settle(draft);
    return answer;
  }

  private static TableState changing(TableState table, String region, Instant dueAt) {
    return table.withChange(
        new TableChange(TableChange.Kind.REPLICA, region, dueAt, ChangeOutcome.Plain.NONE));
  }

  /** Applies the settings of a replica to its table. */
  private boolean override(StateDraft draft, OperationContext other, Action action) {
    TableState table = draft.state().findTable(name);
    GlobalTableReplica setting = table == null ? null : GlobalTableReplica.find(table.definition());
    TableReplica own = setting == null ? null : setting.find(other.region(), draft.now());
    if (table == null || setting == null || own == null) {
      return false;
    }
    Instant dueAt = draft.now().plus(GlobalReplicas.delay(other, Change.UPDATE));
    TableReplica next =
        own.changed(Change.UPDATE, draft.now(), dueAt, own.overrides().with(action.overrides()));
    draft.putTable(
        changing(table, action.region(), dueAt)
            .withDefinition(
                ReplicaOverrides.applied(other, table.definition(), next).toBuilder()
                    .setting(setting.with(next))
                    .build()));
    LifeCycle.settle(draft);
    return true;
  }

  private boolean delete(StateDraft draft, OperationContext other) {
    TableState table = draft.state().findTable(name);
    if (table == null || table.status() == TableState.Status.DELETING) {
      return false;
    }
    var unused = DeleteTableHandler.begin(draft, table, other.delays().deleteTable());
    LifeCycle.settle(draft);
    return true;
  }
}
