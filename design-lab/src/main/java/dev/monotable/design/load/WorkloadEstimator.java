package dev.monotable.design.load;

import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.load.PatternLoad.Surcharges;
import dev.monotable.design.load.UsageRate.Per;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.EntityMatch;
import dev.monotable.design.model.Frequency;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.model.Shape;
import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.observe.IndexChange;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Puts declared and observed loads together; see {@link WorkloadEstimate}. */
final class WorkloadEstimator {
  private static final int HOURS = 24;

  /** As many access patterns are named in a note. */
  private static final int MAX_NAMED = 8;

  private static final UsageRate NEVER = UsageRate.of(0, Per.MONTH);
  private static final BigDecimal NOTABLE = new BigDecimal("0.01");
  private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);

  private final @Nullable Design design;
  private final @Nullable Ledger ledger;
  private final int hoursPerMonth;
  private final boolean larger;
  private final List<String> differing = new ArrayList<>();
  private final List<String> withoutFrequency = new ArrayList<>();
  private final Map<String, DesignTable> tables = new LinkedHashMap<>();
  private final RequestEstimator estimator;
  private final List<RequestLoad> requests = new ArrayList<>();
  private final List<PatternLoad> patterns = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final double[] day = new double[HOURS];

  /**
   * Creates an estimator.
   *
   * @param larger whether declared sizes count if they give more than the observed units
   */
  WorkloadEstimator(
      @Nullable Design design, @Nullable Ledger ledger, int hoursPerMonth, boolean larger) {
    this.design = design;
    this.larger = larger;
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
    addNotes();
    TableEstimator stored =
        new TableEstimator(new EntitySizes(ledger), ledger, hoursPerMonth, notes);
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
      List<AccessLoad> each = accesses(pattern, request);
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
      transactional &= shape.isTransaction();
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
    withoutFrequency.add("\"" + pattern.name() + "\"");
    return NEVER;
  }

  private void addNotes() {
    if (!withoutFrequency.isEmpty()) {
      notes.add(
          fill(
              "How often {} {} is not declared, so it is in neither the cost nor the heat. Declare"
                  + " it, such as frequency: 10/s.",
              some(withoutFrequency),
              withoutFrequency.size() == 1 ? "runs" : "run"));
    }
    if (!differing.isEmpty()) {
      notes.add(
          fill(
              "By the declared sizes, requests consume more than was observed; the larger number"
                  + " counts. A use of {}.",
              some(differing)));
    }
  }

  private static String some(List<String> texts) {
    int shown = Math.min(MAX_NAMED, texts.size());
    String first = String.join(", ", texts.subList(0, shown));
    return shown == texts.size()
        ? first
        : first + " and " + Numbers.plain(texts.size() - shown) + " others";
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

  /** Returns what one request consumes: measured or by the declared sizes, if that is more. */
  private List<AccessLoad> accesses(DeclaredPattern pattern, PatternRequest request) {
    Map<@Nullable String, double[]> sums = new LinkedHashMap<>();
    Map<String, Long> changes = new HashMap<>();
    long count = 0;
    long read = 0;
    long found = 0;
    long missed = 0;
    for (LedgerEntry entry : entries(request)) {
      count += entry.requests().requests();
      read += entry.reads().read();
      found += entry.writes().applied() - entry.writes().missed();
      missed += entry.writes().missed();
      entry.writes().indexChanges().forEach((index, kinds) -> add(index, kinds, changes));
      add(entry, sums);
    }
    if (count == 0) {
      return estimator.estimate(request, null);
    }
    // A delete that found nothing and a write whose condition failed cost indexes nothing, and say
    // nothing about those that change an item.
    boolean writes = request.shape().action().isWrite();
    List<AccessLoad> observed =
        averages(request.shape().table(), sums, count, writes ? Math.max(1, found) : count);
    boolean failed = writes && found + missed == 0;
    if (!larger || failed || !estimator.hasDeclaredSizes(request)) {
      return observed;
    }
    List<AccessLoad> declared = estimator.estimate(request, (double) read / count);
    List<AccessLoad> accesses = new ArrayList<>();
    for (AccessLoad access : observed) {
      double entries =
          access.index() == null || !writes
              ? 1
              : (double) changes.getOrDefault(access.index(), 0L) / Math.max(1, found);
      accesses.add(larger(access, declared, entries));
    }
    if (found == 0 && missed > 0) {
      declared.stream().filter(access -> access.index() != null).forEach(accesses::add);
    }
    addDifference(pattern, observed, accesses);
    return accesses;
  }

  /** Adds the number of index entries that changes write. */
  private static void add(
      String index, Map<IndexChange.Kind, Long> kinds, Map<String, Long> changes) {
    kinds.forEach(
        (kind, count) ->
            changes.merge(index, kind == IndexChange.Kind.MOVED ? 2 * count : count, Long::sum));
  }

  /**
   * Returns the larger of measured and declared units.
   *
   * @param entries how many index entries a write changes, on average
   */
  private static AccessLoad larger(AccessLoad measured, List<AccessLoad> declared, double entries) {
    for (AccessLoad each : declared) {
      if (Objects.equals(each.index(), measured.index())) {
        return new AccessLoad(
            measured.table(),
            measured.index(),
            measured.readUnits().max(each.readUnits()),
            measured
                .writeUnits()
                .max(
                    each.writeUnits()
                        .multiply(BigDecimal.valueOf(entries), MathContext.DECIMAL64)));
      }
    }
    return measured;
  }

  private void addDifference(
      DeclaredPattern pattern, List<AccessLoad> observed, List<AccessLoad> larger) {
    BigDecimal before = sum(observed);
    BigDecimal after = sum(larger);
    if (after.subtract(before).compareTo(before.multiply(NOTABLE)) > 0) {
      differing.add(
          fill(
              "\"{}\": {} instead of {} units",
              pattern.name(),
              Numbers.plain(after.round(THREE_DIGITS)),
              Numbers.plain(before.round(THREE_DIGITS))));
    }
  }

  private static BigDecimal sum(List<AccessLoad> accesses) {
    BigDecimal sum = BigDecimal.ZERO;
    for (AccessLoad access : accesses) {
      sum = sum.add(access.readUnits()).add(access.writeUnits());
    }
    return sum;
  }

  private static void add(LedgerEntry entry, Map<@Nullable String, double[]> sums) {
    for (ConsumedUnits units : entry.units()) {
      double[] sum = sums.computeIfAbsent(units.index(), index -> new double[2]);
      sum[0] += units.readUnits();
      sum[1] += units.writeUnits();
    }
  }

  /**
   * Returns average units.
   *
   * @param count the number of requests
   * @param countOfIndexes the number of requests that can have changed an index
   */
  private static List<AccessLoad> averages(
      String table, Map<@Nullable String, double[]> sums, long count, long countOfIndexes) {
    List<AccessLoad> accesses = new ArrayList<>();
    sums.forEach(
        (index, sum) -> {
          long of = index == null ? count : countOfIndexes;
          accesses.add(new AccessLoad(table, index, average(sum[0], of), average(sum[1], of)));
        });
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
    int undeclared = 0;
    for (LedgerEntry entry : ledger.entries()) {
      Shape shape = entry.shape();
      DesignTable table = tables.get(shape.table());
      boolean declared = design != null && !design.patternsOf(shape).isEmpty();
      long count = entry.requests().requests();
      if (declared || table == null || count == 0 || entry.units().isEmpty()) {
        continue;
      }
      undeclared++;
      Map<@Nullable String, double[]> sums = new LinkedHashMap<>();
      add(entry, sums);
      List<AccessLoad> accesses = averages(shape.table(), sums, count, count);
      boolean transactional = shape.isTransaction();
      Surcharges surcharges =
          new Surcharges(transactional, shape.mode().consistent() && !transactional);
      patterns.add(new PatternLoad(uniqueName(shape), NEVER, accesses, surcharges));
    }
    if (undeclared > 0) {
      notes.add(
          Numbers.plain(undeclared)
              + (undeclared == 1 ? " form of requests belongs" : " forms of requests belong")
              + " to no access pattern. How often they run is not known, so they are in neither the"
              + " cost nor the heat.");
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
