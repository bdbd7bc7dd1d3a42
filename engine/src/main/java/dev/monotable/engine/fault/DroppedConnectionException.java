package dev.monotable.engine.fault;

/**
 * A fault rule ends the connection of a request without an answer. The engine throws it to its
 * caller; a transport closes the connection, or fails as it does when a connection is closed.
 */
public final class DroppedConnectionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean applied;

  /**
   * @param applied whether the request has taken effect
   */
  public DroppedConnectionException(boolean applied) {
    super("an injected fault dropped the connection", null, false, false);
    this.applied = applied;
  }

  /** Returns whether the request has taken effect. */
  public boolean applied() {
    return applied;
  }
}
