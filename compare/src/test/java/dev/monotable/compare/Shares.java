package dev.monotable.compare;

import dev.monotable.compare.endpoint.Reply;
import dev.monotable.compare.endpoint.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The share of requests that both sides accepted, and the share of each error. */
final class Shares {
  private static final int LEAST_ACCEPTED = 40;
  private static final int MOST_OF_ONE_ERROR = 20;
  private static final int LEAST_REQUESTS = 200;

  private static final class Counts {
    private int requests;
    private int accepted;
    private final Map<String, Integer> errors = new TreeMap<>();
  }

  private final Map<String, Counts> operations = new TreeMap<>();

  void add(Request request, Reply ours, Reply local) {
    for (String name : List.of(request.operation(), "all")) {
      Counts counts = operations.computeIfAbsent(name, key -> new Counts());
      counts.requests++;
      if (ours.accepted() && local.accepted()) {
        counts.accepted++;
      } else if (!ours.accepted()) {
        counts.errors.merge(ours.errorType(), 1, Integer::sum);
      }
    }
  }

  /**
   * Returns the operations that are accepted too rarely or meet one error too often. Operations
   * with few requests may do so by chance.
   */
  List<String> violations() {
    List<String> violations = new ArrayList<>();
    operations.forEach(
        (name, counts) -> {
          if (counts.requests < LEAST_REQUESTS) {
            return;
          }
          if (counts.accepted * 100 < counts.requests * LEAST_ACCEPTED) {
            violations.add(name + ": accepted only " + counts.accepted + "/" + counts.requests);
          }
          counts.errors.forEach(
              (error, count) -> {
                if (count * 100 > counts.requests * MOST_OF_ONE_ERROR) {
                  violations.add(name + ": " + error + " " + count + "/" + counts.requests);
                }
              });
        });
    return violations;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    operations.forEach(
        (name, counts) -> {
          text.append(
              String.format(
                  Locale.ROOT,
                  "%-22s %6d requests, accepted %5.1f %%",
                  name,
                  counts.requests,
                  100.0 * counts.accepted / counts.requests));
          counts.errors.forEach(
              (error, count) ->
                  text.append(
                      String.format(
                          Locale.ROOT, ", %s %.1f %%", error, 100.0 * count / counts.requests)));
          text.append('\n');
        });
    return text.toString();
  }
}
