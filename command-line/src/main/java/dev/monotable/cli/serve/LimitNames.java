package dev.monotable.cli.serve;

import dev.monotable.cli.terminal.NearName;
import dev.monotable.engine.limits.Limits;
import java.util.Map;

/** The option that changes limits by their names, such as {@code item.max-bytes}. */
final class LimitNames {
  /** The names that earlier versions had, with the reason why they are rejected. */
  private static final Map<String, String> REMOVED =
      Map.of(
          "account.max-legacy-global-tables",
          "no global table of version 2017.11.29 can be created, as on AWS",
          "vector.max-exact-entries",
          "every search for vectors is exact");

  private LimitNames() {}

  /**
   * Sets a limit.
   *
   * @throws IllegalArgumentException if the name is unknown or was removed, or the limit rejects
   *     the number
   */
  static void set(Limits.Builder limits, String name, long number) {
    if (limits.set(name, number)) {
      return;
    }
    String reason = REMOVED.get(name);
    if (reason != null) {
      throw new IllegalArgumentException("the limit '" + name + "' was removed: " + reason);
    }
    String near = NearName.find(name, Limits.names());
    throw new IllegalArgumentException(
        "unknown limit '"
            + name
            + (near == null
                ? "'; the limits are " + String.join(", ", Limits.names())
                : "'; did you mean '" + near + "'?"));
  }
}
