package dev.monotable.design.trace;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.bound.RecentMap;
import dev.monotable.design.relation.ForgottenTests;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a rule for each of the tests that sent a request last. A test that continues soon
 * after it was forgotten is counted.
 */
public final class TestMemory<V> {
  private final Duration soon;
  private final Overflow manyTests;
  private final ForgottenTests forgotten = new ForgottenTests();
  private final RecentMap<String, V> tests;

  /**
   * Creates an empty memory.
   *
   * @param soon how long it matters
   * @param at when the last request was sent that is remembered; null if nothing is lost
   */
  public TestMemory(
      Trace trace, Bound bound, String finding, Duration soon, Function<V, @Nullable Instant> at) {
    this.soon = soon;
    this.manyTests = trace.declare(bound, finding);
    this.tests =
        new RecentMap<>(
            bound.most(),
            (test, value) -> {
              Instant last = at.apply(value);
              if (last != null) {
                forgotten.add(test, last);
              }
            });
  }

  /** Returns what is remembered of the test that sent a request, or null. */
  public @Nullable V find(TracedRequest request) {
    return tests.get(request.sender());
  }

  /** Returns what is remembered of a test, or null. Counts a test that was forgotten too soon. */
  public @Nullable V findOrCount(TracedRequest request) {
    V known = tests.get(request.sender());
    if (known == null && forgotten.remove(request.sender(), request.at(), soon)) {
      manyTests.add();
    }
    return known;
  }

  /** Returns what is remembered of the test that sent a request, or remembers something new. */
  public V get(TracedRequest request, Supplier<V> created) {
    V known = tests.get(request.sender());
    if (known == null) {
      known = created.get();
      tests.put(request.sender(), known);
    }
    return known;
  }

  /** Remembers something of the test that sent a request. */
  public void put(TracedRequest request, V value) {
    tests.put(request.sender(), value);
  }

  /** Forgets the test that sent a request. */
  public void remove(TracedRequest request) {
    tests.remove(request.sender());
  }
}
