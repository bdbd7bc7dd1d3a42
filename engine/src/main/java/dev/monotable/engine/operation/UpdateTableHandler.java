package dev.monotable.engine.operation;

import dev.monotable.engine.commit.Backfill;
import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.Messages;
import dev.monotable.engine.error.TableMessages;
import dev.monotable.engine.stream.StreamWriter;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.StreamState;
import dev.monotable.engine.table.StreamView;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateGlobalSecondaryIndexAction;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.GlobalSecondaryIndexUpdate;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.UpdateGlobalSecondaryIndexAction;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.model.UpdateTableOutput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * UpdateTable. The answer says UPDATING, and CREATING or DELETING of an index, as on AWS; the
 * change is done when the answer comes.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html">UpdateTable</a>
 */
final class UpdateTableHandler implements OperationHandler<UpdateTableInput, UpdateTableOutput> {
  private final OperationContext context;

  UpdateTableHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public UpdateTableOutput handle(UpdateTableInput request) {
    requireChange(request);
    if (request.provisionedThroughput() != null) {
      TableRules.requireUnits(request.provisionedThroughput());
    }
    requireDistinct(request.globalSecondaryIndexUpdates());
    String name = TableNames.nameOf(Required.member(request.tableName()));
    UpdateTableOutput answer =
        context.committer().commit(draft -> new Change(context, draft, name, request).apply());
    String created = createdIndex(request);
    if (created != null) {
      new Backfill(context.committer(), context.limits()).index(name, created);
      context.committer().commit(draft -> finishIndex(draft, name, created));
    }
    return answer;
  }

  private static void requireChange(UpdateTableInput request) {
    List<GlobalSecondaryIndexUpdate> indexes = request.globalSecondaryIndexUpdates();
    if (request.provisionedThroughput() == null
        && request.billingMode() == null
        && request.streamSpecification() == null
        && (indexes == null || indexes.isEmpty())
        && request.sseSpecification() == null
        && request.replicaUpdates() == null
        && request.tableClass() == null
        && request.deletionProtectionEnabled() == null
        && request.onDemandThroughput() == null
        && request.warmThroughput() == null) {
      throw DynamoException.validation(TableMessages.NOTHING_TO_UPDATE);
    }
  }

  private static void requireDistinct(@Nullable List<GlobalSecondaryIndexUpdate> updates) {
    if (updates == null) {
      return;
    }
    Set<String> names = new HashSet<>();
    int made = 0;
    for (GlobalSecondaryIndexUpdate update : updates) {
      String name;
      if (update.update() != null) {
        name = Required.member(update.update().indexName());
      } else if (update.create() != null) {
        name = Required.member(update.create().indexName());
        made++;
      } else if (update.delete() != null) {
        name = Required.member(update.delete().indexName());
        made++;
      } else {
        throw DynamoException.validation(TableMessages.INDEX_UPDATE_EMPTY);
      }
      if (!names.add(name)) {
        throw DynamoException.validation(TableMessages.indexUpdatedTwice(name));
      }
    }
    if (made > 1) {
      throw new DynamoException(ErrorCode.LIMIT_EXCEEDED, TableMessages.ONE_INDEX_AT_A_TIME);
    }
  }

  private static @Nullable String createdIndex(UpdateTableInput request) {
    if (request.globalSecondaryIndexUpdates() != null) {
      for (GlobalSecondaryIndexUpdate update : request.globalSecondaryIndexUpdates()) {
        if (update.create() != null) {
          return update.create().indexName();
        }
      }
    }
    return null;
  }

  private static boolean finishIndex(StateDraft draft, String tableName, String indexName) {
    TableState table = draft.state().findTable(tableName);
    int position = table == null ? -1 : table.layout().indexPosition(indexName);
    if (table == null || position < 0) {
      return false;
    }
    List<IndexDefinition> indexes = new ArrayList<>(table.definition().indexes());
    indexes.set(
        position,
        indexes.get(position).toBuilder()
            .status(TableDefinition.Status.ACTIVE)
            .backfilling(false)
            .build());
    draft.putTable(table.withDefinition(table.definition().toBuilder().indexes(indexes).build()));
    return true;
  }

  /** One change of one table, in a commit. */
  private static final class Change {
    private final OperationContext context;
    private final StateDraft draft;
    private final UpdateTableInput request;
    private TableState table;

    Change(OperationContext context, StateDraft draft, String name, UpdateTableInput request) {
      this.context = context;
      this.draft = draft;
      this.request = request;
      this.table = OperationContext.requireDescribed(draft.state(), name);
    }

