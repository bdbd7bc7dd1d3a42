package dev.monotable.design.load;

import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.load.PatternLoad.Surcharges;
import dev.monotable.design.load.UsageRate.Per;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Frequency;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.model.Shape;
import dev.monotable.engine.observe.ConsumedUnits;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts declared and observed loads together; see {@link WorkloadEstimate}. */
final class WorkloadEstimator {
  private static final int HOURS = 24;

  private final @Nullable Design design;
  private final @Nullable Ledger ledger;
  private final int hoursPerMonth;
  private final Map<String, DesignTable> tables = new LinkedHashMap<>();
  private final RequestEstimator estimator;
  private final List<RequestLoad> requests = new ArrayList<>();
  private final List<PatternLoad> patterns = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final double[] day = new double[HOURS];

  WorkloadEstimator(@Nullable Design design, @Nullable Ledger ledger, int hoursPerMonth) {
    this.design = design;
    this.ledger = ledger;
    this.hoursPerMonth = hoursPerMonth;
    if (ledger != null) {
      ledger.tables().forEach(table -> tables.put(table.name(), table));
    }
    if (design != null) {
      design.tables().forEach(table -> tables.put(table.name(), table));
    }
    this.estimator = new RequestEstimator(tables, new EntitySizes(ledger));
  }

  WorkloadEstimate estimate() {
    if (design != null) {
      design.patterns().forEach(this::addDeclared);
    }
    addObserved();
    TableEstimator stored = new TableEstimator(new EntitySizes(ledger), hoursPerMonth, notes);
    List<TableLoad> loads = new ArrayList<>();
    tables.values().forEach(table -> loads.add(stored.estimate(table)));
    return new WorkloadEstimate(
        List.copyOf(tables.values()), new Workload(loads, patterns, curve()), requests, notes);
  }

  // ---- Declared patterns ----

  private void addDeclared(DeclaredPattern pattern) {
    UsageRate rate = rate(pattern);
    List<AccessLoad> accesses = new ArrayList<>();
    boolean transactional = true;
    boolean reads = false;
    boolean consistent = true;
    for (PatternRequest request : pattern.requests()) {
      Shape shape = request.shape();
      DesignTable table = tables.get(shape.table());
      if (table == null || shape.action() == Action.OTHER) {
        continue;
      }
      List<AccessLoad> each = accesses(request);
      BigDecimal times = BigDecimal.valueOf(request.times());
      each.forEach(access -> accesses.add(times(access, times)));
      requests.add(
          new RequestLoad(
              pattern.name(),
              shape,
              EntityMatch.of(table, shape),
              rate.perSecond(hoursPerMonth).multiply(times, MathContext.DECIMAL64),
              each,
              pattern.traffic().distribution()));
      transactional &= shape.operation().startsWith("Transact");
      reads |= shape.action().isRead();
      consistent &= !shape.action().isRead() || shape.mode().consistent();
    }
    Surcharges surcharges =
        new Surcharges(transactional && !accesses.isEmpty(), reads && consistent && !transactional);
    patterns.add(new PatternLoad(pattern.name(), rate, accesses, surcharges));
    double perSecond = rate.perSecond(hoursPerMonth).doubleValue();
    for (int hour = 0; hour < HOURS; hour++) {
      day[hour] += perSecond * pattern.traffic().factor(hour);
    }
  }

  private UsageRate rate(DeclaredPattern pattern) {
    Frequency declared = pattern.traffic().frequency();
    if (declared != null) {
      return new UsageRate(BigDecimal.valueOf(declared.times()), per(declared.per()));
    }
    BigDecimal uses = BigDecimal.ZERO;
    for (PatternRequest request : pattern.requests()) {
      long observed = 0;
      for (LedgerEntry entry : entries(request)) {
        observed += entry.requests().requests();
      }
      if (observed > 0 && request.times() > 0) {
        uses =
            uses.max(
                BigDecimal.valueOf(observed)
                    .divide(BigDecimal.valueOf(request.times()), MathContext.DECIMAL64));
      }
    }
    if (uses.signum() == 0) {
      notes.add(
          "How often \""
              + pattern.name()
              + "\" runs is neither declared nor observed; it costs 0.");
    }
    return observedRate(uses);
  }

  private static Per per(Frequency.Period period) {
    return switch (period) {
      case SECOND -> Per.SECOND;
      case MINUTE -> Per.MINUTE;
      case HOUR -> Per.HOUR;
      case DAY -> Per.DAY;
      case MONTH -> Per.MONTH;
    };
  }

