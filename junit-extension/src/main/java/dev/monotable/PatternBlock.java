package dev.monotable;

/**
 * Code that uses an access pattern and returns nothing.
 *
 * @param <X> the checked exceptions that it throws
 */
@FunctionalInterface
public interface PatternBlock<X extends Exception> {
  /** Uses the access pattern. */
  void run() throws X;
}
