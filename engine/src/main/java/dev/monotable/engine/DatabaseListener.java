package dev.monotable.engine;

import dev.monotable.api.Experimental;

/**
 * Follows what happens to a {@link Database} as a whole. Its methods must neither block nor throw.
 */
@Experimental
public interface DatabaseListener {
  /**
   * Continues after the data was set back by {@link Database#restore} or {@link Database#reset}.
   */
  void restored();

  /** Ends with the database. May be called more than once. */
  void closed();
}
