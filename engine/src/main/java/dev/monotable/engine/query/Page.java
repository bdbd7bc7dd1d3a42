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

  /** The page that a reader has read. */
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
   * Where the next page begins.
   *
   * @param range the position of its first range
   * @param afterLast whether it begins after the {@linkplain Page#last last item} rather than at
   *     the beginning of the range
   */
  public record Next(int range, boolean afterLast) {}

  /** The items that are answered; empty if they are only counted. */
  public List<Item> items() {
    return items;
  }

  /** The number of items that passed the filter. */
  public int count() {
    return count;
  }

  /** The number of items that were evaluated. */
  public int scannedCount() {
    return scannedCount;
  }

  /** The size of the items evaluated, as the table or index holds them, in DynamoDB's bytes. */
  public long bytes() {
    return bytes;
  }

  /** The whole read units of the items evaluated, as the table or index holds them. */
  public long units() {
    return units;
  }

  /** The whole read units of the items that were fetched from the table besides. */
  public long fetchedUnits() {
    return fetchedUnits;
  }

  /** Where the next page begins; null if this one is the last. */
  public @Nullable Next next() {
    return next;
  }

  /** The last item that was evaluated, whole; null if there was none. */
  public @Nullable Item last() {
    return last;
  }
}
