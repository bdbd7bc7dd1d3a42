package dev.monotable.engine.operation;

import dev.monotable.engine.fault.RequestMatch;
import dev.monotable.engine.query.KeyRange;
import dev.monotable.engine.query.ReadRange;
import dev.monotable.engine.request.AdmissionTarget;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reads or writes of a request, or of one part of it, for those who admit it.
 *
 * @param table the layout of the table
 * @param path the table or index that is read; the table for a write
 * @param subject the item or key; the equality terms of a Query's key condition; null if the
 *     request is on no single item
 * @param pages the keys that pages are read from; null if the target is an item, or a search
 * @param consistent whether the read is strongly consistent or transactional
 * @param addsData whether a write can create an item or make one larger
 */
public record RequestTarget(
    TableLayout table,
    AccessPath path,
    @Nullable Item subject,
    @Nullable List<ReadRange> pages,
    boolean isWrite,
    boolean consistent,
    boolean addsData)
    implements AdmissionTarget {

  /** Returns the target of a write. */
  static RequestTarget ofWrite(TableLayout table, Item subject, boolean addsData) {
    return new RequestTarget(table, table.table(), subject, null, true, true, addsData);
  }

  /** Returns the target of a read. */
  static RequestTarget ofRead(
      TableLayout table,
      AccessPath path,
      @Nullable Item subject,
      @Nullable List<ReadRange> pages,
      boolean consistent) {
    return new RequestTarget(table, path, subject, pages, false, consistent, false);
  }

  /**
   * Returns the ranges of keys that the request reads or tests, as the tree of the path encodes
   * them: all that satisfy the key condition, whichever items a page has.
   */
  public List<KeyRange> keys() {
    if (pages != null) {
      List<KeyRange> ranges = new ArrayList<>(pages.size());
      for (ReadRange page : pages) {
        ranges.add(page.keys());
      }
      return ranges;
    }
    return path.isTable() && subject != null
        ? List.of(KeyRange.ofKey(table.primaryKey(KeyBuilder.ofThread(), subject)))
        : List.of(KeyRange.ALL);
  }

  /** Returns whether the request reads a page, not an item. */
  public boolean isPage() {
    return pages != null;
  }

  @Override
  public String tableName() {
    return table.definition().name();
  }

  @Override
  public String tableArn() {
    return table.definition().arn();
  }

  @Override
  public @Nullable String index() {
    return path.isTable() ? null : path.name();
  }

  @Override
  public @Nullable Item partitionKey() {
    return subject == null ? null : RequestCharge.partitionKey(path.keys(), subject);
  }

  /**
   * Returns the partition key in the table or in an index; null if the subject does not have it.
   *
   * @param index the name of the index; null for the table
   */
  @Nullable Item partitionKey(@Nullable String index) {
    AccessPath asked = index == null ? table.table() : table.findIndex(index);
    return asked == null || subject == null
        ? null
        : RequestCharge.partitionKey(asked.keys(), subject);
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
