package dev.monotable.engine.error;

/** Since October 2026. */
final class CurrentWording implements Wording {
  @Override
  public String label() {
    return "2026-10";
  }

  @Override
  public String toString() {
    return label();
  }
}
