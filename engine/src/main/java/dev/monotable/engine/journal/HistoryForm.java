package dev.monotable.engine.journal;

import dev.monotable.engine.storage.ByteWriter;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.storage.TreeDifference;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableHistory;
import dev.monotable.engine.table.TableHistory.Version;
import dev.monotable.engine.table.TableState;
import dev.monotable.value.Item;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The written form of the histories of tables. Each version is its difference from another one, so
 * versions share their items again after they were read.
 *
 * <p>A table that is known already is still what it was when its new versions are read. The oldest
 * of them usually is the same, so that a version takes a few bytes in a log. The versions of a new
 * table follow the table, the latest first.
 *
 * <p>A version says how many changes it consists of, and a history how many versions it has. So if
 * a block is lost, no wrong version is read.
 */
final class HistoryForm {
  private HistoryForm() {}

  /** The writer of the entries of a block. */
  interface Output {
    /** Returns where an entry is written, after it has begun with a mark. */
    ByteWriter begin(int mark) throws IOException;

    /** Returns the entries with which each new block begins. */
    ByteWriter context();

    /** Writes the difference between two trees of items. */
    void writeItems(PersistentTree<Item> before, PersistentTree<Item> after) throws IOException;
  }

  /**
   * Writes what changed in the histories of tables.
   *
   * @param known whether to write those of tables that existed before, or those of new ones
   */
  static void write(Output out, DatabaseState before, DatabaseState after, boolean known)
      throws IOException {
    TreeDifference.visit(
        before.tables(),
        after.tables(),
        (key, length, old, now) -> {
          TableState same = now == null ? null : now.sameIn(old);
          if (now != null
              && (same != null) == known
              && now.history() != (same == null ? null : same.history())) {
            write(out, same, now);
          }
        });
  }

  private static void write(Output out, @Nullable TableState before, TableState after)
      throws IOException {
    String name = after.definition().name();
    TableHistory history = after.history();
    if (history != null) {
      List<Long> continued = before == null ? null : newVersions(before.history(), history);
      List<Long> seconds =
          continued != null ? continued : Objects.requireNonNull(newVersions(null, history));
      if (continued == null) {
        writeEnd(out, name, null);
      }
      PersistentTree<Item> base = before == null ? after.items() : before.items();
      int versions = seconds.size();
      for (int i = 0; i < versions; i++) {
        long second = seconds.get(before == null ? versions - 1 - i : i);
        Version version = Objects.requireNonNull(history.versions().find(TableHistory.key(second)));
        writeVersion(out, name, second, i == 0, base, version.items());
        base = version.items();
      }
    }
    writeEnd(out, name, history);
  }

  private static void writeEnd(Output out, String name, @Nullable TableHistory history)
      throws IOException {
    ByteWriter end = out.begin(Mark.HISTORY);
    end.putString(name);
    if (end.putPresence(history) && history != null) {
      end.putNumber(history.since());
      end.putNumber(history.earliest());
      end.putCount(history.versions().size());
    }
  }

  /**
   * Returns the seconds of the versions that are new, in their order; null if the history does not
   * continue the one before, because a snapshot was restored.
   *
   * @param before null if there was no history
   */
  private static @Nullable List<Long> newVersions(@Nullable TableHistory before, TableHistory after)
      throws IOException {
    List<Long> seconds = new ArrayList<>();
    boolean[] continues = {true};
    PersistentTree<Version> old = before == null ? PersistentTree.empty() : before.versions();
    TreeCursor<Version> cursor = old.cursor();
    long last = cursor.last() ? TableHistory.second(cursor.key()) : Long.MIN_VALUE;
    cursor = after.versions().cursor();
    long first = cursor.first() ? TableHistory.second(cursor.key()) : after.since();
    TreeDifference.visit(
        old,
        after.versions(),
        (key, length, earlier, now) -> {
          long second = TableHistory.second(key);
          if (now == null) {
            continues[0] &= second < first;
          } else if (earlier == null) {
            continues[0] &= second > last;
            seconds.add(second);
          } else {
            continues[0] &= earlier.items() == now.items();
          }
        });
    return continues[0] ? seconds : null;
  }

  /**
   * Writes a version.
   *
   * @param isFirst whether it is a difference from the table; otherwise from the version before
   */
  private static void writeVersion(
      Output out,
      String name,
      long second,
      boolean isFirst,
      PersistentTree<Item> base,
      PersistentTree<Item> items)
      throws IOException {
    ByteWriter start = out.begin(Mark.VERSION);
    start.putString(name);
    start.putNumber(second);
    start.putBoolean(isFirst);
    ByteWriter context = out.context();
    context.putByte(Mark.USE_VERSION);
    context.putString(name);
    context.putNumber(second);
    long[] changes = {0};
    TreeDifference.visit(base, items, (key, length, old, now) -> changes[0]++);
    out.writeItems(base, items);
    context.clear();
    ByteWriter end = out.begin(Mark.VERSION_END);
    end.putString(name);
    end.putNumber(second);
    end.putCount(changes[0]);
  }
}
