package dev.monotable.explore;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of an exploration.
 *
 * @param failure the smallest execution that was found to fail; null if none was
 * @param executions the number of executions, without those of each piece alone
 * @param requests the number of requests that were held
 * @param faults how many faults, deaths and pauses of each kind were injected
 * @param cuts what was not explored, and why: one sentence each
 * @param notices what limits the result besides, such as a piece whose requests differ between two
 *     runs: one sentence each
 */
public record ExplorationResult(
    @Nullable Failure failure,
    long executions,
    long requests,
    Map<String, Long> faults,
    List<String> cuts,
    List<String> notices) {
  public ExplorationResult {
    faults = Collections.unmodifiableMap(new LinkedHashMap<>(faults));
    cuts = List.copyOf(cuts);
    notices = List.copyOf(notices);
  }

  /**
   * An execution that fails.
   *
   * @param reason a sentence
   * @param cause what a check has thrown; null for a deadlock
   * @param schedule the requests in their order, in a column for each piece
   * @param difference what differs from the result of the nearest order of whole pieces; null if
   *     nothing does, or it is the reason
   * @param remedies what would prevent it, the most likely first
   * @param replay the text by which {@link Exploration#replay} repeats the execution
   * @param json all of this as JSON
   */
  public record Failure(
      String reason,
      @Nullable Throwable cause,
      String schedule,
      @Nullable String difference,
      List<Remedy> remedies,
      String replay,
      String json) {
    public Failure {
      remedies = List.copyOf(remedies);
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder(reason).append("\n\n").append(schedule).append('\n');
      if (difference != null) {
        text.append(difference).append('\n');
      }
      String separator = "What would prevent it: ";
      for (Remedy remedy : remedies) {
        text.append(separator).append(remedy.words());
        separator = "; or ";
      }
      text.append(remedies.isEmpty() ? "" : ".\n");
      return text.append("To repeat it: replay(\"").append(replay).append("\")").toString();
    }
  }

  /**
   * Throws an {@link AssertionError} with the failure; returns the result if there is none.
   *
   * @throws AssertionError if an execution fails
   */
  public ExplorationResult orThrow() {
    if (failure != null) {
      throw new AssertionError(toString(), failure.cause());
    }
    return this;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(failure == null ? "Nothing found." : failure).append('\n');
    notices.forEach(notice -> text.append(notice).append('\n'));
    text.append(executions).append(" executions, ").append(requests).append(" requests held");
    text.append(cuts.isEmpty() ? "; all orders" : "");
    String separator = "; faults injected: ";
    for (Map.Entry<String, Long> fault : faults.entrySet()) {
      text.append(separator).append(fault.getValue()).append(' ').append(fault.getKey());
      separator = ", ";
    }
    cuts.forEach(cut -> text.append("; ").append(cut));
    return text.append('.').toString();
  }
}
