package dev.monotable.design.replay;

import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of requests that were sent again.
 *
 * @param requests the number of requests that were sent
 * @param differences how a request on a table differed from what was recorded, or why that cannot
 *     be known, by the name of the table; its first case
 * @param differing how each request differed that did
 */
public record Replay(
    int requests, Map<String, String> differences, IdentityHashMap<SentRequest, String> differing) {
  /** Copies the differences by table. */
  public Replay {
    differences = Map.copyOf(differences);
  }

  /** Returns why a table cannot be replayed as it was recorded; null if it can. */
  public @Nullable String findDifference(String table) {
    return differences.get(table);
  }
}
