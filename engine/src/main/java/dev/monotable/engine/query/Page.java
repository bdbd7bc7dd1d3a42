package dev.monotable.engine.query;

import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of items. */
public final class Page {
  private final List<Item> items;
  private final int count;
  private final int scannedCount;
  private final long bytes;
  private final long units;
  private final long fetchedUnits;
  private final @Nullable Item last;
  private final @Nullable Next next;

  /** Creates the page that a reader has read. */
  Page(PageReader reader, @Nullable Next next) {
    this.items = reader.items();
    this.count = reader.count();
    this.scannedCount = reader.scannedCount();
    this.bytes = reader.bytes();
    this.units = reader.units();
    this.fetchedUnits = reader.fetchedUnits();
    this.last = reader.last();
    this.next = next;
  }

  /**
   * The start of the next page.
   *
   * @param range the position of its first range
   * @param afterLast whether it begins after the {@linkplain Page#last last item} rather than at
   *     the beginning of the range
   */
  public record Next(int range, boolean afterLast) {}

  /** Returns the items of the response; empty if they are only counted. */
  public List<Item> items() {
    return items;
  }

  /** Returns the number of items that passed the filter. */
  public int count() {
    return count;
  }

  /** Returns the number of items that were evaluated. */
  public int scannedCount() {
    return scannedCount;
  }

  /**
   * Returns the size of the items evaluated, as the table or index holds them, in DynamoDB's bytes.
   */
  public long bytes() {
    return bytes;
  }

  /** Returns the whole read units of the items evaluated, as the table or index holds them. */
  public long units() {
    return units;
  }

  /**
   * Returns the whole read units of the items that were fetched from the table for a local index.
   */
  public long fetchedUnits() {
    return fetchedUnits;
  }

  /** Returns where the next page begins; null if this one is the last. */
  public @Nullable Next next() {
    return next;
  }

  /** Returns the last evaluated item with all its attributes; null if no item was evaluated. */
  public @Nullable Item last() {
    return last;
  }
}
