package dev.monotable.design.ledger;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The totals of all observed requests.
 *
 * @param requests the number of requests, each batch and transaction as one
 * @param from when the first one started, by the clock of the engine; null without requests
 * @param to when the last one started; null without requests
 * @param tests the tests that sent requests, as far as there was room
 * @param uncounted the requests and actions whose shapes had no room; they are in no entry
 * @param omissions what else is left out because a bound was reached, one sentence each
 */
public record LedgerTotals(
    long requests,
    @Nullable Instant from,
    @Nullable Instant to,
    Set<String> tests,
    long uncounted,
    List<String> omissions) {
  public LedgerTotals {
    omissions = List.copyOf(omissions);
    tests = java.util.Collections.unmodifiableSet(new TreeSet<>(tests));
  }
}
