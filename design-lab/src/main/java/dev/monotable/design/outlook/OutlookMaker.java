package dev.monotable.design.outlook;

import dev.monotable.design.cost.CostReport;
import dev.monotable.design.cost.CostSettings;
import dev.monotable.design.cost.PriceList;
import dev.monotable.design.heat.HeatScenario;
import dev.monotable.design.heat.HeatScenarios;
import dev.monotable.design.heat.HeatSimulation;
import dev.monotable.design.heat.KeyTraffic;
import dev.monotable.design.heat.ThrottlePoint;
import dev.monotable.design.ledger.KeyCounts;
import dev.monotable.design.load.AccessLoad;
import dev.monotable.design.load.IndexLoad;
import dev.monotable.design.load.PatternLoad;
import dev.monotable.design.load.Rounded;
import dev.monotable.design.load.TableLoad;
import dev.monotable.design.load.Workload;
import dev.monotable.design.load.WorkloadEstimate;
import dev.monotable.engine.partition.HeatModel;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the outlook of a design under a load. */
final class OutlookMaker {
  private final PriceList prices;
  private final CostSettings settings;

  OutlookMaker(PriceList prices, CostSettings settings) {
    this.prices = prices;
    this.settings = settings;
  }

  CostSettings settings() {
    return settings;
  }

  PriceList prices() {
    return prices;
  }

  /**
   * Makes an outlook.
   *
   * @param stored what the tables store
   * @param keys the observed values of keys; null to take their distribution from the design alone
   * @param sizes the item collections
   */
  DesignOutlook outlook(
      WorkloadEstimate estimate,
      List<TableLoad> stored,
      @Nullable KeyCounts keys,
      LargestCollections sizes) {
    Workload load = estimate.workload();
    Workload workload = new Workload(stored, load.patterns(), load.curve());
    CostReport cost = CostReport.of(workload, prices, settings);
    Map<String, BigDecimal> costs = cost.onDemand().byPattern();
    List<ThrottleLimit> atStart = new ArrayList<>();
    List<ThrottleLimit> settled = new ArrayList<>();
    Map<String, List<ThrottleLimit>> starts = new HashMap<>();
    Map<String, List<ThrottleLimit>> ends = new HashMap<>();
    for (HeatScenario scenario : HeatScenarios.of(estimate, keys)) {
      HeatSimulation.Limits points = HeatSimulation.limits(scenario, HeatModel.DEFAULT);
      ThrottleLimit start = ThrottleLimit.of(scenario, points.atStart());
      atStart.add(start);
      settled.add(ThrottleLimit.of(scenario, points.settled()));
      Map<ThrottlePoint, ThrottleLimit> byPoint = new HashMap<>();
      for (KeyTraffic traffic : scenario.traffic()) {
        String pattern = traffic.pattern();
        ThrottlePoint end = points.byKind().getOrDefault(traffic.keys(), points.settled());
        starts.computeIfAbsent(pattern, any -> new ArrayList<>()).add(start);
        ends.computeIfAbsent(pattern, any -> new ArrayList<>())
            .add(byPoint.computeIfAbsent(end, point -> ThrottleLimit.of(scenario, point)));
      }
    }
    List<PatternOutlook> patterns = new ArrayList<>();
    for (PatternLoad pattern : load.patterns()) {
      BigDecimal amount = costs.getOrDefault(pattern.name(), BigDecimal.ZERO);
      patterns.add(
          new PatternOutlook(
              pattern.name(),
              units(pattern, false),
              units(pattern, true),
              pattern.rate().count().signum() == 0 ? null : Rounded.of(amount),
              lowest(starts.getOrDefault(pattern.name(), List.of())),
              lowest(ends.getOrDefault(pattern.name(), List.of())),
              sizes.largest(pattern.name())));
    }
    return new DesignOutlook(
        Rounded.of(cost.onDemand().total()),
        Rounded.of(cost.provisioned().total()),
        bytes(stored),
        sizes.largest(),
        lowest(atStart),
        lowest(settled),
        patterns);
  }

  private static double units(PatternLoad pattern, boolean writes) {
    BigDecimal sum = BigDecimal.ZERO;
    for (AccessLoad access : pattern.accesses()) {
      sum = sum.add(writes ? access.writeUnits() : access.readUnits());
    }
    return Rounded.of(sum.doubleValue());
  }

  private static @Nullable ThrottleLimit lowest(List<ThrottleLimit> limits) {
    return limits.stream().min(Comparator.comparingDouble(ThrottleLimit::factor)).orElse(null);
  }

  private static double bytes(List<TableLoad> tables) {
    double bytes = 0;
    for (TableLoad table : tables) {
      bytes += (double) table.items() * table.itemBytes();
      for (IndexLoad index : table.indexes()) {
        bytes += (double) index.entries() * index.entryBytes();
      }
    }
    return Rounded.of(bytes);
  }
}
