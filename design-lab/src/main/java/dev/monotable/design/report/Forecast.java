package dev.monotable.design.report;

import dev.monotable.design.load.Assumption;
import dev.monotable.design.outlook.SameTraffic;
import dev.monotable.design.outlook.ScenarioOutlook;
import dev.monotable.design.whatif.WhatIf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The costs of a design, and the places where it throttles.
 *
 * @param cost the cost of a month; null if no frequencies are known
 * @param heat the partitions of each table and global index with traffic
 * @param assumptions what cost and heat assume
 * @param notes what is unknown, and what was assumed instead
 * @param whatIf the cost as a function of frequencies and projections; null if it has none
 * @param against another design under the same traffic; null if none was given
 * @param scenarios the scenarios that the design declares
 */
public record Forecast(
    @Nullable CostSummary cost,
    List<HeatSummary> heat,
    List<Assumption> assumptions,
    List<String> notes,
    @Nullable WhatIf whatIf,
    @Nullable SameTraffic against,
    List<ScenarioOutlook> scenarios) {
  public Forecast {
    heat = List.copyOf(heat);
    assumptions = List.copyOf(assumptions);
    notes = List.copyOf(notes);
    scenarios = List.copyOf(scenarios);
  }

  /** Returns this forecast with other notes. */
  Forecast withNotes(List<String> newNotes) {
    return new Forecast(cost, heat, assumptions, newNotes, whatIf, against, scenarios);
  }

  /** Returns this forecast beside that of another design. */
  Forecast withAgainst(SameTraffic newAgainst) {
    return new Forecast(cost, heat, assumptions, notes, whatIf, newAgainst, scenarios);
  }

  /** Returns this forecast with that of scenarios. */
  Forecast withScenarios(List<ScenarioOutlook> newScenarios) {
    return new Forecast(cost, heat, assumptions, notes, whatIf, against, newScenarios);
  }
}
