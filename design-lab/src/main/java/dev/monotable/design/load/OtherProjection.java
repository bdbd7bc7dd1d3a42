package dev.monotable.design.load;

import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.PatternRequest;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the load of a design if one of its indexes had another projection. Sizes of entries say
 * how the units of the index change; what was measured changes in the same proportion.
 */
public final class OtherProjection {
  private final Design design;
  private final WorkloadEstimate estimate;
  private final @Nullable Ledger ledger;
  private final EntitySizes sizes;
  private final int hoursPerMonth;

  /**
   * Creates an estimator.
   *
   * @param estimate the load with the projections as they are
   * @param ledger what was observed; null if nothing was
   */
  public OtherProjection(
      Design design, WorkloadEstimate estimate, @Nullable Ledger ledger, int hoursPerMonth) {
    this.design = design;
    this.estimate = estimate;
    this.ledger = ledger;
    this.sizes = new EntitySizes(ledger);
    this.hoursPerMonth = hoursPerMonth;
  }

  /**
   * Returns the load with an index in place of the one that has its name.
   *
   * @param table the table of the index
   */
  public Workload with(DesignTable table, DeclaredIndex index) {
    List<DeclaredIndex> indexes = new ArrayList<>(table.indexes());
    indexes.replaceAll(each -> each.name().equals(index.name()) ? index : each);
    DesignTable changed =
        new DesignTable(table.name(), table.key(), indexes, table.entities(), table.settings());
    Map<String, DesignTable> before = new LinkedHashMap<>();
    estimate.tables().forEach(each -> before.put(each.name(), each));
    Map<String, DesignTable> after = new LinkedHashMap<>(before);
    after.put(table.name(), changed);
    RequestEstimator now = new RequestEstimator(before, sizes);
    RequestEstimator then = new RequestEstimator(after, sizes);
    List<PatternLoad> patterns = new ArrayList<>();
    for (PatternLoad load : estimate.workload().patterns()) {
      DeclaredPattern pattern = design.findPattern(load.name());
      patterns.add(
          pattern == null
              ? load
              : with(
                  load,
                  table.name(),
                  index.name(),
                  sum(pattern, now, index.name()),
                  sum(pattern, then, index.name())));
    }
    List<TableLoad> tables = new ArrayList<>(estimate.workload().tables());
    TableLoad stored =
        new TableEstimator(sizes, ledger, hoursPerMonth, new ArrayList<>()).estimate(changed);
    tables.replaceAll(each -> each.name().equals(table.name()) ? stored : each);
    return new Workload(tables, patterns, estimate.workload().curve());
  }

  /** Returns the estimated units of one use of a pattern on an index of any table. */
  private static AccessLoad sum(DeclaredPattern pattern, RequestEstimator estimator, String index) {
    BigDecimal reads = BigDecimal.ZERO;
    BigDecimal writes = BigDecimal.ZERO;
    for (PatternRequest request : pattern.requests()) {
      BigDecimal times = BigDecimal.valueOf(request.times());
      for (AccessLoad each : estimator.estimate(request, null)) {
        if (index.equals(each.index())) {
          reads = reads.add(each.readUnits().multiply(times));
          writes = writes.add(each.writeUnits().multiply(times));
        }
      }
    }
    return new AccessLoad("", index, reads, writes);
  }

  private static PatternLoad with(
      PatternLoad load, String table, String index, AccessLoad now, AccessLoad then) {
    List<AccessLoad> accesses = new ArrayList<>();
    boolean found = false;
    for (AccessLoad access : load.accesses()) {
      boolean concerned = access.table().equals(table) && index.equals(access.index());
      found |= concerned;
      accesses.add(
          concerned
              ? new AccessLoad(
                  table,
                  index,
                  scaled(access.readUnits(), now.readUnits(), then.readUnits()),
                  scaled(access.writeUnits(), now.writeUnits(), then.writeUnits()))
              : access);
    }
    if (!found && then.writeUnits().signum() > 0) {
      accesses.add(AccessLoad.write(table, index, then.writeUnits()));
    }
    return new PatternLoad(load.name(), load.rate(), accesses, load.surcharges());
  }

  private static BigDecimal scaled(BigDecimal units, BigDecimal now, BigDecimal then) {
    return now.signum() == 0 ? units : units.multiply(then).divide(now, MathContext.DECIMAL64);
  }
}
