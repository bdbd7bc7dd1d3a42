package dev.monotable.engine.operation.table;

import dev.monotable.engine.commit.LifeCycle;
import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.definition.StreamView;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.InUseFault;
import dev.monotable.engine.error.ReplicaFault;
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
import dev.monotable.model.GlobalTableSettingsReplicationMode;
import dev.monotable.model.MultiRegionConsistency;
import dev.monotable.model.TableDescription;
import dev.monotable.model.UpdateTableInput;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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

  private final OperationContext context;
  private final Neighbours neighbours;
  private final String name;
  private final List<ReplicaAction> actions;
  private final StrongConsistency consistency;

  /**
   * @throws FaultException for the first invalid action of the request
   */
  ReplicaChanges(
      OperationContext context, Neighbours neighbours, String name, UpdateTableInput request) {
    this.context = context;
    this.neighbours = neighbours;
    this.name = name;
    this.actions = ReplicaAction.of(request, context.region());
    this.consistency = new StrongConsistency(context, actions, request);
    consistency.check();
  }

  /** Returns whether a request changes replicas. */
  static boolean isIn(UpdateTableInput request) {
    return request.replicaUpdates() != null && !request.replicaUpdates().isEmpty();
  }

  /**
   * Performs the changes.
   *
   * @return the description of the table after the changes have begun
   * @throws FaultException for the first change that is not possible; then nothing has changed
   */
  TableDescription run(@Nullable CommitTicket ticket) {
    requireNoSource();
    check(GlobalReplicas.requireMember(context, context.committer().state(), name));
    for (ReplicaAction action : actions) {
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
    for (ReplicaAction action : actions) {
      OperationContext other = neighbours.require(action.region());
      switch (action.change()) {
        case CREATE -> new ReplicaCopy(table, setting, sequence).create(other);
        case UPDATE -> other.committer().commit(null, draft -> override(draft, other, action));
        case DELETE -> other.committer().commit(null, draft -> delete(draft, other));
      }
    }
    GlobalReplicas.spread(context, neighbours, setting, name);
    // The next request to another Region finds the replica there.
    for (ReplicaAction action : actions) {
      neighbours.require(action.region()).committer().awaitLogged(null);
    }
    neighbours.link(name);
    return answer;
  }

  /**
   * Checks that a replica which is being created does not delete the one that it is copied from:
   * AWS reports that before it reports that the replica is being created (DDB-TABLE-298).
   */
  private void requireNoSource() {
    TableState table = context.committer().state().findTable(name);
    if (table == null || !GlobalReplicas.isBeingAdded(table)) {
      return;
    }
    for (ReplicaAction action : actions) {
      OperationContext other = neighbours.find(action.region());
      TableState theirs = other == null ? null : other.committer().state().findTable(name);
      if (action.change() == Change.DELETE && theirs != null) {
        GlobalReplicas.requireNoSource(theirs, context.clock().instant());
      }
    }
  }

  /**
   * Checks the changes in all databases that they concern, in AWS's order: a replica that is
   * missing or exists is reported before a change in progress (DDB-TABLE-227, -228, -306).
   */
  private void check(TableState table) {
    Instant now = context.clock().instant();
    consistency.check(table, now);
    GlobalTableReplica setting = GlobalTableReplica.find(table.definition());
    for (ReplicaAction action : actions) {
      OperationContext other = neighbours.find(action.region());
      TableState theirs = other == null ? null : other.committer().state().findTable(name);
      TableReplica known = setting == null ? null : setting.find(action.region(), now);
      if (action.change() != Change.CREATE) {
        if (known == null || !known.isShown(now)) {
          throw new FaultException(ReplicaFault.Plain.NOT_FOUND.with(List.of(action.region())));
        }
      } else if (theirs != null && (known == null || known.change() == Change.DELETE)) {
        throw new FaultException(ReplicaFault.Plain.EXISTS.with(name));
      } else if (setting != null && known != null && isShownAsNew(known, now)) {
        throw new FaultException(
            InUseFault.Plain.GLOBAL_TABLE_EXISTS.with(name, GlobalReplicas.regions(setting, now)));
      }
      new TableAdmission(table).requireReplicas(now);
      if (action.change() == Change.CREATE && known != null) {
        throw new FaultException(ReplicaFault.Plain.EXISTS.with(name));
      }
      if (action.change() == Change.CREATE) {
        requireNoBulkOperation(table, now);
      }
      ReplicaOverrides.require(table.definition(), action);
      if (theirs != null) {
        checkReplica(action, theirs, now);
      }
    }
  }

  private static boolean isShownAsNew(TableReplica replica, Instant now) {
    return replica.status(now) == TableReplica.Status.CREATING && replica.isShown(now);
  }

  private void requireNoBulkOperation(TableState table, Instant now) {
    if (context.committer().state().bulkOperations(table.definition().id(), now) > 0) {
      throw new FaultException(InUseFault.Plain.REPLICA_DURING_BULK.with(name));
    }
  }

  private void checkReplica(ReplicaAction action, TableState theirs, Instant now) {
    if (action.change() == Change.DELETE) {
      GlobalReplicas.requireNoSource(theirs, now);
    }
    new TableAdmission(theirs).requireReplicas(now);
    if (action.change() == Change.DELETE) {
      if (theirs.definition().deletionProtection()) {
        throw new FaultException(ReplicaFault.Plain.PROTECTED.with(name, action.region()));
      }
    }
  }

  private TableDescription begin(StateDraft draft) {
    TableState table = GlobalReplicas.requireMember(context, draft.state(), name);
    new TableAdmission(table).requireReplicas(draft.now());
    consistency.check(table, draft.now());
    boolean isStrong = consistency.isStrong(table, draft.now());
    if (table.definition().streamView() == null && !isStrong) {
      table = StreamSettings.enabled(draft, table, StreamView.NEW_AND_OLD_IMAGES);
    }
    GlobalTableReplica before = GlobalReplicas.settingOf(context, table, draft.now());
    GlobalTableReplica setting = before;
    List<String> copies = new ArrayList<>();
    for (ReplicaAction action : actions) {
      Instant dueAt = draft.now().plus(GlobalReplicas.delay(context, action.change()));
      Overrides asked = ReplicaOverrides.resolved(context, table.definition(), action);
      TableReplica known = setting.find(action.region(), draft.now());
      Overrides all = known == null ? asked : known.overrides().with(asked);
      TableReplica changed =
          new TableReplica(
              action.region(),
              action.change(),
              draft.now(),
              dueAt,
              ReplicaOverrides.differing(table.definition(), all));
      setting = setting.with(changed);
      if (action.change() == Change.CREATE) {
        setting = setting.sourceAt(draft.now());
        copies.add(action.region());
      }
      table = changing(table, action.region(), isStrong ? dueAt : changed.updatingUntil());
    }
    TableDescription answer = answer(table, before, isStrong, draft.now());
    TableDefinition.Builder next = table.definition().toBuilder().setting(setting);
    ReplicaSettings.keep(table.definition(), next, copies, draft.now());
    StrongReplica strong = consistency.changed(table, draft.now());
    if (strong != null) {
      next.setting(strong);
    } else if (StrongReplica.find(table.definition(), draft.now()) == null) {
      next.withoutSetting(StrongReplica.TYPE); // of a global table that it was part of
    }
    draft.putTable(table.withDefinition(next.build()));
    LifeCycle.settle(draft);
    return answer;
  }

  /**
   * Returns the response: it does not show a new replica yet, that another is deleted, or new
   * settings (DDB-TABLE-204, -226, -250, -258, -261).
   */
  private static TableDescription answer(
      TableState table, GlobalTableReplica before, boolean isStrong, Instant now) {
    TableDescription known =
        TableDescriptions.of(
            table.withDefinition(table.definition().toBuilder().setting(before).build()), now);
    if (known.replicas() != null) {
      return known;
    }
    TableDescription.Builder answer =
        known.toBuilder()
            .globalTableVersion(GlobalTableReplica.VERSION)
            .multiRegionConsistency(isStrong ? MultiRegionConsistency.STRONG.wire() : null)
            .replicas(List.of());
    return known.globalTableSettingsReplicationMode() != null
        ? answer.build()
        : answer
            .globalTableSettingsReplicationMode(
                GlobalTableSettingsReplicationMode.ENABLED_WITH_OVERRIDES.wire())
            .build();
  }

  private static TableState changing(TableState table, String region, Instant dueAt) {
    return table.withChange(
        new TableChange(TableChange.Kind.REPLICA, region, dueAt, ChangeOutcome.Plain.NONE));
  }

  /** Applies the settings of a replica to its table. */
  private boolean override(StateDraft draft, OperationContext other, ReplicaAction action) {
    TableState table = draft.state().findTable(name);
    if (table == null || GlobalTableReplica.find(table.definition()) == null) {
      return false;
    }
    Instant dueAt = draft.now().plus(GlobalReplicas.delay(other, Change.UPDATE));
    draft.putTable(
        changing(table, action.region(), dueAt)
            .withDefinition(
                ReplicaOverrides.applied(other, table.definition(), action.overrides())));
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
