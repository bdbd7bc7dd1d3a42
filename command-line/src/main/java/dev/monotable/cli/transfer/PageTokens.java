package dev.monotable.cli.transfer;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The tokens by which the pages of an endpoint follow each other. Notices that they go round in a
 * circle of any length, with memory for one token (Brent's algorithm).
 */
final class PageTokens {
  private @Nullable Object saved;
  private long steps;
  private long limit = 1;

  /** Returns whether this token, which follows the previous one, came before. */
  boolean repeats(@Nullable Object token) {
    if (token == null) {
      return false;
    }
    if (Objects.equals(token, saved)) {
      return true;
    }
    if (++steps == limit) {
      saved = token;
      limit *= 2;
      steps = 0;
    }
    return false;
  }
}
