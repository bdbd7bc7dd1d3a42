package dev.monotable.pattern;

/** Code that uses an access pattern and returns nothing. */
@FunctionalInterface
public interface PatternBlock {
  /**
   * Uses the access pattern.
   *
   * @throws Exception any exception, which the caller of the block gets as it is
   */
  void run() throws Exception;
}
