package dev.monotable.design.report;

import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.cost.Bill;
import dev.monotable.design.cost.CostReport;
import dev.monotable.design.cost.CostStatement;
import dev.monotable.design.cost.PriceItem;
import dev.monotable.design.heat.HeatReport;
import dev.monotable.design.heat.HeatScenario;
import dev.monotable.design.heat.HeatScenarios;
import dev.monotable.design.heat.HeatSimulation;
import dev.monotable.design.heat.HeatSimulation.Run;
import dev.monotable.design.heat.HeatStep;
import dev.monotable.design.heat.HotKey;
import dev.monotable.design.heat.ShardingOption;
import dev.monotable.design.heat.ThrottlePoint;
import dev.monotable.design.ledger.KeyCounts;
import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.load.Assumption;
import dev.monotable.design.load.DayCurve;
import dev.monotable.design.load.Rounded;
import dev.monotable.design.load.WorkloadEstimate;
import dev.monotable.design.model.Design;
import dev.monotable.design.whatif.WhatIfMaker;
import dev.monotable.engine.partition.HeatModel;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the part of a report about cost and heat. */
final class ForecastMaker {
  /** Steps of a chart: a quarter of an hour each for a day. */
  private static final int MAX_STEPS = 96;

  private final WorkloadEstimate estimate;
  private final CostReport cost;
  private final @Nullable KeyCounts keys;
  private final WhatIfMaker whatIf;

  ForecastMaker(WorkloadEstimate estimate, CostReport cost, @Nullable KeyCounts keys) {
    this.estimate = estimate;
    this.cost = cost;
    this.keys = keys;
    this.whatIf = new WhatIfMaker(cost.prices(), cost.settings());
  }

  /**
   * Makes the forecast.
   *
   * @param declared the declared design; null if it was drafted, or its size is assumed
   * @param design the declared or drafted design
   */
  Forecast forecast(@Nullable Design declared, Design design, Ledger ledger) {
    Set<Assumption> assumptions = new LinkedHashSet<>(cost.assumptions());
    List<HeatSummary> heat = new ArrayList<>();
    DayCurve curve = estimate.workload().curve();
    Run run = Run.of(curve);
    for (HeatScenario scenario : HeatScenarios.of(estimate, keys)) {
      HeatReport report = HeatSimulation.run(scenario, run, HeatModel.DEFAULT);
      assumptions.addAll(report.assumptions());
      heat.add(heat(report));
    }
    return new Forecast(
        hasFrequency() ? cost() : null,
        heat,
        List.copyOf(assumptions),
        notes(declared, ledger),
        whatIf.find(design, estimate, ledger),
        null,
        List.of());
  }

  /** Adds what the forecast leaves out because a bound was reached, one sentence each. */
  void addOmissions(List<String> omissions) {
    whatIf.addOmissions(omissions);
  }

  // ---- cost ----

  private boolean hasFrequency() {
    return estimate.workload().patterns().stream()
        .anyMatch(pattern -> pattern.rate().count().signum() > 0);
  }

  /** Returns the notes of the estimate, and all totals if declared and observed units differ. */
  private List<String> notes(@Nullable Design design, Ledger ledger) {
    List<String> notes = new ArrayList<>(estimate.notes());
    if (design == null || ledger.entries().isEmpty() || !hasFrequency()) {
      return notes;
    }
    BigDecimal declared = total(WorkloadEstimate.of(design, null, cost.settings().hoursPerMonth()));
    BigDecimal observed =
        total(WorkloadEstimate.observed(design, ledger, cost.settings().hoursPerMonth()));
    BigDecimal larger = cost.onDemand().total();
    if (larger.compareTo(observed) > 0) {
      notes.add(
          fill(
              "On demand, a month costs {} by the declared sizes alone, and {} by the observed"
                  + " units alone. With the larger units of each request, it costs {}.",
              cost.money(declared),
              cost.money(observed),
              cost.money(larger)));
    }
    return notes;
  }

  private BigDecimal total(WorkloadEstimate other) {
    return CostReport.of(other.workload(), cost.prices(), cost.settings()).onDemand().total();
  }

  private CostSummary cost() {
    return new CostSummary(
        cost.prices().region(),
        cost.prices().date(),
        cost.prices().currency(),
        cost.settings().hoursPerMonth(),
        bill(cost.onDemand()),
        bill(cost.provisioned()),
        cost.statements().stream().map(CostStatement::text).toList());
  }

