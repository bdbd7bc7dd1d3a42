package dev.monotable.design.ledger;

import org.jspecify.annotations.Nullable;

/**
 * Who sent a request.
 *
 * @param test the test that was running, such as {@code ChatTest.newestMessages}; null if unknown
 * @param pattern the access pattern that the test named; null if it named none
 */
public record RequestContext(@Nullable String test, @Nullable String pattern) {
  /** Nothing is known. */
  public static final RequestContext NONE = new RequestContext(null, null);

  private static final int MAX_LENGTH = 500;

  public RequestContext {
    test = test == null || test.length() <= MAX_LENGTH ? test : test.substring(0, MAX_LENGTH) + "…";
  }
}
