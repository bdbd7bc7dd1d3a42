package dev.monotable.design.recording;

import dev.monotable.design.model.DesignTable;
import dev.monotable.design.replay.TrafficWindows;
import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table of a recording, as it is from some request on.
 *
 * @param database the ID of its database; null in an older recording
 * @param items all items that it had when the recording began; null if it was created or changed
 *     later, if they are not needed, or if they are missing
 * @param itemsMissing whether it had items when the recording began that were too many to record
 */
public record RecordedTable(
    @Nullable String database,
    DesignTable table,
    @Nullable List<Item> items,
    boolean itemsMissing) {
  /** Copies the items. */
  public RecordedTable {
    items = items == null ? null : List.copyOf(items);
  }

  /** Adds the table as it is from the next request on. */
  public void addTo(TrafficWindows traffic) {
    if (items != null || itemsMissing) {
      traffic.addTable(database, table, items);
    } else {
      traffic.define(database, table);
    }
  }
}
