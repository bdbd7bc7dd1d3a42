package dev.monotable.engine.query;

/** Why a page ended; the only thing that decides whether it has a LastEvaluatedKey. */
public enum StopReason {
  /** The range has no more items. */
  END(false),
  /** As many items were evaluated as the request's Limit allows. */
  LIMIT(true),
  /** The page has reached its size. */
  SIZE(true),
  /** The filter has taken as many steps as a page may take. */
  STEPS(true);

  private final boolean continues;

  StopReason(boolean continues) {
    this.continues = continues;
  }

  /** Returns whether there may be more items after the last item evaluated. */
  public boolean continues() {
    return continues;
  }
}
