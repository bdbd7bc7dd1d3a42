package dev.monotable.design.ledger;

import dev.monotable.design.model.DesignTable;
import dev.monotable.design.relation.BulkPutTotals;
import dev.monotable.design.relation.UseGroup;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All observed requests, reduced to their shapes and counted. Immutable; {@link LedgerRecorder}
 * makes one. Two ledgers of the same requests are equal, whether the requests came from an engine
 * or from a recording.
 *
 * @param entries one for each shape, the first seen first
 * @param items one for each shape of written items, the first seen first
 * @param tables the observed tables with their keys and indexes, without entities; by name
 * @param groups the shapes that were requested together
 * @param bulkPuts what bulk operations have put, by table and performance tier
 */
public record Ledger(
    List<LedgerEntry> entries,
    List<ItemShape> items,
    List<DesignTable> tables,
    List<UseGroup> groups,
    List<BulkPutTotals> bulkPuts,
    LedgerTotals totals) {
  public Ledger {
    bulkPuts = List.copyOf(bulkPuts);
    groups = List.copyOf(groups);
    entries = List.copyOf(entries);
    items = List.copyOf(items);
    tables = List.copyOf(tables);
  }

  /** Returns the entries of a table and its indexes. */
  public List<LedgerEntry> entriesOf(String table) {
    return entries.stream().filter(entry -> entry.shape().table().equals(table)).toList();
  }

  /** Returns the observed table with a name, or null. */
  public @Nullable DesignTable findTable(String name) {
    for (DesignTable table : tables) {
      if (table.name().equals(name)) {
        return table;
      }
    }
    return null;
  }
}
