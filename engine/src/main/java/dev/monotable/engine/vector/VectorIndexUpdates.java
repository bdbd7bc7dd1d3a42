package dev.monotable.engine.vector;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.IndexFault;
import dev.monotable.engine.error.SchemaElement;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.error.VectorFault;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.table.IndexChanges;
import dev.monotable.engine.operation.table.TableAdmission;
import dev.monotable.engine.operation.table.TableDescriptions;
import dev.monotable.engine.operation.table.TableRules;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateVectorIndexAction;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.model.VectorIndex;
import dev.monotable.model.VectorIndexUpdate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/** Creates and deletes vector indexes for an UpdateTable request. */
final class VectorIndexUpdates {
  private final OperationContext context;
  private final Instant now;
  private final List<AttributeDefinition> definitions;
  private final TableAdmission admission;
  private TableState table;

  /**
   * @param admission decides by the changes that were in progress before the request
   * @param table the table with the earlier changes of the request
   */
  VectorIndexUpdates(
      OperationContext context,
      Instant now,
      UpdateTableInput request,
      TableAdmission admission,
      TableState table) {
    this.context = context;
    this.now = now;
    this.definitions =
        request.attributeDefinitions() == null ? List.of() : request.attributeDefinitions();
    this.admission = admission;
    this.table = table;
  }

  /** Returns the table with the changes applied so far. */
  TableState table() {
    return table;
  }

  void apply(VectorIndexUpdate update) {
    if (update.create() != null) {
      create(update.create());
    } else {
      delete(Objects.requireNonNull(update.delete()).indexName());
    }
  }

  private TableDefinition definition() {
    return table.definition();
  }

  private void create(CreateVectorIndexAction action) {
    admission.requireIndexCreation(action.indexName());
    if (!definition().payPerRequest()) {
      throw new FaultException(VectorFault.Plain.PAY_PER_REQUEST_ONLY);
    }
    List<String> names = VectorDefinitions.names(action.searchSchema());
    // Only the definitions of the request count, even if the table defines the attribute:
    // ExtendDB/extenddb, measured on 2026-08-13.
    TreeMap<String, AttributeDefinition> attributes = new TreeMap<>();
    definitions.forEach(a -> attributes.put(a.attributeName(), a));
    if (!attributes.keySet().containsAll(names)) {
      throw new FaultException(VectorFault.Plain.SCHEMA_NOT_DEFINED);
    }
    if (new HashSet<>(names).size() < names.size()) {
      throw new FaultException(VectorFault.Plain.SCHEMA_NAME_TWICE);
    }
    String vector = action.vectorAttribute().attributeName();
    if (attributes.containsKey(vector)) {
      throw new FaultException(VectorFault.Plain.VECTOR_DEFINED.with(vector));
    }
    IndexDefinition index =
        VectorDefinitions.read(
            new VectorIndex(
                action.indexName(),
                action.vectorAttribute(),
                action.searchSchema(),
                action.projection(),
                action.dimensions(),
                action.distanceFunction()),
            new TableRules(List.copyOf(attributes.values()), context.limits()));
    requireSameDefinitions(VectorDefinitions.settings(index));
    requireOneMore();
    requireRoom(VectorDefinitions.settings(index));
    table = IndexChanges.created(table, index, definitions, context.delays());
  }

  /** Checks that no attribute of a new index is defined differently by the table. */
  private void requireSameDefinitions(VectorSettings added) {
    String vector = added.attribute();
    for (KeyAttribute key : definition().keys().attributes()) {
      if (key.name().equals(vector)) {
        throw redefined(vector, keyElements(), 0, added.dimensions());
      }
    }
    for (IndexDefinition index : definition().indexes()) {
      if (index.type() == VectorIndexes.TYPE) {
        VectorSettings known = VectorDefinitions.settings(index);
        if (known.attribute().equals(vector) && known.dimensions() != added.dimensions()) {
          throw redefined(vector, List.of(), known.dimensions(), added.dimensions());
        }
      } else if (index.keys().contains(vector)) {
        throw redefined(
            vector,
            elements(TableDescriptions.keySchema(index.keys()), definition()),
            0,
            added.dimensions());
      }
    }
    for (AttributeDefinition known : definition().attributeDefinitions()) {
      VectorSettings.SchemaElement element = added.find(known.attributeName());
      if (element != null && !element.attribute().type().name().equals(known.attributeType())) {
        // Unverified: as of an attribute that is defined twice.
        throw new FaultException(TableFault.Plain.DUPLICATE_DEFINITION.with(known.attributeName()));
      }
    }
  }

  private List<SchemaElement> keyElements() {
    return elements(TableDescriptions.keySchema(definition().keys()), definition());
  }

  private static List<SchemaElement> elements(List<KeySchemaElement> keys, TableDefinition table) {
    List<SchemaElement> elements = new ArrayList<>();
    for (KeySchemaElement key : keys) {
      String type = "";
      for (AttributeDefinition attribute : table.attributeDefinitions()) {
        if (attribute.attributeName().equals(key.attributeName())) {
          type = attribute.attributeType();
        }
      }
      elements.add(new SchemaElement(key.attributeName(), type, key.keyType()));
    }
    return elements;
  }

  private static FaultException redefined(
      String attribute, List<SchemaElement> existing, long known, long added) {
    return new FaultException(
        new VectorFault.AttributeRedefined(attribute, existing, known, added));
  }

  private void requireOneMore() {
    int count = 1;
    for (IndexDefinition index : definition().indexes()) {
      count += index.type() == VectorIndexes.TYPE ? 1 : 0;
    }
    int most = context.limits().vector().maxIndexes();
    if (count > most) {
      throw new FaultException(VectorFault.Plain.ADDED_TOO_MANY.with(most));
    }
  }

  /** Checks that there is memory for the vectors of all items, if each has one. */
  private void requireRoom(VectorSettings added) {
    long most = context.limits().vector().maxIndexBytes();
    if (table.items().size() * added.vectorBytes() > most) {
      throw new FaultException(VectorFault.Plain.NO_MEMORY.with(most));
    }
  }

  private void delete(String name) {
    IndexDefinition index = definition().findIndex(name);
    if (index == null || index.type() != VectorIndexes.TYPE) {
      throw new FaultException(IndexFault.Plain.INDEX_NOT_FOUND.with(name, definition().name()));
    }
    admission.requireIndexDeletion(name);
    table = IndexChanges.deleted(table, name, context.delays(), now);
  }
}
