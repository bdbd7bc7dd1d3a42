package dev.monotable.design.finding;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The place of a finding among those of a report, by what it leads to at the size of the design.
 *
 * @param place 1 for the worst
 * @param limit how many times its traffic the table or index serves that the finding makes
 *     throttle; null if it makes none
 * @param monthly what the requests, table or index of the finding cost in a month on demand; null
 *     if that is unknown
 */
public record Rank(
    int place, Consequence consequence, @Nullable Double limit, @Nullable BigDecimal monthly) {}
