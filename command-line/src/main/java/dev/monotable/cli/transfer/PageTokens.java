package dev.monotable.cli.transfer;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.endpoint.EndpointException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The tokens by which the pages of an endpoint follow each other. Reading ends with an error if
 * they go round in a circle of any length, which is noticed with memory for one token (Brent's
 * algorithm), or if {@link #MOST_EMPTY} pages in succession have nothing: after a page without a
 * result, DynamoDB soon comes to one that has some.
 */
final class PageTokens {
  /** The most pages without a result in succession. */
  static final int MOST_EMPTY = 1_000;

  private final EndpointClient endpoint;
  private final String request;
  private final String token;
  private @Nullable Object saved;
  private long steps;
  private long limit = 1;
  private int empty;

  /**
   * @param request names the request in an error
   * @param token the name of its token
   */
  PageTokens(EndpointClient endpoint, String request, String token) {
    this.endpoint = endpoint;
    this.request = request;
    this.token = token;
  }

  /**
   * Checks whether reading may continue after a page.
   *
   * @param found how much the page had
   * @param next the token of the next page; null after the last one
   * @throws EndpointException if the pages would never end
   */
  void require(int found, @Nullable Object next) {
    empty = found > 0 ? 0 : empty + 1;
    if (next == null) {
      return;
    }
    if (Objects.equals(next, saved)) {
      throw endpoint.failure(request + " repeats the " + token + " " + next);
    }
    if (empty == MOST_EMPTY) {
      throw endpoint.failure(
          request
              + " returned 1,000 pages in succession without a result, each with a "
              + token
              + "; reading ends here");
    }
    if (++steps == limit) {
      saved = next;
      limit *= 2;
      steps = 0;
    }
  }
}
