package dev.monotable.design.outlook;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;
import static dev.monotable.design.load.Words.plain;

import dev.monotable.design.cost.Bill;
import dev.monotable.design.cost.CostReport;
import dev.monotable.design.cost.CostSettings;
import dev.monotable.design.cost.PriceList;
import dev.monotable.design.heat.FirstThrottle;
import dev.monotable.design.heat.HeatReport;
import dev.monotable.design.heat.HeatScenario;
import dev.monotable.design.heat.HeatScenarios;
import dev.monotable.design.heat.HeatSimulation;
import dev.monotable.design.heat.HeatSimulation.Run;
import dev.monotable.design.heat.RateCurve;
import dev.monotable.design.ledger.KeyCounts;
import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.load.EntitySizes;
import dev.monotable.design.load.Numbers;
import dev.monotable.design.load.Rounded;
import dev.monotable.design.load.WorkloadEstimate;
import dev.monotable.design.model.Design;
import dev.monotable.design.outlook.ScenarioOutlook.Stage;
import dev.monotable.design.outlook.ScenarioOutlook.Throttling;
import dev.monotable.design.scenario.Scenario;
import dev.monotable.design.scenario.Scenario.BulkLoad;
import dev.monotable.design.scenario.Scenario.Growth;
import dev.monotable.design.scenario.Scenario.Launch;
import dev.monotable.design.scenario.Scenario.Tenant;
import dev.monotable.engine.partition.HeatModel;
import dev.monotable.engine.partition.TableCapacity.OnDemand;
import dev.monotable.text.DurationText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the outlook of a design in its scenarios.
 *
 * <p>Traffic that lasts, as that of a large tenant or of a year of growth, has the limit after all
 * splits that help. A launch and a bulk load begin at once: they are simulated, on tables that have
 * served their usual peak.
 */
public final class ScenarioMaker {
  /** A simulation has so many steps at most. */
  private static final int MOST_STEPS = 3_600;

  private final OutlookMaker outlooks;
  private final @Nullable KeyCounts keys;
  private final Ledger ledger;
  private final Design design;
  private final EntitySizes sizes = new EntitySizes(null);

  /**
   * Creates a maker for a design.
   *
   * @param keys the observed values of keys; null to take their distribution from the design alone
   */
  public ScenarioMaker(
      PriceList prices,
      CostSettings settings,
      Design design,
      Ledger ledger,
      @Nullable KeyCounts keys) {
    this.outlooks = new OutlookMaker(prices, settings);
    this.keys = keys;
    this.ledger = ledger;
    this.design = SizedDesign.of(design, new EntitySizes(ledger));
  }

  /** Returns the outlook of each scenario, in the order of the design. */
  public List<ScenarioOutlook> outlooks(List<Scenario> scenarios) {
    return scenarios.stream().map(this::outlook).toList();
  }

  private ScenarioOutlook outlook(Scenario scenario) {
    if (scenario instanceof Tenant tenant) {
      return tenant(tenant);
    }
    if (scenario instanceof Launch launch) {
      return launch(launch);
    }
    return scenario instanceof BulkLoad load ? bulkLoad(load) : growth((Growth) scenario);
  }

  // ---- traffic that lasts ----

  private ScenarioOutlook tenant(Tenant tenant) {
    TenantLoad load = new TenantLoad(design, tenant);
    WorkloadEstimate rest = estimate(load.rest());
    WorkloadEstimate large =
        WorkloadEstimate.of(load.large(), null, outlooks.settings().hoursPerMonth());
    WorkloadEstimate both = TenantLoad.sum(rest, large);
    DesignOutlook outlook = outlook(both, new LargestCollections(rest, sizes));
    LargestCollection ofLarge = new LargestCollections(large, sizes).largest();
    return new ScenarioOutlook(
        tenant.name(),
        fill(
            "One of {} values of {} has {} times the items and requests of the average. In keys, {}"
                + " stands for it.",
            Numbers.plain(tenant.of()),
            tenant.variable(),
            plain(tenant.times()),
            TenantLoad.LARGE),
        List.of(
            new Stage(
                null,
                outlook.onDemand(),
                null,
                lasting(outlook),
                LargestCollections.larger(outlook.largest(), ofLarge))));
  }

  private ScenarioOutlook growth(Growth growth) {
    List<Stage> stages = new ArrayList<>();
    double factor = 1;
    for (int year = 1; year <= growth.years(); year++) {
      factor *= growth.times();
      WorkloadEstimate estimate = estimate(ScaledDesign.grown(design, factor));
      DesignOutlook outlook = outlook(estimate, new LargestCollections(estimate, sizes));
      stages.add(new Stage(year, outlook.onDemand(), null, lasting(outlook), outlook.largest()));
    }
    return new ScenarioOutlook(
        growth.name(),
        fill(
            "For {}, each year has {} times the requests, items and keys of the year before.",
            count(growth.years(), "year"),
            plain(growth.times())),
        stages);
  }

  private static @Nullable Throttling lasting(DesignOutlook outlook) {
    ThrottleLimit limit = outlook.settled();
    return limit == null ? null : new Throttling(limit.factor() < 1, null, 0, limit);
  }

  // ---- events ----

