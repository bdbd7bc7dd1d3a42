package dev.monotable.engine.error;

import java.util.List;

/** The wordings of the engine. */
final class Wordings {
  static final Wording CURRENT = new CurrentWording();
  static final Wording CLASSIC = new ClassicWording();
  static final List<Wording> ALL = List.of(CURRENT, CLASSIC);

  private Wordings() {}

  /** The wording since October 2026: the default methods of {@link Wording}. */
  private static final class CurrentWording implements Wording {
    @Override
    public String label() {
      return "2026-10";
    }

    @Override
    public String toString() {
      return label();
    }
  }
}
