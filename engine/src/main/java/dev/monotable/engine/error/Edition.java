package dev.monotable.engine.error;

import org.jspecify.annotations.Nullable;

/**
 * The wording of AWS's messages. AWS put a new layer of request validation in front of DynamoDB in
 * 2026, region after region; what it says, and in which order, differs from before.
 */
public enum Edition {
  /** What us-east-1 and nearly every other region say since October 2026. */
  V2026_10("2026-10"),
  /** What every region said before June 2026, and what older recordings show. */
  CLASSIC("classic");

  private final String label;

  Edition(String label) {
    this.label = label;
  }

  /** The name used on the command line: {@code 2026-10} or {@code classic}. */
  public String label() {
    return label;
  }

  /** The edition of that {@link #label()}, or null. */
  public static @Nullable Edition find(String label) {
    for (Edition edition : values()) {
      if (edition.label.equals(label)) {
        return edition;
      }
    }
    return null;
  }
}
