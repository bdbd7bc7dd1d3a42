package dev.monotable.design.report;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The totals of all observed requests.
 *
 * @param requests the number of requests, each batch and transaction as one
 * @param tests the number of tests that sent requests
 * @param readUnits the read units that they consumed
 * @param writeUnits the write units that they consumed
 * @param from when the first one started, by the clock of the engine; null without requests
 * @param to when the last one started; null without requests
 * @param uncounted the requests whose shapes had no room in the ledger
 */
public record ObservedTotals(
    long requests,
    int tests,
    double readUnits,
    double writeUnits,
    @Nullable Instant from,
    @Nullable Instant to,
    long uncounted) {}