    UpdateTableOutput apply() {
      changeCapacity();
      changeSettings();
      if (request.streamSpecification() != null) {
        changeStream(request.streamSpecification());
      }
      String deleted = null;
      TableState before = table;
      if (request.globalSecondaryIndexUpdates() != null) {
        for (GlobalSecondaryIndexUpdate update : request.globalSecondaryIndexUpdates()) {
          if (update.create() != null) {
            createIndex(update.create());
          } else if (update.update() != null) {
            updateIndex(update.update());
          } else if (update.delete() != null) {
            deleted = Required.member(update.delete().indexName());
            deleteIndex(deleted);
          }
        }
      }
      draft.putTable(table);
      // An index being deleted is still described, as DELETING.
      return new UpdateTableOutput(
          TableDescriptions.of(
              deleted == null ? table : withStatus(before, deleted),
              TableDefinition.Status.UPDATING));
    }

    private static TableState withStatus(TableState table, String indexName) {
      int position = table.layout().indexPosition(indexName);
      List<IndexDefinition> indexes = new ArrayList<>(table.definition().indexes());
      indexes.set(
          position,
          indexes.get(position).toBuilder().status(TableDefinition.Status.DELETING).build());
      return table.withDefinition(table.definition().toBuilder().indexes(indexes).build());
    }

    private void changeCapacity() {
      TableDefinition old = table.definition();
      String mode = request.billingMode();
      boolean payPerRequest = mode == null ? old.payPerRequest() : mode.equals("PAY_PER_REQUEST");
      ProvisionedThroughput asked = request.provisionedThroughput();
      if (asked == null && mode == null) {
        return;
      }
      if (asked != null || payPerRequest != old.payPerRequest()) {
        TableRules.requireThroughput(payPerRequest, asked);
      }
      TableDefinition.Builder next = old.toBuilder().payPerRequest(payPerRequest);
      if (payPerRequest && !old.payPerRequest()) {
        next.payPerRequestSince(draft.now())
            .throughput(TableDefinition.NO_THROUGHPUT)
            .indexes(withoutThroughput(old.indexes()));
      }
      if (asked != null) {
        next.throughput(changed(old.throughput(), asked, old.payPerRequest()));
      }
      table = table.withDefinition(next.build());
    }

    private static List<IndexDefinition> withoutThroughput(List<IndexDefinition> indexes) {
      List<IndexDefinition> next = new ArrayList<>(indexes.size());
      for (IndexDefinition index : indexes) {
        next.add(index.toBuilder().throughput(null).build());
      }
      return next;
    }

    private ProvisionedThroughputDescription changed(
        ProvisionedThroughputDescription old, ProvisionedThroughput asked, boolean wasOnDemand) {
      long read = Required.member(asked.readCapacityUnits());
      long write = Required.member(asked.writeCapacityUnits());
      long oldRead = Required.member(old.readCapacityUnits());
      long oldWrite = Required.member(old.writeCapacityUnits());
      if (!wasOnDemand && read == oldRead && write == oldWrite) {
        throw DynamoException.validation(
            TableMessages.sameThroughput(oldRead, read, oldWrite, write));
      }
      Instant now = draft.now();
      boolean decreased = read < oldRead || write < oldWrite;
      ProvisionedThroughputDescription.Builder next =
          old.toBuilder().readCapacityUnits(read).writeCapacityUnits(write);
      if (read > oldRead || write > oldWrite) {
        next.lastIncreaseDateTime(now);
      }
      if (decreased && !wasOnDemand) {
        next.lastDecreaseDateTime(now)
            .numberOfDecreasesToday(Required.member(old.numberOfDecreasesToday()) + 1);
      }
      return next.build();
    }

    private void changeSettings() {
      TableDefinition.Builder next = table.definition().toBuilder();
      if (request.deletionProtectionEnabled() != null) {
        next.deletionProtection(request.deletionProtectionEnabled());
      }
      if (request.tableClass() != null) {
        next.tableClass(request.tableClass()).tableClassChangedAt(draft.now());
      }
      if (request.onDemandThroughput() != null) {
        next.onDemandThroughput(request.onDemandThroughput());
      }
      if (request.warmThroughput() != null) {
        next.warmThroughput(request.warmThroughput());
      }
      if (request.sseSpecification() != null) {
        next.sse(context.encryption(request.sseSpecification()));
      }
      table = table.withDefinition(next.build());
    }

