package dev.monotable.engine.index;

import dev.monotable.engine.definition.CapacitySettings;
import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.IndexFault;
import dev.monotable.engine.error.SchemaElement;
import dev.monotable.engine.error.ThroughputFault;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.table.IndexChanges;
import dev.monotable.engine.operation.table.TableAdmission;
import dev.monotable.engine.operation.table.TableRules;
import dev.monotable.engine.operation.table.Throughput;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableChange.Kind;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.ThroughputHistory;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateGlobalSecondaryIndexAction;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.GlobalSecondaryIndexUpdate;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.OnDemandThroughput;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.UpdateGlobalSecondaryIndexAction;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.model.WarmThroughput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Creates, updates and deletes global secondary indexes for an UpdateTable request. */
final class GlobalIndexUpdates {
  private final OperationContext context;
  private final Instant now;
  private final UpdateTableInput request;
  private final TableAdmission admission;
  private TableState table;

  /**
   * @param admission decides by the changes that were in progress before the request
   * @param table the table with the earlier changes of the request
   */
  GlobalIndexUpdates(
      OperationContext context,
      Instant now,
      UpdateTableInput request,
      TableAdmission admission,
      TableState table) {
    this.context = context;
    this.now = now;
    this.request = request;
    this.admission = admission;
    this.table = table;
  }

  /** Returns the table with the changes applied so far. */
  TableState table() {
    return table;
  }

  void apply(GlobalSecondaryIndexUpdate update) {
    if (update.create() != null) {
      create(update.create());
    } else if (update.update() != null) {
      update(update.update());
    } else {
      delete(indexName(update));
    }
  }

  private TableDefinition definition() {
    return table.definition();
  }

  private void begin(Kind kind, String index, Instant dueAt, ChangeOutcome outcome) {
    table = table.withChange(new TableChange(kind, index, dueAt, outcome));
  }

  private void create(CreateGlobalSecondaryIndexAction action) {
    String name = action.indexName();
    admission.requireIndexCreation(name);
    if (request.attributeDefinitions() == null) {
      throw new FaultException(IndexFault.Plain.DEFINITIONS_MISSING.with(name));
    }
    // Only the definitions of the request count for the keys of a new index, even if the table
    // defines the attribute: nubo-db/dynoxide issue 144, recorded on AWS.
    requireOneTypeEach(request.attributeDefinitions(), action.keySchema());
    Map<String, AttributeDefinition> attributes = new TreeMap<>();
    request.attributeDefinitions().forEach(a -> attributes.put(a.attributeName(), a));
    IndexDefinition index =
        GlobalIndexes.TYPE.definition(
            new GlobalSecondaryIndex(
                name,
                action.keySchema(),
                action.projection(),
                action.provisionedThroughput(),
                action.onDemandThroughput(),
                action.warmThroughput()),
            new TableRules(List.copyOf(attributes.values()), context.limits()),
            definition().payPerRequest(),
            ThroughputFault.Plain.ADDED_INDEX_UNITS_WITH_PAY_PER_REQUEST.with(name),
            ThroughputFault.Plain.ADDED_INDEX_UNITS_REQUIRED.with(name));
    requireSameTypes(definition().keys(), index.keys());
    for (IndexDefinition existing : definition().indexes()) {
      requireSameTypes(existing.keys(), index.keys());
    }
    requireOneMore();
    table = IndexChanges.created(table, index, request.attributeDefinitions(), context.delays());
  }

  /** Checks that the request does not define a key attribute of the new index with two types. */
  private static void requireOneTypeEach(
      List<AttributeDefinition> definitions, List<KeySchemaElement> keys) {
    Map<String, String> types = new HashMap<>();
    for (AttributeDefinition definition : definitions) {
      String type = definition.attributeType();
      String earlier = types.putIfAbsent(definition.attributeName(), type);
      if (earlier == null || earlier.equals(type)) {
        continue;
      }
      for (KeySchemaElement key : keys) {
        String name = key.attributeName();
        if (name.equals(definition.attributeName())) {
          throw new FaultException(
              new IndexFault.AttributeRedefined(
                  List.of(new SchemaElement(name, earlier, key.keyType())),
                  List.of(new SchemaElement(name, type, key.keyType()))));
        }
      }
    }
  }

  /**
   * Checks that a new index does not use a key attribute with another type than an existing key.
   */
  private static void requireSameTypes(KeySchema existing, KeySchema added) {
    for (KeyAttribute known : existing.attributes()) {
      for (KeyAttribute attribute : added.attributes()) {
        if (attribute.name().equals(known.name()) && attribute.type() != known.type()) {
          throw new FaultException(
              new IndexFault.AttributeRedefined(elements(existing), elements(added)));
        }
      }
    }
  }

