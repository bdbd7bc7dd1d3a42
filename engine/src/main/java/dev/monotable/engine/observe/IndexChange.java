package dev.monotable.engine.observe;

/**
 * The change of an index by a write.
 *
 * @param index the name of the index
 * @param units the write units
 */
public record IndexChange(String index, Kind kind, double units) {
  /** The change of the entry of the item. */
  public enum Kind {
    ADDED,
    REMOVED,
    /** The key of the entry changed: one entry was removed and another added. */
    MOVED,
    /** The key stayed, and the projected attributes changed. */
    UPDATED
  }
}
