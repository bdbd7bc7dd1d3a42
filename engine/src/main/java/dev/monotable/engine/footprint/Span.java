package dev.monotable.engine.footprint;

import dev.monotable.engine.query.KeyRange;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A part of a database that a request reads, tests or writes.
 *
 * @param owner the name of the table, or the client request token; null for those of all tables
 * @param index the name of the index; null for the table, and if there is none
 * @param keys the keys, as the tree of the table or index encodes them; {@link KeyRange#ALL} if the
 *     part has none
 */
public record Span(
    Kind kind, @Nullable String owner, @Nullable String index, KeyRange keys, boolean isWritten) {
  /** The kinds of parts. */
  public enum Kind {
    /** One item of a table. */
    ITEM,
    /** The items of a table in a range of keys, those that do not exist included. */
    RANGE,
    /** The entries of an index in a range of keys. */
    ENTRIES,
    /** The definition of a table and its settings, and whether it exists. */
    DEFINITION,
    /** The client request token of a transaction. */
    TOKEN;

    /** Returns whether parts of two kinds can have something in common. */
    private boolean meets(Kind other) {
      return this == other || (isOfItems() && other.isOfItems());
    }

    private boolean isOfItems() {
      return this == ITEM || this == RANGE;
    }
  }

  /** Returns the same part, written. */
  Span written() {
    return new Span(kind, owner, index, keys, true);
  }

  /** Returns whether both touch the same, and one writes. */
  public boolean conflictsWith(Span other) {
    return (isWritten || other.isWritten)
        && kind.meets(other.kind)
        && (owner == null || other.owner == null || owner.equals(other.owner))
        && Objects.equals(index, other.index)
        && keys.overlaps(other.keys);
  }
}
