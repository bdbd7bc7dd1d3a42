package dev.monotable.engine.query;

import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of items.
 *
 * @param items the items that are answered; empty if they are only counted
 * @param count the number of items that passed the filter
 * @param scannedCount the number of items that were evaluated
 * @param units the whole read units of the items evaluated, as the table or index holds them
 * @param fetchedUnits the whole read units of the items that were fetched from the table besides
 * @param next where the next page begins; null if this one is the last
 * @param last the last item that was evaluated, whole; null if there was none
 */
public record Page(
    List<Item> items,
    int count,
    int scannedCount,
    long units,
    long fetchedUnits,
    @Nullable Next next,
    @Nullable Item last) {

  /**
   * Where the next page begins.
   *
   * @param range the position of its first range
   * @param afterLast whether it begins after the {@linkplain Page#last last item} rather than at
   *     the beginning of the range
   */
  public record Next(int range, boolean afterLast) {}
}
