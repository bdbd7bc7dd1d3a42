package dev.monotable.engine.operation;

import dev.monotable.engine.fault.RequestMatch;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/**
 * What a request, or one part of it, reads or writes, as far as fault rules ask for it.
 *
 * @param table the layout of the table
 * @param path the table or index that is read; the table for a write
 * @param subject the item or key; the equality terms of a Query's key condition; null if the
 *     request is on no single item
 * @param consistent whether the read is strongly consistent or transactional
 */
public record RequestTarget(
    TableLayout table,
    AccessPath path,
    @Nullable Item subject,
    boolean isWrite,
    boolean consistent) {

  /** Returns the target of a write. */
  public static RequestTarget ofWrite(TableLayout table, Item subject) {
    return new RequestTarget(table, table.table(), subject, true, true);
  }

  /** Returns the target of a read by primary key. */
  public static RequestTarget ofRead(TableLayout table, Item key, boolean consistent) {
    return new RequestTarget(table, table.table(), key, false, consistent);
  }

  /** Returns whether a rule for these requests applies to this target. */
  boolean isMatchedBy(RequestMatch match) {
    return match.matches(table.definition().name(), subject) && matchesIndex(match.index());
  }

  private boolean matchesIndex(@Nullable String index) {
    if (index == null) {
      return true;
    }
    return isWrite ? table.findIndex(index) != null : !path.isTable() && path.name().equals(index);
  }
}
