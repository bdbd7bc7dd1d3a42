package dev.monotable.design.rule;

import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.heat.HeatScenario;
import dev.monotable.design.heat.HeatScenarios;
import dev.monotable.design.heat.HeatSimulation;
import dev.monotable.design.heat.RateCurve;
import dev.monotable.design.load.WorkloadEstimate;
import dev.monotable.engine.partition.HeatModel;
import java.util.HashMap;
import java.util.Map;

/**
 * How many times its declared peak each table and index serves, so that a hot key of little traffic
 * is not reported. Computed when it is first needed.
 */
final class Headroom {
  /** A table or index that serves as many times its peak is not hot. */
  static final int AMPLE = 10;

  /** The sentence that says so. */
  static final String BOUND = "None if " + AMPLE + " times the declared traffic is served.";

  private static final int HOURS = 730;

  private final FindingInput input;
  private final Map<String, Double> factors = new HashMap<>();
  private boolean computed;

  Headroom(FindingInput input) {
    this.input = input;
  }

  /**
   * Returns whether the declared traffic of a table or index is small; false if no frequency is
   * declared.
   *
   * @param target the table, or the table and the index
   */
  boolean isAmple(String target) {
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
  static WorkloadEstimate estimate(FindingInput input) {
    return WorkloadEstimate.of(input.design(), input.ledger(), HOURS);
  }
}