  private CostBill bill(Bill bill) {
    Map<String, BigDecimal> items = new LinkedHashMap<>();
    for (Map.Entry<PriceItem, BigDecimal> item : bill.byItem().entrySet()) {
      items.merge(item.getKey().label(), item.getValue(), BigDecimal::add);
    }
    Map<String, BigDecimal> tables = bill.byTable();
    Map<String, BigDecimal> indexes = new LinkedHashMap<>();
    for (String table : tables.keySet()) {
      bill.byIndex(table).forEach((index, amount) -> indexes.put(table + "." + index, amount));
    }
    return new CostBill(
        Rounded.of(bill.total()),
        shares(items),
        shares(tables),
        shares(indexes),
        shares(bill.byPattern()),
        bill.missing());
  }

  /** Returns the amounts, the largest first; equal ones by name. */
  private static List<CostShare> shares(Map<String, BigDecimal> amounts) {
    List<CostShare> shares = new ArrayList<>();
    amounts.forEach((name, amount) -> shares.add(new CostShare(name, Rounded.of(amount))));
    shares.sort(Comparator.comparing(CostShare::amount).reversed().thenComparing(CostShare::name));
    return shares;
  }

  // ---- heat ----

  private static HeatSummary heat(HeatReport report) {
    return new HeatSummary(
        report.scenario().name(),
        report.statements(),
        steps(report.timeline().steps()),
        rounded(report.atStart()),
        rounded(report.settled()),
        report.hottest().stream().map(ForecastMaker::rounded).toList(),
        report.sharding().stream().map(ForecastMaker::rounded).toList());
  }

  /** Returns the averages of consecutive steps, so that a chart has few points. */
  private static List<HeatStep> steps(List<HeatStep> steps) {
    int every = Math.max(1, (steps.size() + MAX_STEPS - 1) / MAX_STEPS);
    List<HeatStep> fewer = new ArrayList<>();
    for (int from = 0; from < steps.size(); from += every) {
      List<HeatStep> group = steps.subList(from, Math.min(from + every, steps.size()));
      fewer.add(
          new HeatStep(
              group.get(0).second(),
              average(group.stream().mapToDouble(HeatStep::readUnits).toArray()),
              average(group.stream().mapToDouble(HeatStep::writeUnits).toArray()),
              average(group.stream().mapToDouble(HeatStep::throttledReads).toArray()),
              average(group.stream().mapToDouble(HeatStep::throttledWrites).toArray()),
              group.get(group.size() - 1).partitions()));
    }
    return withoutRepetitions(fewer);
  }

  /** Returns the steps without those that equal the one before and the one after them. */
  private static List<HeatStep> withoutRepetitions(List<HeatStep> steps) {
    List<HeatStep> kept = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      boolean needed =
          i == 0
              || i == steps.size() - 1
              || !isSame(steps.get(i), steps.get(i - 1))
              || !isSame(steps.get(i), steps.get(i + 1));
      if (needed) {
        kept.add(steps.get(i));
      }
    }
    return kept;
  }

  private static boolean isSame(HeatStep one, HeatStep other) {
    return one.readUnits() == other.readUnits()
        && one.writeUnits() == other.writeUnits()
        && one.throttledReads() == other.throttledReads()
        && one.throttledWrites() == other.throttledWrites()
        && one.partitions() == other.partitions();
  }

  private static double average(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return Rounded.of(sum / values.length);
  }

  private static ThrottlePoint rounded(ThrottlePoint point) {
    return new ThrottlePoint(
        Rounded.of(point.factor()),
        Rounded.of(point.readUnits()),
        Rounded.of(point.writeUnits()),
        point.key(),
        Rounded.of(point.share()),
        point.cause());
  }

  private static HotKey rounded(HotKey key) {
    return new HotKey(
        key.key(),
        Rounded.of(key.readUnits()),
        Rounded.of(key.writeUnits()),
        Rounded.of(key.readShare()),
        Rounded.of(key.writeShare()),
        Rounded.of(key.limit()));
  }

  private static ShardingOption rounded(ShardingOption option) {
    return new ShardingOption(
        option.suffixes(),
        Rounded.of(option.factor()),
        Rounded.of(option.readUnits()),
        Rounded.of(option.writeUnits()));
  }
}