    private void changeStream(StreamSpecification specification) {
      TableDefinition definition = table.definition();
      StreamView view = StreamSettings.updated(specification);
      StreamState current = table.stream();
      if (view != null) {
        if (definition.streamView() != null) {
          throw DynamoException.validation(TableMessages.streamEnabled(definition.name()));
        }
        if (current != null) {
          draft.state(
              draft.state().withClosedStream(StreamWriter.close(current, draft.now(), draft)));
        }
        TableDefinition next = definition.toBuilder().streamView(view).build();
        table =
            table
                .withDefinition(next)
                .withStream(
                    StreamWriter.create(
                        draft.state(), next, view, draft.now(), draft.upcomingSequenceNumber()));
      } else {
        if (definition.streamView() == null || current == null) {
          throw DynamoException.validation(TableMessages.streamDisabled(definition.name()));
        }
        table =
            table
                .withDefinition(definition.toBuilder().streamView(null).build())
                .withStream(StreamWriter.close(current, draft.now(), draft));
      }
    }

    private void createIndex(CreateGlobalSecondaryIndexAction action) {
      TableDefinition definition = table.definition();
      String name = Required.member(action.indexName());
      if (table.layout().indexPosition(name) >= 0) {
        throw DynamoException.validation(TableMessages.INDEX_EXISTS);
      }
      Map<String, AttributeDefinition> attributes = new LinkedHashMap<>();
      for (AttributeDefinition attribute : definition.attributeDefinitions()) {
        attributes.put(attribute.attributeName(), attribute);
      }
      if (request.attributeDefinitions() != null) {
        for (AttributeDefinition attribute : request.attributeDefinitions()) {
          attributes.put(attribute.attributeName(), attribute);
        }
      }
      List<AttributeDefinition> all = List.copyOf(attributes.values());
      TableRules rules = new TableRules(all, context.limits());
      IndexDefinition index =
          rules
              .globalIndex(
                  new GlobalSecondaryIndex(
                      name,
                      action.keySchema(),
                      action.projection(),
                      action.provisionedThroughput(),
                      action.onDemandThroughput(),
                      action.warmThroughput()),
                  definition.payPerRequest(),
                  new HashSet<>())
              .toBuilder()
              .status(TableDefinition.Status.CREATING)
              .backfilling(true)
              .build();
      List<IndexDefinition> indexes = new ArrayList<>(definition.indexes());
      indexes.add(index);
      rules.requireAllUsed(definition.keys(), indexes);
      rules.requireGlobalCount(globalCount(indexes));
      table =
          table.withIndexAdded(
              definition.toBuilder().attributeDefinitions(all).indexes(indexes).build(),
              indexes.size() - 1);
    }

    private static int globalCount(List<IndexDefinition> indexes) {
      int count = 0;
      for (IndexDefinition index : indexes) {
        count += index.kind() == IndexDefinition.Kind.GLOBAL ? 1 : 0;
      }
      return count;
    }

    private int requireIndex(String name) {
      int position = table.layout().indexPosition(name);
      if (position < 0
          || table.definition().indexes().get(position).kind() != IndexDefinition.Kind.GLOBAL) {
        throw new DynamoException(ErrorCode.RESOURCE_NOT_FOUND, Messages.TABLE_NOT_FOUND);
      }
      return position;
    }

    private void updateIndex(UpdateGlobalSecondaryIndexAction action) {
      int position = requireIndex(Required.member(action.indexName()));
      List<IndexDefinition> indexes = new ArrayList<>(table.definition().indexes());
      IndexDefinition old = indexes.get(position);
      IndexDefinition.Builder next = old.toBuilder();
      ProvisionedThroughput asked = action.provisionedThroughput();
      if (asked != null) {
        TableRules.requireUnits(asked);
        ProvisionedThroughputDescription known = old.throughput();
        next.throughput(
            changed(known == null ? TableDefinition.NO_THROUGHPUT : known, asked, known == null));
      }
      if (action.onDemandThroughput() != null) {
        next.onDemandThroughput(action.onDemandThroughput());
      }
      if (action.warmThroughput() != null) {
        next.warmThroughput(action.warmThroughput());
      }
      indexes.set(position, next.build());
      table = table.withDefinition(table.definition().toBuilder().indexes(indexes).build());
    }

    private void deleteIndex(String name) {
      int position = requireIndex(name);
      TableDefinition definition = table.definition();
      List<IndexDefinition> indexes = new ArrayList<>(definition.indexes());
      indexes.remove(position);
      Set<String> used = new HashSet<>();
      definition.keys().attributes().forEach(attribute -> used.add(attribute.name()));
      for (IndexDefinition index : indexes) {
        index.keys().attributes().forEach(attribute -> used.add(attribute.name()));
      }
      List<AttributeDefinition> attributes = new ArrayList<>(definition.attributeDefinitions());
      attributes.removeIf(attribute -> !used.contains(attribute.attributeName()));
      table =
          table.withIndexRemoved(
              definition.toBuilder().indexes(indexes).attributeDefinitions(attributes).build(),
              position);
    }
  }
}
