package dev.monotable.engine.request;

/**
 * A request that waits until what holds it lets it go. No thread waits with it. Implemented by what
 * holds requests; whoever has called the engine says how the request goes on.
 */
public interface HeldRequest {
  /**
   * Receives how the request goes on.
   *
   * @param run runs the request anew, from its validation, and answers it. It is run once at most,
   *     on any thread, possibly before this method returns
   */
  void hold(Runnable run);

  /**
   * Withdraws the request, because its client has gone: it does not take effect any more, unless it
   * runs already. A second call does nothing.
   */
  void withdraw();
}
