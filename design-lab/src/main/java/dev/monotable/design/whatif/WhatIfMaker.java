package dev.monotable.design.whatif;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.cost.Bill;
import dev.monotable.design.cost.BillLine;
import dev.monotable.design.cost.CostReport;
import dev.monotable.design.cost.CostSettings;
import dev.monotable.design.cost.PriceList;
import dev.monotable.design.cost.PricedPool;
import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.load.OtherProjection;
import dev.monotable.design.load.PatternLoad;
import dev.monotable.design.load.StreamLoad;
import dev.monotable.design.load.UsageRate;
import dev.monotable.design.load.Workload;
import dev.monotable.design.load.WorkloadEstimate;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.whatif.WhatIf.Change;
import dev.monotable.design.whatif.WhatIf.Pool;
import dev.monotable.design.whatif.WhatIf.Usage;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes the bills of a workload apart. */
public final class WhatIfMaker {
  private final PriceList prices;
  private final CostSettings settings;
  private final Overflow manyIndexes = Bound.WHAT_IF_INDEXES.overflow();
  private final Overflow manyNumbers = Bound.WHAT_IF_NUMBERS.overflow();

  /** Creates a maker with the prices of a bill. */
  public WhatIfMaker(PriceList prices, CostSettings settings) {
    this.prices = prices;
    this.settings = settings;
  }

  /**
   * Returns the numbers of the bills; null if the bills cannot be taken apart, because a price is
   * missing or something else is charged by use.
   *
   * @param ledger what was observed; null if nothing was
   */
  public @Nullable WhatIf find(Design design, WorkloadEstimate estimate, @Nullable Ledger ledger) {
    Workload workload = estimate.workload();
    List<PricedPool> pools = PricedPool.of(workload, prices);
    if (pools == null
        || settings.freeTier()
        || chargesChanges(workload)
        || !manyNumbers.hasRoom((long) pools.size() * workload.patterns().size() - 1)) {
      return null;
    }
    List<Usage> usages = new ArrayList<>();
    workload.patterns().forEach(pattern -> usages.add(usage(pattern)));
    return new WhatIf(
        settings.hoursPerMonth() * 3_600.0,
        hours(workload),
        settings.hoursPerMonth() / 24.0,
        fixed(workload),
        usages,
        pools.stream().map(pool -> pool(pool, workload)).toList(),
        projections(design, estimate, ledger, pools));
  }

  /** Adds what is left out because a bound was reached, one sentence each. */
  public void addOmissions(List<String> omissions) {
    manyIndexes.addTo(omissions);
    manyNumbers.addTo(omissions);
  }

  /** Returns whether a stream is charged by the number of changes. */
  private static boolean chargesChanges(Workload workload) {
    return workload.tables().stream()
        .flatMap(table -> table.features().streams().stream())
        .anyMatch(stream -> stream.reader() == StreamLoad.StreamReader.KINESIS);
  }

  private Usage usage(PatternLoad pattern) {
    UsageRate rate = pattern.rate();
    if (rate.count().signum() == 0) {
      return new Usage(pattern.name(), 0, 1);
    }
    BigDecimal month = rate.perMonth(settings.hoursPerMonth());
    double period =
        rate.count().doubleValue() * settings.hoursPerMonth() * 3_600 / month.doubleValue();
    return new Usage(pattern.name(), rate.count().doubleValue(), Math.rint(period));
  }

  private List<Double> hours(Workload workload) {
    List<Double> hours = new ArrayList<>();
    for (int hour = 0; hour < 24; hour++) {
      hours.add(
          workload
              .curve()
              .factor(hour)
              .divide(settings.targetUtilization(), MathContext.DECIMAL64)
              .doubleValue());
    }
    return hours;
  }

  /** Returns what belongs to no pattern: the same in both capacity modes, apart from minimums. */
  private double fixed(Workload workload) {
    BigDecimal sum = BigDecimal.ZERO;
    Bill bill = CostReport.of(workload, prices, settings).onDemand();
    for (BillLine line : bill.lines()) {
      sum = line.pattern() == null ? sum.add(line.amount()) : sum;
    }
    return sum.doubleValue();
  }

  private static Pool pool(PricedPool pool, Workload workload) {
    List<Double> units = new ArrayList<>();
    for (PatternLoad pattern : workload.patterns()) {
      units.add(units(pool, pattern.name()));
    }
    return new Pool(
        pool.index() == null ? pool.table() : pool.table() + "." + pool.index(),
        pool.writes(),
        pool.unitPrice().doubleValue(),
        pool.hourPrice().doubleValue(),
        pool.capacity(),
        units);
  }

  private static double units(PricedPool pool, String pattern) {
    return pool.units().getOrDefault(pattern, BigDecimal.ZERO).doubleValue();
  }

  // ---- projections ----

  private List<WhatIf.OtherProjection> projections(
      Design design, WorkloadEstimate estimate, @Nullable Ledger ledger, List<PricedPool> pools) {
    List<WhatIf.OtherProjection> projections = new ArrayList<>();
    OtherProjection other = new OtherProjection(design, estimate, ledger, settings.hoursPerMonth());
    double fixed = fixed(estimate.workload());
    int indexes = 0;
    for (DesignTable table : estimate.tables()) {
      for (DeclaredIndex index : table.indexes()) {
        if (!manyIndexes.hasRoom(indexes++)) {
          continue;
        }
        for (DeclaredProjection projection :
            List.of(DeclaredProjection.ALL, DeclaredProjection.KEYS_ONLY)) {
          if (!projection.equals(index.projection())) {
            Workload workload =
                other.with(
                    table,
                    new DeclaredIndex(index.name(), index.global(), index.key(), projection));
            projections.add(
                new WhatIf.OtherProjection(
                    table.name() + "." + index.name(),
                    projection.kind().name(),
                    fixed(workload) - fixed,
                    changes(workload, pools)));
          }
        }
      }
    }
    return projections;
  }

  private List<Change> changes(Workload changed, List<PricedPool> pools) {
    List<PricedPool> others = PricedPool.of(changed, prices);
    List<Change> changes = new ArrayList<>();
    for (int pool = 0; others != null && pool < pools.size(); pool++) {
      for (int pattern = 0; pattern < changed.patterns().size(); pattern++) {
        String name = changed.patterns().get(pattern).name();
        double units = units(others.get(pool), name) - units(pools.get(pool), name);
        if (units != 0) {
          changes.add(new Change(pool, pattern, units));
        }
      }
    }
    return changes;
  }
}
