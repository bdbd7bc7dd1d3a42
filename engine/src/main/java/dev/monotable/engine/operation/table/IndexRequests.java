package dev.monotable.engine.operation.table;

import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.IndexType;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.SourceTableFeatureDetails;
import dev.monotable.model.UpdateTableInput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A type of index with the members of CreateTable and UpdateTable that create and change its
 * indexes. AWS checks what all types share in steps, each for all types: the lists, the names of
 * key attributes, the attribute definitions, and then each index.
 */
public interface IndexRequests extends IndexType {
  /** Returns the member of CreateTable that lists new indexes, such as {@code VectorIndexes}. */
  String member();

  /**
   * Returns the attributes of each new index that need an attribute definition, in the order of the
   * request; null if the request does not have the list.
   */
  @Nullable List<List<String>> definedNames(CreateTableInput request);

  /** Returns the fault of a new index that names an attribute twice. */
  Fault sameNameTwice();

  /**
   * Returns the fault of a new index that names an attribute without a definition; null for the one
   * that lists the keys.
   */
  default @Nullable Fault notDefined() {
    return null;
  }

  /**
   * Checks whether a new table with this primary key can have indexes of this type.
   *
   * @throws FaultException if it cannot
   */
  default void requireTable(CreateTableInput request, KeySchema table) {}

  /**
   * Checks whether a table with indexes of this type can become a provisioned table.
   *
   * @throws FaultException if it cannot
   */
  default void requireProvisionable() {}

  /**
   * Reads the new indexes, in the order of the request, which has the list.
   *
   * @param rules with the attribute definitions of the request
   * @param names of the indexes that were read before; new names are added
   * @throws FaultException for the first invalid index
   */
  List<IndexDefinition> read(
      CreateTableInput request,
      TableRules rules,
      KeySchema table,
      boolean payPerRequest,
      Set<String> names);

  /** Returns the member of UpdateTable that changes indexes; null if these cannot be changed. */
  default @Nullable String updateMember() {
    return null;
  }

  /** Returns what an UpdateTable request does with indexes; null if it does not have the member. */
  default @Nullable List<IndexUpdate> updates(UpdateTableInput request) {
    return null;
  }

  /**
   * Checks the updates of a request without their table.
   *
   * @throws FaultException for the first invalid update
   */
  default void requireUpdates(UpdateTableInput request) {}

  /**
   * Begins the updates of a request, which has some.
   *
   * @param table with the earlier changes of the request
   * @param admission decides by the changes that were in progress before the request
   * @return the table with the changes
   * @throws FaultException for the first update that is not possible
   */
  default TableState update(
      TableState table,
      UpdateTableInput request,
      TableAdmission admission,
      OperationContext context,
      Instant now) {
    return table;
  }

  /**
   * Returns the indexes of this type that a restored table has, by default those of the source.
   *
   * @param names of the indexes that were restored before; the names of these are added
   * @throws FaultException for the first invalid override
   */
  default List<RestoredIndex> restored(
      TableDefinition source, RestoreOverrides overrides, Set<String> names) {
    List<RestoredIndex> restored = new ArrayList<>();
    for (IndexDefinition index : source.indexes()) {
      if (index.type() == this) {
        TableRules.requireNewName(names, index.name());
        restored.add(new RestoredIndex(index, index));
      }
    }
    return restored;
  }

  /** Adds the indexes of this type that the source of a backup had. */
  default void describeSource(
      TableDefinition source, SourceTableFeatureDetails.Builder description) {}

  /**
   * An index of a restored table.
   *
   * @param source the index of the source with the same key and projection
   */
  record RestoredIndex(IndexDefinition source, IndexDefinition definition) {}

  /**
   * The change of an index by an UpdateTable request. A valid update has one of the names.
   *
   * @param created the name of an index to create
   * @param changed the name of an index to change
   * @param deleted the name of an index to delete
   */
  record IndexUpdate(@Nullable String created, @Nullable String changed, @Nullable String deleted) {
    boolean createsOrDeletes() {
      return created != null || deleted != null;
    }
  }

  /** Returns what an UpdateTable request does with indexes of any of these types. */
  static List<IndexUpdate> allUpdates(List<IndexRequests> types, UpdateTableInput request) {
    List<IndexUpdate> all = new ArrayList<>();
    for (IndexRequests type : types) {
      List<IndexUpdate> updates = type.updates(request);
      if (updates != null) {
        all.addAll(updates);
      }
    }
    return all;
  }
}
