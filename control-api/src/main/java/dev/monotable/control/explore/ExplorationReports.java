package dev.monotable.control.explore;

import dev.monotable.control.model.ExplorationReport;
import dev.monotable.explore.ExplorationResult;
import dev.monotable.explore.WrongUsageException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts results of explorations. */
final class ExplorationReports {
  private ExplorationReports() {}

  /**
   * Returns a result.
   *
   * @param notice a sentence about the requests to the original database; null without one
   */
  static ExplorationReport of(ExplorationResult result, @Nullable String notice) {
    List<String> notices = new ArrayList<>(result.notices());
    if (notice != null) {
      notices.add(notice);
    }
    ExplorationResult complete =
        new ExplorationResult(
            result.failure(),
            result.executions(),
            result.requests(),
            result.faults(),
            result.cuts(),
            notices);
    ExplorationResult.Failure failure = result.failure();
    return new ExplorationReport(
        failure != null,
        null,
        failure == null ? null : failure.reason(),
        failure == null ? null : failure.schedule(),
        result.executions(),
        result.requests(),
        result.cuts(),
        notices,
        complete.toString());
  }

  /** Returns the result of an exploration of pieces that cannot be explored. */
  static ExplorationReport wrongUsage(WrongUsageException e, @Nullable String notice) {
    List<String> notices = notice == null ? List.of() : List.of(notice);
    String reason = String.valueOf(e.getMessage());
    return new ExplorationReport(
        false,
        reason,
        null,
        null,
        0,
        0,
        List.of(),
        notices,
        notice == null ? reason : reason + "\n" + notice);
  }
}
