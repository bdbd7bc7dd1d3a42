package dev.monotable.engine.query;

/** Why a page ended; the only thing that decides whether it has a LastEvaluatedKey. */
public enum StopReason {
  /** Nothing more was there. */
  END(false),
  /** As many items were evaluated as the request's Limit allows. */
  LIMIT(true),
  /** The bytes of a page were used up. */
  SIZE(true);

  private final boolean continues;

  StopReason(boolean continues) {
    this.continues = continues;
  }

  /** Whether the reader is to go on from the last item evaluated. */
  public boolean continues() {
    return continues;
  }
}
