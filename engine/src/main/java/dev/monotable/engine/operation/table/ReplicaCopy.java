package dev.monotable.engine.operation.table;

import dev.monotable.engine.commit.LifeCycle;
import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.definition.StreamView;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ReplicaFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.replica.AutoScaling;
import dev.monotable.engine.replica.GlobalTableReplica;
import dev.monotable.engine.replica.StrongReplica;
import dev.monotable.engine.replica.TableReplica;
import dev.monotable.engine.stream.StreamWriter;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.TimeToLive;
import dev.monotable.model.SSEDescription;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The table of a new replica. It shares the items and the index entries of the replica from which
 * it is copied, so that takes no longer for a larger table. Changes after the copy reach it as all
 * others do.
 */
final class ReplicaCopy {
  private final TableState source;
  private final GlobalTableReplica setting;
  private final long sequence;

  /**
   * @param setting of the source, with the new replica
   * @param sequence the sequence number of the database of the source
   */
  ReplicaCopy(TableState source, GlobalTableReplica setting, long sequence) {
    this.source = source;
    this.setting = setting;
    this.sequence = sequence;
  }

  /**
   * Adds the table to the database of its Region.
   *
   * @throws FaultException if there is a table with its name
   */
  void create(OperationContext target) {
    target
        .committer()
        .commit(
            null,
            draft -> {
              create(draft, target);
              return draft;
            });
  }

  private void create(StateDraft draft, OperationContext target) {
    TableDefinition definition = definition(draft, target);
    if (draft.state().findTable(definition.name()) != null) {
      throw new FaultException(ReplicaFault.Plain.EXISTS.with(definition.name()));
    }
    Quotas.require(target, draft.state(), definition);
    TableState empty = TableState.create(definition, target.limits());
    TableState.Builder next =
        empty.toBuilder()
            .items(source.items())
            .bytes(source.bytes())
            .expiry(source.expiry())
            .collections(source.collections());
    for (AccessPath path : empty.layout().indexes()) {
      AccessPath same = Objects.requireNonNull(source.layout().findIndex(path.name()));
      next.index(path, source.index(same));
    }
    StreamView view = definition.streamView();
    TableState table = next.build();
    if (view != null) {
      table =
          table.withStream(
              StreamWriter.create(
                  draft.state(), definition, view, draft.now(), draft.upcomingSequenceNumber()));
    }
    TableReplica own = Objects.requireNonNull(setting.find(target.region(), draft.now()));
    TableState hidden =
        table.withChange(
            new TableChange(
                TableChange.Kind.REPLICA,
                target.region(),
                own.hiddenUntil(),
                ChangeOutcome.Plain.NONE));
    draft.putTable(
        hidden.withChange(
            new TableChange(
                TableChange.Kind.CREATE_TABLE,
                null,
                draft.now().plus(target.delays().createTable()),
                ChangeOutcome.Plain.TABLE_CREATED)));
    LifeCycle.settle(draft);
  }

  private TableDefinition definition(StateDraft draft, OperationContext target) {
    TableDefinition old = source.definition();
    String region = target.region();
    TableReplica own = Objects.requireNonNull(setting.find(region, draft.now()));
    TableDefinition.Builder next =
        TableDefinition.builder(
                old.name(), target.tableArn(old.name()), target.newId(), draft.now(), old.keys())
            .attributeDefinitions(old.attributeDefinitions())
            .indexes(old.indexes())
            .payPerRequest(old.payPerRequest())
            .throughput(old.throughput())
            .onDemandThroughput(old.onDemandThroughput())
            .warmThroughput(old.warmThroughput())
            .tableClass(old.tableClass())
            .sse(inRegion(old.sse(), region));
    StrongReplica strong = StrongReplica.find(old, draft.now());
    if (strong == null) {
      next.streamView(old.streamView());
    } else {
      next.setting(new StrongReplica(strong.witness(), 0));
    }
    next.setting(TimeToLive.of(old));
    next.setting(AutoScaling.of(old).ofNewReplica());
    ReplicaSettings.copy(old, next, draft.now());
    next.setting(
        new GlobalTableReplica(region, setting.replicas(), setting.delivered(), null)
            .delivered(setting.region(), sequence));
    return ReplicaOverrides.applied(target, next.build(), own.overrides());
  }

  /** Returns the encryption with the key of the same name in another Region. */
  private @Nullable SSEDescription inRegion(@Nullable SSEDescription sse, String region) {
    if (sse == null || sse.kmsMasterKeyArn() == null) {
      return sse;
    }
    return sse.toBuilder()
        .kmsMasterKeyArn(
            sse.kmsMasterKeyArn().replace(":" + setting.region() + ":", ":" + region + ":"))
        .build();
  }
}
