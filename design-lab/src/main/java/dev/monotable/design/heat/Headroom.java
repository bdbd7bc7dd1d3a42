package dev.monotable.design.heat;

import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.load.WorkloadEstimate;
import dev.monotable.engine.partition.HeatModel;
import java.util.HashMap;
import java.util.Map;

/**
 * The multiple of its declared peak that each table and index serves, so that a hot key of little
 * traffic is not reported. Computed when it is first needed.
 */
public final class Headroom {
  /** A table or index that serves as many times its peak is not hot. */
  public static final int AMPLE = 10;

  private static final int HOURS = 730;

  private final FindingInput input;
  private final Map<String, Double> factors = new HashMap<>();
  private boolean computed;

  /** Creates the headroom of a design. */
  public Headroom(FindingInput input) {
    this.input = input;
  }

  /**
   * Returns whether the declared traffic of a table or index is small; false if no frequency is
   * declared.
   *
   * @param target the table, or the table and the index
   */
  public boolean isAmple(String target) {
    if (!computed && input.design() != null) {
      WorkloadEstimate estimate = estimate(input);
      double peak = RateCurve.of(estimate.workload().curve()).peak();
      for (HeatScenario scenario : HeatScenarios.of(estimate, input.keys())) {
        factors.put(
            scenario.name(), HeatSimulation.atStart(scenario, HeatModel.DEFAULT).factor() / peak);
      }
    }
    computed = true;
    return factors.getOrDefault(target, 0.0) >= AMPLE;
  }

  /** Returns the load of the declared design. */
  public static WorkloadEstimate estimate(FindingInput input) {
    return WorkloadEstimate.of(input.design(), input.ledger(), HOURS);
  }
}