  private ScenarioOutlook launch(Launch launch) {
    WorkloadEstimate usual = estimate(design);
    WorkloadEstimate busy = estimate(ScaledDesign.busier(design, launch.times(), launch.pattern()));
    int seconds = launch.hours() * 3_600;
    BigDecimal event = requests(busy, seconds);
    BigDecimal more = event.subtract(requests(usual, seconds));
    DesignOutlook outlook = outlook(usual, new LargestCollections(usual, sizes));
    String pattern = launch.pattern();
    return new ScenarioOutlook(
        launch.name(),
        fill(
            "For {}, {} {} times as frequent as on average, which costs {} more than usual.",
            count(launch.hours(), "hour"),
            pattern == null ? "all requests are" : "“" + pattern + "” is",
            plain(launch.times()),
            Bill.money(more, outlooks.prices().currency())),
        List.of(
            new Stage(
                null,
                Rounded.of(outlook.onDemand().add(more)),
                event,
                sudden(busy, usual, seconds),
                outlook.largest())));
  }

  private ScenarioOutlook bulkLoad(BulkLoad load) {
    Design loaded = ScaledDesign.loaded(design, load);
    WorkloadEstimate after = estimate(loaded);
    DesignOutlook outlook = outlook(after, new LargestCollections(after, sizes));
    String what =
        fill(
            "{} of {} are put in {} by {}. The cost of a month is that of the months after it.",
            count(load.items(), "item"),
            load.entity(),
            DurationText.of(load.duration()),
            load.operation());
    if (load.bulkPut()) {
      return new ScenarioOutlook(
          load.name(),
          fill(
              "{} Bulk operations are charged by the bytes that they put, {} GB here; no price of a"
                  + " GB was found. Whether they are throttled is not known.",
              what,
              plain(gigabytes(ScaledDesign.loadedBytes(design, load, sizes)))),
          List.of(new Stage(null, outlook.onDemand(), null, null, outlook.largest())));
    }
    int seconds = (int) load.duration().toSeconds();
    WorkloadEstimate usual = estimate(design);
    WorkloadEstimate busy = estimate(ScaledDesign.loading(loaded, load));
    return new ScenarioOutlook(
        load.name(),
        what,
        List.of(
            new Stage(
                null,
                outlook.onDemand(),
                Rounded.of(requests(busy, seconds).subtract(requests(after, seconds))),
                sudden(busy, usual, seconds),
                outlook.largest())));
  }

  private static double gigabytes(double bytes) {
    return BigDecimal.valueOf(bytes / (1L << 30)).round(new MathContext(3)).doubleValue();
  }

  /** Returns the cost of all requests of a time, on demand. */
  private BigDecimal requests(WorkloadEstimate estimate, int seconds) {
    CostReport cost = CostReport.of(estimate.workload(), outlooks.prices(), outlooks.settings());
    BigDecimal sum = BigDecimal.ZERO;
    for (BigDecimal amount : cost.onDemand().byPattern().values()) {
      sum = sum.add(amount);
    }
    BigDecimal month = BigDecimal.valueOf(outlooks.settings().hoursPerMonth() * 3_600L);
    return Rounded.of(
        sum.multiply(BigDecimal.valueOf(seconds)).divide(month, MathContext.DECIMAL64));
  }

  /** Returns where traffic that begins at once throttles first, by a simulation. */
  private @Nullable Throttling sudden(WorkloadEstimate busy, WorkloadEstimate usual, int seconds) {
    Map<String, HeatScenario> before = new HashMap<>();
    HeatScenarios.of(usual, keys).forEach(each -> before.put(each.name(), each));
    double peak = RateCurve.of(usual.workload().curve()).peak();
    Run run = new Run(RateCurve.CONSTANT, seconds, (seconds + MOST_STEPS - 1) / MOST_STEPS, 1);
    Throttling first = null;
    for (HeatScenario each : HeatScenarios.of(busy, keys)) {
      HeatScenario scenario = warm(each, before.get(each.name()), peak);
      HeatReport report = HeatSimulation.run(scenario, run, HeatModel.DEFAULT);
      FirstThrottle throttle = report.timeline().firstThrottle();
      Throttling found =
          throttle == null
              ? new Throttling(false, null, 0, ThrottleLimit.of(scenario, report.atStart()))
              : new Throttling(
                  true,
                  throttle.second(),
                  Rounded.of(report.timeline().totals().throttledShare()),
                  ThrottleLimit.of(scenario, throttle, report.atStart()));
      first = first == null || isBefore(found, first) ? found : first;
    }
    return first;
  }

  /** Returns an on-demand table that serves twice the peak that it has served. */
  private static HeatScenario warm(
      HeatScenario scenario, @Nullable HeatScenario before, double peak) {
    return before == null || !(scenario.capacity() instanceof OnDemand)
        ? scenario
        : scenario.withCapacity(
            new OnDemand(
                Math.max(OnDemand.NEW.readUnits(), 2 * peak * before.readUnits()),
                Math.max(OnDemand.NEW.writeUnits(), 2 * peak * before.writeUnits())));
  }

  private static boolean isBefore(Throttling one, Throttling other) {
    Integer second = one.second();
    Integer otherSecond = other.second();
    if (second == null || otherSecond == null || second.equals(otherSecond)) {
      return second != null && otherSecond == null
          || (second == null) == (otherSecond == null)
              && one.limit().factor() < other.limit().factor();
    }
    return second < otherSecond;
  }

  // ---- estimates ----

  private WorkloadEstimate estimate(Design changed) {
    return WorkloadEstimate.of(changed, ledger, outlooks.settings().hoursPerMonth());
  }

  private DesignOutlook outlook(WorkloadEstimate estimate, LargestCollections collections) {
    return outlooks.outlook(estimate, estimate.workload().tables(), keys, collections);
  }
}
