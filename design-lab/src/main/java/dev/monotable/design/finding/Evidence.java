package dev.monotable.design.finding;

import dev.monotable.design.ledger.RequestSample;
import dev.monotable.design.trace.TracedPart;
import org.jspecify.annotations.Nullable;

/**
 * The evidence of a finding.
 *
 * @param text a request with its result, an item or a line of the design
 * @param test the test that sent the request; null if it is unknown, or there is no request
 */
public record Evidence(String text, @Nullable String test) {
  /** Returns a request as evidence. */
  public static Evidence of(RequestSample sample) {
    return new Evidence(sample.line(), sample.context().test());
  }

  /** Returns a part of a request as evidence. */
  public static Evidence of(TracedPart part) {
    return new Evidence(part.line(), part.of().test());
  }
}
