package dev.monotable.formats.item;

import dev.monotable.text.Notice;
import java.util.List;

/**
 * The changes that files made in a database.
 *
 * @param tablesCreated the number of tables that were created
 * @param itemsPut the number of items that were put; items with the same key count each
 * @param itemsDeleted the number of keys that were deleted, as incremental exports and batches do
 * @param notices the parts of the files that had no effect
 */
public record LoadSummary(
    int tablesCreated, long itemsPut, long itemsDeleted, List<Notice> notices) {

  public LoadSummary {
    notices = List.copyOf(notices);
  }
}
