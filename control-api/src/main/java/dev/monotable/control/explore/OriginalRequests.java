package dev.monotable.control.explore;

import dev.monotable.engine.request.Admission;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.request.Caller;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The requests of clients to a database while copies of it are explored: they are counted. */
final class OriginalRequests implements Admission {
  private static final int MAX_NAMED = 5;

  private final Set<String> named = new TreeSet<>();
  private long count;

  @Override
  public synchronized void enter(AdmissionRequest request) {
    if (request.caller() instanceof Caller.Client) {
      count++;
      if (named.size() < MAX_NAMED) {
        String tables = String.join(", ", request.tables());
        named.add(request.operation().name() + (tables.isEmpty() ? "" : " on " + tables));
      }
    }
  }

  /** Returns a sentence about the requests; null if there were none. */
  synchronized @Nullable String notice() {
    return count == 0
        ? null
        : (count == 1 ? "1 request" : count + " requests")
            + " went to the original database during the exploration, such as "
            + String.join("; ", named)
            + ".";
  }
}
