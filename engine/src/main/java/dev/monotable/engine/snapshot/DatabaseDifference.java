package dev.monotable.engine.snapshot;

import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeDifference;
import dev.monotable.engine.table.TableState;
import dev.monotable.value.Item;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The differences between two snapshots of one database or of two: tables, and items by table.
 * Their common parts cost nothing, so the difference to a fork or an earlier snapshot takes as long
 * as the changes in between, regardless of the size of the data.
 *
 * @param tables the tables that differ, by name
 * @param isComplete whether all that differs was found; false if a bound was reached before
 */
public record DatabaseDifference(List<TableDifference> tables, boolean isComplete) {
  /**
   * The largest number of items that are compared. Snapshots that have nothing in common can have
   * any number of equal items, each of which has to be compared.
   */
  private static final int MAX_COMPARED = 1_000_000;

  public DatabaseDifference {
    tables = List.copyOf(tables);
  }

  /** Whether a table is in both snapshots. */
  public enum Presence {
    /** The table is only in the second snapshot. */
    ADDED,
    /** The table is only in the first snapshot. */
    REMOVED,
    /** The table is in both, and some of its items differ. */
    KEPT
  }

  /**
   * The differences of a table.
   *
   * @param items in the order of a Scan
   */
  public record TableDifference(String table, Presence presence, List<ItemDifference> items) {
    public TableDifference {
      items = List.copyOf(items);
    }

    /** Returns the number of items that are only in the second snapshot. */
    public long added() {
      return items.stream().filter(item -> item.before() == null).count();
    }

    /** Returns the number of items that are only in the first snapshot. */
    public long removed() {
      return items.stream().filter(item -> item.after() == null).count();
    }

    /** Returns the number of items that are in both snapshots, with other attributes. */
    public long changed() {
      return items.size() - added() - removed();
    }
  }

  /**
   * An item that differs.
   *
   * @param before in the first snapshot; null if the item was added
   * @param after in the second snapshot; null if the item was removed
   */
  public record ItemDifference(@Nullable Item before, @Nullable Item after) {}

  /** Receives what differs, table by table. */
  public interface Visitor {
    /** Receives a table that differs, before its items. */
    void table(String name, Presence presence);

    /**
     * Receives an item of the last table.
     *
     * @return whether to continue
     */
    boolean item(ItemDifference item);
  }

  /** Ends a comparison early. */
  private static final class StoppedException extends IOException {
    private static final long serialVersionUID = 1L;

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  /**
   * Compares two snapshots.
   *
   * @param maxItems the maximum number of items in the result
   */
  public static DatabaseDifference between(Snapshot before, Snapshot after, int maxItems) {
    Collector collector = new Collector(maxItems);
    boolean isComplete = visit(before, after, collector);
    collector.endTable();
    return new DatabaseDifference(collector.tables, isComplete);
  }

  /**
   * Compares two snapshots, and passes what differs to a visitor.
   *
   * @return whether all that differs was passed; false if the visitor has ended the comparison, or
   *     a million items were compared before its end
   */
  public static boolean visit(Snapshot before, Snapshot after, Visitor visitor) {
    return visit(before, after, visitor, MAX_COMPARED);
  }

  static boolean visit(Snapshot before, Snapshot after, Visitor visitor, int maxCompared) {
    try {
      new Comparison(visitor, maxCompared).compare(before, after);
      return true;
    } catch (StoppedException e) {
      return false;
    } catch (IOException e) {
      throw new IllegalStateException("nothing is read or written", e);
    }
  }

  private static final class Collector implements Visitor {
    final List<TableDifference> tables = new ArrayList<>();
    private final int maxItems;
    private final List<ItemDifference> items = new ArrayList<>();
    private int count;
    private @Nullable String table;
    private Presence presence = Presence.KEPT;

    Collector(int maxItems) {
      this.maxItems = maxItems;
    }

    @Override
    public void table(String name, Presence itsPresence) {
      endTable();
      table = name;
      presence = itsPresence;
    }

    @Override
    public boolean item(ItemDifference item) {
      if (count == maxItems) {
        return false;
      }
      count++;
      items.add(item);
      return true;
    }

    void endTable() {
      if (table != null && (presence != Presence.KEPT || !items.isEmpty())) {
        tables.add(new TableDifference(table, presence, items));
      }
      items.clear();
    }
  }

  private static final class Comparison {
    private final Visitor visitor;
    private int comparable;

    /** The table whose items are compared, if none of them has differed yet; null otherwise. */
    private @Nullable String unchanged;

    Comparison(Visitor visitor, int maxCompared) {
      this.visitor = visitor;
      this.comparable = maxCompared;
    }

    void compare(Snapshot before, Snapshot after) throws IOException {
      TreeDifference.visit(
          before.state().tables(),
          after.state().tables(),
          (key, length, old, now) -> compareTable(old, now));
    }

    private void compareTable(@Nullable TableState before, @Nullable TableState after)
        throws IOException {
      if (before != null
          && after != null
          && before.definition().keys().equals(after.definition().keys())) {
        unchanged = before.definition().name();
        compareItems(before.items(), after.items());
        return;
      }
      if (before != null) {
        visitor.table(before.definition().name(), Presence.REMOVED);
        compareItems(before.items(), PersistentTree.empty());
      }
      if (after != null) {
        visitor.table(after.definition().name(), Presence.ADDED);
        compareItems(PersistentTree.empty(), after.items());
      }
    }

    private void compareItems(PersistentTree<Item> before, PersistentTree<Item> after)
        throws IOException {
      TreeDifference.visit(before, after, (key, length, old, now) -> compareItem(old, now));
      unchanged = null;
    }

    private void compareItem(@Nullable Item before, @Nullable Item after) throws IOException {
      if (comparable-- == 0) {
        throw new StoppedException();
      }
      if (before != null && after != null && before.equals(after)) {
        return;
      }
      if (unchanged != null) {
        visitor.table(unchanged, Presence.KEPT);
        unchanged = null;
      }
      if (!visitor.item(new ItemDifference(before, after))) {
        throw new StoppedException();
      }
    }
  }
}
