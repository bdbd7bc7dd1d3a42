package dev.monotable.engine.operation.read;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Messages;
import dev.monotable.engine.expression.BoundProjection;
import dev.monotable.engine.limits.CapacityUnits;
import dev.monotable.engine.operation.ConsumedCapacities;
import dev.monotable.engine.query.Page;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.KeySchema;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.engine.table.TableLayout.KeyPart;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.ConsumedCapacity;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The table or the index that a Query or a Scan reads, in the state that it reads.
 *
 * @param index position of the index among the definition's, or -1
 */
public record ReadTarget(TableState table, int index) {
  /**
   * Finds the index of that name; null is the table itself.
   *
   * @throws DynamoException if there is none, or it cannot be read in that way
   */
  static ReadTarget of(TableState table, @Nullable String indexName, boolean consistent) {
    if (indexName == null) {
      return new ReadTarget(table, -1);
    }
    int index = table.layout().indexPosition(indexName);
    if (index < 0) {
      throw DynamoException.validation(Messages.indexNotFound(indexName));
    }
    ReadTarget target = new ReadTarget(table, index);
    IndexDefinition definition = target.requireIndex();
    if (definition.kind() == IndexDefinition.Kind.GLOBAL) {
      if (consistent) {
        throw DynamoException.validation(Messages.CONSISTENT_GLOBAL_READ);
      }
      requireReadable(table, indexName);
    }
    return target;
  }

  /**
   * Checks that a global index is made and is not to go.
   *
   * @throws DynamoException if it cannot be read
   */
  public static void requireReadable(TableState table, String index) {
    if (table.changes().isEmpty()) {
      return;
    }
    switch (table.indexStatus(index)) {
      case CREATING -> throw DynamoException.validation(Messages.indexBackfilling(index));
      case DELETING -> throw DynamoException.validation(Messages.indexNotFound(index));
      case ACTIVE, UPDATING -> {}
    }
  }

  /**
   * Checks that the target can serve what is to be selected.
   *
   * @throws DynamoException if all attributes are wanted of a global index that has not all
   */
  void requireServes(@Nullable String select) {
    if (index >= 0
        && "ALL_ATTRIBUTES".equals(select)
        && requireIndex().kind() == IndexDefinition.Kind.GLOBAL
        && !table.layout().projectsAll(index)) {
      throw DynamoException.validation(Messages.selectAllOnGlobalIndex(requireIndex().name()));
    }
  }

  TableDefinition definition() {
    return table.definition();
  }

  TableLayout layout() {
    return table.layout();
  }

  @Nullable IndexDefinition indexDefinition() {
    return index < 0 ? null : requireIndex();
  }

  private IndexDefinition requireIndex() {
    return definition().indexes().get(index);
  }

  /** The key that the target is ordered by. */
  public KeySchema keys() {
    return index < 0 ? definition().keys() : requireIndex().keys();
  }

  /** The same attributes as the layout has them; not to be modified. */
  KeyPart[] keyParts() {
    return index < 0 ? layout().keyParts() : layout().indexKeyParts(index);
  }

  /**
   * Whether items are to be fetched from the table: a local index is asked for more than it holds.
   *
   * @throws DynamoException where a global index is asked for that
   */
  boolean fetches(@Nullable String select, @Nullable BoundProjection projection) {
    TableLayout layout = table.layout();
    if (index < 0 || layout.projectsAll(index)) {
      return false;
    }
    boolean local = requireIndex().kind() == IndexDefinition.Kind.LOCAL;
    if (projection == null) {
      return local && "ALL_ATTRIBUTES".equals(select);
    }
    return fetches(projection.topLevelNames());
  }

  /**
   * The same for attributes that are asked for by name.
   *
   * @throws DynamoException where a global index does not hold one
   */
  public boolean fetches(Collection<String> names) {
    List<String> missing = notProjected(names);
    if (missing.isEmpty()) {
      return false;
    }
    if (requireIndex().kind() == IndexDefinition.Kind.GLOBAL) {
      throw DynamoException.validation(Messages.notProjected(requireIndex().name(), missing));
    }
    return true;
  }

  /**
   * Checks that the filter of a Query names only what the target holds: it is tested on index
   * entries, whether or not the items are fetched afterwards. A Scan's filter may name anything,
   * and sees what is not there as absent.
   *
   * @throws DynamoException naming the others in alphabetical order
   */
  void requireHolds(Collection<String> filtered) {
    refuseFilter(new TreeSet<>(notProjected(filtered)));
  }

  /** Refuses a filter for attributes that the index does not hold, if there are any. */
  public void refuseFilter(Collection<String> missing) {
    if (!missing.isEmpty()) {
      throw DynamoException.validation(Messages.filterNotProjected(requireIndex().name(), missing));
    }
  }

  /** Those of the names that the target does not hold, in their order. */
  public List<String> notProjected(Collection<String> names) {
    TableLayout layout = table.layout();
    List<String> missing = new ArrayList<>();
    if (index >= 0 && !layout.projectsAll(index)) {
      for (String name : names) {
        if (!layout.projects(index, name)) {
          missing.add(name);
        }
      }
    }
    return missing;
  }

  /** The key of the tree after which a page goes on. */
  public byte[] treeKey(Item startKey) {
    TableLayout layout = table.layout();
    if (index < 0) {
      return layout.primaryKey(startKey);
    }
    byte[] key = layout.indexKey(index, startKey);
    if (key == null) {
      throw DynamoException.validation(Messages.START_KEY_INVALID);
    }
    return key;
  }

  /** The LastEvaluatedKey of a page; null where the reader is at the end. */
  @Nullable Item lastEvaluatedKey(Page page) {
    Item last = page.last();
    if (!page.stop().continues() || last == null) {
      return null;
    }
    return index < 0 ? table.layout().keyOf(last) : table.layout().indexKeyOf(index, last);
  }

  /**
   * What reading a page cost.
   *
   * @param named the table as the request names it
   */
  @Nullable ConsumedCapacity capacity(
      Page page, boolean consistent, String named, @Nullable String mode) {
    ConsumedCapacities count = ConsumedCapacities.counting(definition(), named, mode);
    if (count == null) {
      return null;
    }
    charge(count, page, consistent);
    return ConsumedCapacities.plain(count);
  }

  /** Adds what reading a page cost. */
  public void charge(ConsumedCapacities count, Page page, boolean consistent) {
    double units =
        page.scannedCount() == 0 ? CapacityUnits.read(0) : CapacityUnits.read(page.bytes());
    units = consistent ? units : units / 2;
    if (index < 0) {
      count.addTable(units);
    } else {
      count.addIndex(index, units);
      count.addTable(consistent ? page.fetchedUnits() : page.fetchedUnits() / 2.0);
    }
  }
}