  /** Returns what one request consumes: measured, or estimated if no test sent it. */
  private List<AccessLoad> accesses(PatternRequest request) {
    Map<@Nullable String, double[]> sums = new LinkedHashMap<>();
    long count = 0;
    for (LedgerEntry entry : entries(request)) {
      count += entry.requests().requests();
      add(entry, sums);
    }
    return count == 0
        ? estimator.estimate(request)
        : averages(request.shape().table(), sums, count);
  }

  private static void add(LedgerEntry entry, Map<@Nullable String, double[]> sums) {
    for (ConsumedUnits units : entry.units()) {
      double[] sum = sums.computeIfAbsent(units.index(), index -> new double[2]);
      sum[0] += units.readUnits();
      sum[1] += units.writeUnits();
    }
  }

  private static List<AccessLoad> averages(
      String table, Map<@Nullable String, double[]> sums, long count) {
    List<AccessLoad> accesses = new ArrayList<>();
    sums.forEach(
        (index, sum) ->
            accesses.add(
                new AccessLoad(table, index, average(sum[0], count), average(sum[1], count))));
    return accesses;
  }

  private static BigDecimal average(double sum, long count) {
    return BigDecimal.valueOf(sum).divide(BigDecimal.valueOf(count), MathContext.DECIMAL64);
  }

  private static AccessLoad times(AccessLoad access, BigDecimal times) {
    return new AccessLoad(
        access.table(),
        access.index(),
        access.readUnits().multiply(times),
        access.writeUnits().multiply(times));
  }

  private List<LedgerEntry> entries(PatternRequest request) {
    List<LedgerEntry> found = new ArrayList<>();
    if (ledger != null && design != null) {
      for (DeclaredPattern pattern : design.patterns()) {
        if (pattern.requests().contains(request)) {
          for (LedgerEntry entry : ledger.entries()) {
            if (request.equals(pattern.find(entry.shape()))) {
              found.add(entry);
            }
          }
          break;
        }
      }
    }
    return found;
  }

  // ---- Observed requests that no pattern declares ----

  private void addObserved() {
    if (ledger == null) {
      return;
    }
    boolean any = false;
    for (LedgerEntry entry : ledger.entries()) {
      Shape shape = entry.shape();
      DesignTable table = tables.get(shape.table());
      boolean declared = design != null && !design.patternsOf(shape).isEmpty();
      long count = entry.requests().requests();
      if (declared || table == null || count == 0 || entry.units().isEmpty()) {
        continue;
      }
      any = true;
      Map<@Nullable String, double[]> sums = new LinkedHashMap<>();
      add(entry, sums);
      List<AccessLoad> accesses = averages(shape.table(), sums, count);
      UsageRate rate = observedRate(BigDecimal.valueOf(count));
      boolean transactional = shape.operation().startsWith("Transact");
      Surcharges surcharges =
          new Surcharges(transactional, shape.mode().consistent() && !transactional);
      patterns.add(new PatternLoad(uniqueName(shape), rate, accesses, surcharges));
      BigDecimal perSecond = rate.perSecond(hoursPerMonth);
      requests.add(
          new RequestLoad(
              shape.toString(), shape, EntityMatch.of(table, shape), perSecond, accesses, null));
      for (int hour = 0; hour < HOURS; hour++) {
        day[hour] += perSecond.doubleValue();
      }
    }
    if (any && observedSeconds() == null) {
      notes.add(
          "The clock did not advance by a second between the observed requests, so their frequency"
              + " is unknown; their number counts as that of a month.");
    }
  }

  private String uniqueName(Shape shape) {
    String name = shape.toString();
    int number = 1;
    for (PatternLoad pattern : patterns) {
      if (pattern.name().equals(name)) {
        number++;
        name = shape + " (" + number + ")";
      }
    }
    return name;
  }

  private UsageRate observedRate(BigDecimal count) {
    BigDecimal seconds = observedSeconds();
    return seconds == null
        ? new UsageRate(count, Per.MONTH)
        : new UsageRate(count.divide(seconds, MathContext.DECIMAL64), Per.SECOND);
  }

  /** Returns the observed time, or null if it is less than a second. */
  private @Nullable BigDecimal observedSeconds() {
    Instant from = ledger == null ? null : ledger.totals().from();
    Instant to = ledger == null ? null : ledger.totals().to();
    if (from == null || to == null) {
      return null;
    }
    long seconds = Duration.between(from, to).toSeconds();
    return seconds < 1 ? null : BigDecimal.valueOf(seconds);
  }

  private DayCurve curve() {
    double sum = Arrays.stream(day).sum();
    if (sum == 0) {
      return DayCurve.FLAT;
    }
    List<BigDecimal> weights = new ArrayList<>();
    for (double hour : day) {
      weights.add(BigDecimal.valueOf(hour / sum * HOURS).round(MathContext.DECIMAL32));
    }
    return new DayCurve(weights);
  }
}
