package dev.monotable.durability;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The event that a request waits for before it is answered. In each mode, an answered write
 * survives the end of the process, even by {@code kill -9}. The modes differ in what a failure of
 * the operating system, or of power, can lose.
 */
public enum SyncMode {
  /** The disk has the commit. Nothing that was answered is lost. */
  ALWAYS("always"),

  /** The operating system has the commit, and the disk 100 milliseconds later. */
  EVERY_100_MS("100ms"),

  /** The operating system has the commit, and decides when the disk gets it. */
  OS("os");

  private final String label;

  SyncMode(String label) {
    this.label = label;
  }

  /** Returns the name on the command line. */
  public String label() {
    return label;
  }

  /** Returns the mode with this name on the command line, or null. */
  public static @Nullable SyncMode find(String label) {
    for (SyncMode mode : values()) {
      if (mode.label.equals(label.toLowerCase(Locale.ROOT))) {
        return mode;
      }
    }
    return null;
  }
}
