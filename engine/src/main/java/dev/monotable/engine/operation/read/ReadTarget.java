package dev.monotable.engine.operation.read;

import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ReadFault;
import dev.monotable.engine.expression.BoundProjection;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.KeyLayout.KeyPart;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.Select;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The table or index that a Query, Scan or SELECT reads.
 *
 * @param table the table in the state to read
 * @param path the table or index; an access path of the table's layout
 */
public record ReadTarget(TableState table, AccessPath path) {
  /**
   * Returns the target of a Query or Scan.
   *
   * @param indexName null for the table
   * @throws FaultException if the index does not exist
   */
  static ReadTarget of(TableState table, @Nullable String indexName) {
    if (indexName == null) {
      return new ReadTarget(table, table.layout().table());
    }
    AccessPath index = table.layout().findIndex(indexName);
    if (index == null) {
      throw new FaultException(ReadFault.Plain.NO_SUCH_INDEX.with(indexName));
    }
    return new ReadTarget(table, index);
  }

  /**
   * Checks that the target is not an index that only another operation reads.
   *
   * @throws FaultException with this fault if it is one; if it is not ready, that is reported
   */
  void requireQueried(Fault notQueried) {
    if (!path.isQueried()) {
      requireReadable(table, path.name());
      throw new FaultException(notQueried);
    }
  }

  /**
   * Checks that the target can be read.
   *
   * @throws FaultException if it is a global secondary index that is not ready, or a consistent
   *     read of one
   */
  void requireReadable(boolean consistent) {
    if (path.isGlobal()) {
      if (consistent) {
        throw new FaultException(ReadFault.Plain.CONSISTENT_GLOBAL_READ);
      }
      requireReadable(table, path.name());
    }
  }

  /**
   * Checks that a global secondary index can be read.
   *
   * @throws FaultException if the index is being created or deleted
   */
  public static void requireReadable(TableState table, String index) {
    if (table.changes().isEmpty()) {
      return;
    }
    switch (table.indexStatus(index)) {
      case CREATING -> throw new FaultException(ReadFault.Plain.INDEX_BACKFILLING.with(index));
      case DELETING -> throw new FaultException(ReadFault.Plain.NO_SUCH_INDEX.with(index));
      case ACTIVE, UPDATING -> {}
    }
  }

  /**
   * Checks that the target can serve Select.
   *
   * @throws FaultException if Select is ALL_ATTRIBUTES and the target is a global secondary index
   *     without all attributes
   */
  void requireServes(@Nullable Select select) {
    if (path.isGlobal() && select == Select.ALL_ATTRIBUTES && !path.projection().isAll()) {
      throw new FaultException(ReadFault.Plain.SELECT_ALL_ON_GLOBAL_INDEX.with(path.name()));
    }
  }

  TableDefinition definition() {
    return table.definition();
  }

  TableLayout layout() {
    return table.layout();
  }

  /** Returns the key schema of the table or index. */
  public KeySchema keys() {
    return path.keys().schema();
  }

  /** Returns the key attributes as the layout has them. The caller must not modify the array. */
  KeyPart[] keyParts() {
    return path.keys().parts();
  }

  /**
   * Returns whether to fetch items from the table, because the request asks a local secondary index
   * for attributes that are not projected into it.
   *
   * @throws FaultException if the request asks a global secondary index for such attributes
   */
  boolean fetches(@Nullable Select select, @Nullable BoundProjection projection) {
    if (path.projection().isAll()) {
      return false;
    }
    if (projection == null) {
      return path.isLocal() && select == Select.ALL_ATTRIBUTES;
    }
    return fetches(projection.topLevelNames());
  }

  /**
   * Returns whether to fetch items from the table in order to return the named attributes.
   *
   * @throws FaultException if the target is a global secondary index and an attribute is not
   *     projected into it
   */
  public boolean fetches(Collection<String> names) {
    List<String> missing = notProjected(names);
    if (missing.isEmpty()) {
      return false;
    }
    if (path.isGlobal()) {
      throw new FaultException(ReadFault.Plain.NOT_PROJECTED.with(path.name(), missing));
    }
    return true;
  }

  /**
   * Checks that the filter of a Query names only attributes that are projected into the target. The
   * filter is evaluated on index entries, even if the items are fetched afterwards. The filter of a
   * Scan may name any attribute; one that is not projected is missing for it.
   *
   * @throws FaultException naming the attributes that are not projected, in alphabetical order
   */
  void requireHolds(Collection<String> filtered) {
    refuseFilter(new TreeSet<>(notProjected(filtered)));
  }

  /**
   * Rejects a filter that names attributes which are not projected into the index.
   *
   * @throws FaultException if {@code missing} is not empty
   */
  public void refuseFilter(Collection<String> missing) {
    if (!missing.isEmpty()) {
      throw new FaultException(
          ReadFault.Plain.FILTER_NOT_PROJECTED.with(path.name(), List.copyOf(missing)));
    }
  }

  /** Returns the names of attributes that are not projected into the target, in the given order. */
  public List<String> notProjected(Collection<String> names) {
    List<String> missing = new ArrayList<>();
    if (!path.projection().isAll()) {
      for (String name : names) {
        if (!path.projection().contains(name)) {
          missing.add(name);
        }
      }
    }
    return missing;
  }

  /**
   * Returns ExclusiveStartKey as the tree encodes it.
   *
   * @throws FaultException if the index cannot have an entry with this key
   */
  public byte[] treeKey(Item startKey) {
    KeyedItem keyed = table.layout().keyed(startKey);
    if (!path.isTable() && !path.keys().isIn(keyed)) {
      throw new FaultException(ReadFault.Plain.START_KEY_INVALID);
    }
    return path.keys().treeKey(KeyBuilder.ofThread(), keyed);
  }
}
