package dev.monotable.design.model;

import org.jspecify.annotations.Nullable;

/**
 * A table, or one of its indexes.
 *
 * @param index null for the table itself
 */
public record DesignTarget(DesignTable table, @Nullable DeclaredIndex index) {
  /** Returns the key. */
  public DeclaredKey key() {
    return index == null ? table.key() : index.key();
  }

  /** Returns the name of the index, or null for the table. */
  public @Nullable String indexName() {
    return index == null ? null : index.name();
  }

  /** Returns {@code TABLE} or {@code TABLE.INDEX}. */
  @Override
  public String toString() {
    return index == null ? table.name() : table.name() + "." + index.name();
  }
}
