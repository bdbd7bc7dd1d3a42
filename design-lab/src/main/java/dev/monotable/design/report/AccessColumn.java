package dev.monotable.design.report;

import org.jspecify.annotations.Nullable;

/**
 * A table or an index.
 *
 * @param index the name of the index; null for the table
 */
public record AccessColumn(String table, @Nullable String index) {
  /** Returns the table, or the table and the index, such as {@code Chat.GSI1}. */
  public String target() {
    return index == null ? table : table + "." + index;
  }
}
