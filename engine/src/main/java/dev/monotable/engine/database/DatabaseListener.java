package dev.monotable.engine.database;

import dev.monotable.api.Experimental;

/**
 * Follows what happens to a {@link Region} as a whole. Its methods must neither block nor throw.
 */
@Experimental
public interface DatabaseListener {
  /** Continues after the data was set back by {@link Region#restore} or {@link Region#reset}. */
  void restored();

  /** Ends with the Region. May be called more than once. */
  void closed();
}
