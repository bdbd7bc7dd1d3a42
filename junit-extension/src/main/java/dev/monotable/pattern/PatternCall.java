package dev.monotable.pattern;

/**
 * Code that uses an access pattern and returns a result.
 *
 * @param <T> the type of the result
 */
@FunctionalInterface
public interface PatternCall<T> {
  /**
   * Uses the access pattern.
   *
   * @throws Exception any exception, which the caller of the block gets as it is
   */
  T call() throws Exception;
}
