package dev.monotable.design.ledger;

import org.jspecify.annotations.Nullable;

/**
 * The sender of a request.
 *
 * @param test the test that was running, such as {@code ChatTest.newestMessages}; null if unknown
 * @param pattern the access pattern that the client or the test named; null if none was named
 * @param database the ID of the database that received it; null if only one is observed
 */
public record RequestContext(
    @Nullable String test, @Nullable String pattern, @Nullable String database) {
  /** Nothing is known. */
  public static final RequestContext NONE = new RequestContext(null, null);

  private static final int MAX_LENGTH = 500;

  public RequestContext {
    test = bounded(test);
    pattern = bounded(pattern);
    database = bounded(database);
  }

  /** Creates a context without a database. */
  public RequestContext(@Nullable String test, @Nullable String pattern) {
    this(test, pattern, null);
  }

  private static @Nullable String bounded(@Nullable String name) {
    return name == null || name.length() <= MAX_LENGTH ? name : name.substring(0, MAX_LENGTH) + "…";
  }

  /** Returns the context of a request whose client names an access pattern, or names none. */
  public RequestContext named(@Nullable String byClient) {
    return byClient == null ? this : new RequestContext(test, byClient, database);
  }

  /** Returns the context of a request to a database. */
  RequestContext in(String id) {
    return new RequestContext(test, pattern, id);
  }
}
