package dev.monotable.engine.commit;

import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableHistory;
import dev.monotable.engine.table.TableState;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Removes the oldest versions of tables from their histories, because all histories together take
 * too much memory. The earliest time to which these tables can be restored moves forward.
 *
 * <p>As a {@link StreamTrimmer} does, it removes more than it has to, so that not each commit
 * searches for the oldest version.
 */
final class HistoryTrimmer {
  private HistoryTrimmer() {}

  /**
   * Returns a state whose histories take at most a number of bytes, and a state that did so before
   * as it is.
   *
   * @param batch the number of versions to remove, unless an eighth of the bytes is free before
   */
  static DatabaseState trim(DatabaseState state, long maxBytes, int batch) {
    if (state.historyBytes() <= maxBytes) {
      return state;
    }
    Map<String, TableHistory> trimmed = new HashMap<>();
    PriorityQueue<Map.Entry<String, TableHistory>> oldest =
        new PriorityQueue<>(Comparator.comparingLong(entry -> entry.getValue().oldestEnd()));
    TreeCursor<TableState> tables = state.tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      TableHistory history = tables.value().history();
      if (history != null && !history.versions().isEmpty()) {
        oldest.add(Map.entry(tables.value().definition().name(), history));
      }
    }
    long bytes = state.historyBytes();
    int removed = 0;
    while (!oldest.isEmpty()
        && (bytes > maxBytes || (removed < batch && bytes > maxBytes - maxBytes / 8))) {
      Map.Entry<String, TableHistory> entry = oldest.remove();
      TableHistory next = entry.getValue().from(entry.getValue().oldestEnd());
      bytes -= entry.getValue().heapBytes() - next.heapBytes();
      removed++;
      trimmed.put(entry.getKey(), next);
      if (!next.versions().isEmpty()) {
        oldest.add(Map.entry(entry.getKey(), next));
      }
    }
    DatabaseState.Builder builder = state.toBuilder();
    trimmed.forEach(
        (name, history) -> {
          TableState table = state.findTable(name);
          if (table != null) {
            builder.table(table, table.toBuilder().history(history).build());
          }
        });
    return builder.build();
  }
}
