package dev.monotable.design.report;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.Trial;
import java.util.List;

/**
 * The advice of findings that are not accepted, by how far it was tested.
 *
 * @param replayed pieces of advice that were given after they were replayed
 * @param calculated pieces of advice with calculated numbers
 * @param toDecide findings whose advice leaves a choice
 * @param withheld findings whose usual advice would help nothing here, so that it is not given
 */
public record AdviceCounts(int replayed, int calculated, int toDecide, int withheld) {
  /** No advice. */
  public static final AdviceCounts NONE = new AdviceCounts(0, 0, 0, 0);

  /** Counts advice. A finding without advice of its own has that of its kind, which is a choice. */
  static AdviceCounts of(List<Finding> findings) {
    int[] counts = new int[Trial.Kind.values().length];
    for (Finding each : findings) {
      Trial trial = each.trial();
      if (!each.isAccepted()) {
        counts[(trial == null ? Trial.Kind.TO_DECIDE : trial.kind()).ordinal()]++;
      }
    }
    return new AdviceCounts(counts[0], counts[1], counts[2], counts[3]);
  }
}
