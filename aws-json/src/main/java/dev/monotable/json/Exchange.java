package dev.monotable.json;

/** One HTTP exchange without a network: a request in, an answer out. Thread safe. */
public final class Exchange {
  private Exchange() {}

  /** Answers the request. Never throws: every failure is an answer too. */
  public void handle(HttpRequest request, HttpReply reply) {
    throw new UnsupportedOperationException();
  }
}