  private static List<SchemaElement> elements(KeySchema keys) {
    List<SchemaElement> elements = new ArrayList<>();
    for (KeyAttribute attribute : keys.attributes()) {
      elements.add(
          new SchemaElement(
              attribute.name(),
              attribute.type().name(),
              keys.partition().contains(attribute) ? "HASH" : "RANGE"));
    }
    return elements;
  }

  private void requireOneMore() {
    int count = 1;
    for (IndexDefinition index : definition().indexes()) {
      count += index.type() == GlobalIndexes.TYPE ? 1 : 0;
    }
    if (count > context.limits().index().maxGlobal()) {
      throw new FaultException(
          IndexFault.Plain.ADDED_TOO_MANY_GLOBAL_INDEXES.with(
              context.limits().index().maxGlobal()));
    }
  }

  private IndexDefinition require(String name, IndexFault.Action action) {
    IndexDefinition index = definition().findIndex(name);
    if (index == null) {
      throw new FaultException(IndexFault.Plain.INDEX_NOT_FOUND.with(name, definition().name()));
    }
    if (index.type() != GlobalIndexes.TYPE) {
      throw new FaultException(new IndexFault.NotGlobal(action, name));
    }
    return index;
  }

  private void redefine(String name, UnaryOperator<CapacitySettings> change) {
    table = ChangeOutcome.redefined(table, name, change);
  }

  private void update(UpdateGlobalSecondaryIndexAction action) {
    String name = action.indexName();
    IndexDefinition index = require(name, IndexFault.Action.UPDATE);
    admission.requireIndexUpdate(name);
    boolean payPerRequest = definition().payPerRequest();
    OnDemandThroughput onDemand = action.onDemandThroughput();
    if (Throughput.isAbsent(onDemand)) {
      onDemand = null;
    }
    WarmThroughput warm = action.warmThroughput();
    if (Throughput.isAbsent(warm)) {
      warm = null;
    }
    boolean neither = onDemand == null && warm == null;
    if (payPerRequest && (action.provisionedThroughput() != null || neither)) {
      throw new FaultException(
          ThroughputFault.Plain.UPDATED_INDEX_UNITS_WITH_PAY_PER_REQUEST.with(name));
    }
    if (action.provisionedThroughput() == null && neither) {
      throw new FaultException(ThroughputFault.Plain.UPDATED_INDEX_UNITS_REQUIRED.with(name));
    }
    Instant dueAt = now.plus(context.delays().updateTable());
    ChangeOutcome outcome = ChangeOutcome.Plain.NONE;
    if (action.provisionedThroughput() != null && !changesBillingMode()) {
      outcome = provision(index, action.provisionedThroughput());
    }
    if (onDemand != null) {
      OnDemandThroughput changed =
          Throughput.changedOnDemand(index.capacity().onDemand(), onDemand, payPerRequest, name);
      redefine(name, next -> next.onDemand(changed));
    }
    if (action.provisionedThroughput() != null || onDemand != null) {
      begin(Kind.UPDATE_INDEX, name, dueAt, outcome);
    }
    if (warm != null) {
      WarmThroughput next = Throughput.changedWarm(index.capacity().warm(), warm, name);
      TableChange running = table.findChange(Kind.WARM_THROUGHPUT, name);
      if (running != null) {
        table = table.withoutChange(running);
      }
      begin(Kind.WARM_THROUGHPUT, name, dueAt, new ChangeOutcome.Warm(name, next));
    }
  }

  /**
   * Returns whether the same request changes the billing mode, which already sets the throughput of
   * the indexes.
   */
  private boolean changesBillingMode() {
    TableChange change = table.findChange(Kind.BILLING_MODE);
    return change != null && request.billingMode() != null;
  }

  private ChangeOutcome provision(IndexDefinition index, ProvisionedThroughput asked) {
    Throughput.requireUnits(asked);
    ProvisionedThroughputDescription old = index.capacity().provisioned();
    Throughput.Change change =
        Throughput.change(
            old == null ? TableDefinition.NO_THROUGHPUT : old, asked, index.name(), now);
    redefine(index.name(), next -> next.provisioned(change.meanwhile()));
    return new ChangeOutcome.ProvisionedIndex(
        index.name(),
        change.then(),
        ThroughputHistory.higherWarm(index.capacity().warm(), Throughput.warm(asked)));
  }

  private void delete(String name) {
    require(name, IndexFault.Action.DELETE);
    admission.requireIndexDeletion(name);
    table = IndexChanges.deleted(table, name, context.delays(), now);
  }

  /** Returns the name of the index that an update creates, changes or deletes. */
  static String indexName(GlobalSecondaryIndexUpdate update) {
    if (update.create() != null) {
      return update.create().indexName();
    }
    return update.update() != null
        ? update.update().indexName()
        : Objects.requireNonNull(update.delete()).indexName();
  }
}
