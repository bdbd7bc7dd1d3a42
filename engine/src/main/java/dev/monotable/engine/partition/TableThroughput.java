package dev.monotable.engine.partition;

import org.jspecify.annotations.Nullable;

/**
 * The largest consumption of the whole table or index at a time. Provisioned: its capacity, and the
 * unused capacity of the last minutes. On demand: twice the previous peak.
 */
public final class TableThroughput {
  private static final double PER_PEAK = 2;

  private final TableCapacity capacity;
  private final HeatModel model;
  private final double[] perSecond;
  private final double[] saved;
  private final double[] peak = new double[UnitKind.COUNT];
  private double sinceRise;

  /** Creates the throughput of a table that has been idle for as long as capacity is kept. */
  public TableThroughput(TableCapacity capacity, HeatModel model) {
    this.capacity = capacity;
    this.model = model;
    this.perSecond = new double[] {capacity.readUnits(), capacity.writeUnits()};
    this.saved =
        capacity instanceof TableCapacity.Provisioned
            ? new double[] {most(UnitKind.READS), most(UnitKind.WRITES)}
            : new double[UnitKind.COUNT];
  }

  /** Returns the most units that are kept. */
  private double most(int units) {
    return perSecond[units] * model.burstSeconds();
  }

  /**
   * Returns the throughput after a change of the capacity. What was saved or missing remains; an
   * on-demand table serves at least what it has served.
   */
  public TableThroughput changed(TableCapacity other) {
    TableThroughput next = new TableThroughput(other, model);
    for (int units = 0; units < UnitKind.COUNT; units++) {
      next.saved[units] = Math.min(saved[units], next.most(units));
      next.peak[units] = peak[units];
    }
    return next;
  }

  /** Returns what may be consumed a second for some seconds. */
  public double allowed(int units, int seconds) {
    return perSecond[units] + saved[units] / seconds;
  }

  /**
   * Counts what a step consumed a second. What it consumed beyond {@link #allowed} is missing in
   * later steps.
   */
  public void consume(int units, double consumed, int seconds) {
    if (capacity instanceof TableCapacity.Provisioned) {
      double left = saved[units] + (perSecond[units] - consumed) * seconds;
      saved[units] = Math.min(most(units), left);
    } else {
      peak[units] = Math.max(peak[units], consumed);
    }
  }

  /**
   * Ends a step.
   *
   * @return the new capacity of an on-demand table that has reached a new peak, otherwise null
   */
  public TableCapacity.@Nullable OnDemand endStep(int seconds) {
    sinceRise += seconds;
    if (!(capacity instanceof TableCapacity.OnDemand) || sinceRise < model.doublingSeconds()) {
      return null;
    }
    sinceRise = 0;
    double reads = Math.max(perSecond[UnitKind.READS], PER_PEAK * peak[UnitKind.READS]);
    double writes = Math.max(perSecond[UnitKind.WRITES], PER_PEAK * peak[UnitKind.WRITES]);
    boolean risen = reads > perSecond[UnitKind.READS] || writes > perSecond[UnitKind.WRITES];
    perSecond[UnitKind.READS] = reads;
    perSecond[UnitKind.WRITES] = writes;
    return risen ? new TableCapacity.OnDemand(reads, writes) : null;
  }
}
