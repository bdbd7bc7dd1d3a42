package dev.monotable.engine.operation.read;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ReadFault;
import dev.monotable.engine.expression.BoundProjection;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.KeyLayout.KeyPart;
import dev.monotable.engine.table.KeySchema;
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
 * The table or the index that a Query or a Scan reads, in the state that it reads.
 *
 * @param path of the table's layout
 */
public record ReadTarget(TableState table, AccessPath path) {
  /**
   * Finds the index of that name; null is the table itself.
   *
   * @throws FaultException if there is none, or it cannot be read in that way
   */
  static ReadTarget of(TableState table, @Nullable String indexName, boolean consistent) {
    if (indexName == null) {
      return new ReadTarget(table, table.layout().table());
    }
    AccessPath index = table.layout().findIndex(indexName);
    if (index == null) {
      throw new FaultException(new ReadFault.NoSuchIndex(indexName));
    }
    if (index.isGlobal()) {
      if (consistent) {
        throw new FaultException(ReadFault.Plain.CONSISTENT_GLOBAL_READ);
      }
      requireReadable(table, indexName);
    }
    return new ReadTarget(table, index);
  }

  /**
   * Checks that a global index is made and is not to go.
   *
   * @throws FaultException if it cannot be read
   */
  public static void requireReadable(TableState table, String index) {
    if (table.changes().isEmpty()) {
      return;
    }
    switch (table.indexStatus(index)) {
      case CREATING -> throw new FaultException(new ReadFault.IndexBackfilling(index));
      case DELETING -> throw new FaultException(new ReadFault.NoSuchIndex(index));
      case ACTIVE, UPDATING -> {}
    }
  }

  /**
   * Checks that the target can serve what is to be selected.
   *
   * @throws FaultException if all attributes are wanted of a global index that has not all
   */
  void requireServes(@Nullable Select select) {
    if (path.isGlobal() && select == Select.ALL_ATTRIBUTES && !path.projection().isAll()) {
      throw new FaultException(new ReadFault.SelectAllOnGlobalIndex(path.name()));
    }
  }

  TableDefinition definition() {
    return table.definition();
  }

  TableLayout layout() {
    return table.layout();
  }

  /** The key that the target is ordered by. */
  public KeySchema keys() {
    return path.keys().schema();
  }

  /** The same attributes as the layout has them; not to be modified. */
  KeyPart[] keyParts() {
    return path.keys().parts();
  }

  /**
   * Whether items are to be fetched from the table: a local index is asked for more than it holds.
   *
   * @throws FaultException where a global index is asked for that
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
   * The same for attributes that are asked for by name.
   *
   * @throws FaultException where a global index does not hold one
   */
  public boolean fetches(Collection<String> names) {
    List<String> missing = notProjected(names);
    if (missing.isEmpty()) {
      return false;
    }
    if (path.isGlobal()) {
      throw new FaultException(new ReadFault.NotProjected(path.name(), missing));
    }
    return true;
  }

  /**
   * Checks that the filter of a Query names only what the target holds: it is tested on index
   * entries, whether or not the items are fetched afterwards. A Scan's filter may name anything,
   * and sees what is not there as absent.
   *
   * @throws FaultException naming the others in alphabetical order
   */
  void requireHolds(Collection<String> filtered) {
    refuseFilter(new TreeSet<>(notProjected(filtered)));
  }

  /** Refuses a filter for attributes that the index does not hold, if there are any. */
  public void refuseFilter(Collection<String> missing) {
    if (!missing.isEmpty()) {
      throw new FaultException(new ReadFault.FilterNotProjected(path.name(), List.copyOf(missing)));
    }
  }

  /** Those of the names that the target does not hold, in their order. */
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

  /** The key of the tree after which a page goes on. */
  public byte[] treeKey(Item startKey) {
    KeyedItem keyed = table.layout().keyed(startKey);
    if (!path.isTable() && !path.keys().isIn(keyed)) {
      throw new FaultException(ReadFault.Plain.START_KEY_INVALID);
    }
    return path.keys().treeKey(KeyBuilder.ofThread(), keyed);
  }
}
