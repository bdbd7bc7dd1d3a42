package dev.monotable;

/**
 * Code that uses an access pattern and returns a result.
 *
 * @param <T> the type of the result
 * @param <X> the checked exceptions that it throws
 */
@FunctionalInterface
public interface PatternCall<T, X extends Exception> {
  /** Uses the access pattern. */
  T call() throws X;
}
