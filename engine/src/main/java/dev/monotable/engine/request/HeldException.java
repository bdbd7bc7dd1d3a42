package dev.monotable.engine.request;

/**
 * The end of a run of a request that is held back: an {@link Admission} throws it, before the
 * request takes effect. It is no answer. The caller of the engine passes to {@link
 * HeldRequest#hold} how the request goes on, and returns.
 */
public final class HeldException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient HeldRequest request;

  /** Holds a request back. */
  public HeldException(HeldRequest request) {
    super("the request is held", null, false, false);
    this.request = request;
  }

  /** Returns the request. */
  public HeldRequest request() {
    return request;
  }
}
