package dev.monotable.engine.query;

import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of items.
 *
 * @param items what is answered; empty where only counting was asked for
 * @param count items that passed the filter
 * @param scannedCount items evaluated
 * @param bytes of the items evaluated, as the table or index holds them
 * @param fetchedUnits whole read units of the items that were fetched from the table besides
 * @param stop why the page ended
 * @param last the last item evaluated, whole; null if none was
 */
public record Page(
    List<Item> items,
    int count,
    int scannedCount,
    long bytes,
    long fetchedUnits,
    StopReason stop,
    @Nullable Item last) {}
