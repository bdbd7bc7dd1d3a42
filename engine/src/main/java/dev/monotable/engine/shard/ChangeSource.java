package dev.monotable.engine.shard;

import org.jspecify.annotations.Nullable;

/**
 * The cause of a change of an item that no request to its database has made.
 *
 * @param region of the replica of a global table whose change was replicated; null if TTL has
 *     removed the item
 * @param time the version of a replicated change, in microseconds since 1970; 0 for others
 */
public record ChangeSource(@Nullable String region, long time) {
  /** TTL, which has removed an expired item. */
  public static final ChangeSource TIME_TO_LIVE = new ChangeSource(null, 0);

  /** Returns whether the change was replicated from another Region. */
  public boolean isReplicated() {
    return region != null;
  }
}
