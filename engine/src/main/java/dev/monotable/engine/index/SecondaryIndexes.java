package dev.monotable.engine.index;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.RestoreFault;
import dev.monotable.engine.operation.table.IndexRequests;
import dev.monotable.engine.operation.table.TableDescriptions;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.IndexState;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Projection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The common part of the two types of secondary indexes: their entries are items in one tree by
 * key.
 */
abstract class SecondaryIndexes implements IndexRequests {
  @Override
  public final boolean isQueried() {
    return true;
  }

  @Override
  public final IndexState empty() {
    return KeyIndex.EMPTY;
  }

  @Override
  public final IndexState.Builder build(AccessPath path) {
    return KeyIndex.builder(path);
  }

  /** Returns the indexes of this type. */
  final List<IndexDefinition> of(TableDefinition table) {
    return table.indexes().stream().filter(index -> index.type() == this).toList();
  }

  /**
   * Returns the index of a table that has this key and projection, regardless of its name: a
   * restored table can have an index under another name, but no new index (DDB-TABLE-280).
   *
   * @throws FaultException if there is none
   */
  final IndexDefinition requireMatch(
      TableDefinition source, String name, List<KeySchemaElement> keys, Projection projection) {
    for (IndexDefinition index : of(source)) {
      if (TableDescriptions.keySchema(index.keys()).equals(keys)
          && isSame(projection(index), projection)) {
        return index;
      }
    }
    throw new FaultException(RestoreFault.Plain.OTHER_INDEX.with(name));
  }

  private static boolean isSame(Projection source, Projection other) {
    return Objects.equals(source.projectionType(), other.projectionType())
        && names(source).equals(names(other));
  }

  private static Set<String> names(Projection projection) {
    List<String> names = projection.nonKeyAttributes();
    return names == null ? Set.of() : new HashSet<>(names);
  }

  static Projection projection(IndexDefinition index) {
    List<String> included = index.projection().included();
    return new Projection(index.projection().type().name(), included.isEmpty() ? null : included);
  }

  static String arn(TableState table, AccessPath index) {
    return table.definition().arn() + "/index/" + index.name();
  }
}
