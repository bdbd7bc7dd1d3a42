package dev.monotable.design.render;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.report.ContractRow;
import dev.monotable.design.report.CostBill;
import dev.monotable.design.report.CostShare;
import dev.monotable.design.report.CostSummary;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.HeatSummary;
import dev.monotable.design.report.PatternRow;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The changes between two reports of a design.
 *
 * @param patterns the access patterns that were added, removed or changed in what they consume or
 *     in their coverage
 * @param found the open findings that were not open before
 * @param gone the findings that were open before and are not found any more
 * @param accepted the findings that were open before and are accepted now
 * @param broken the contracts that are broken and were not broken before
 * @param costs the monthly amounts that changed: the totals, then tables and indexes, then patterns
 * @param limits the tables and indexes whose traffic or limit changed
 */
public record ReportChanges(
    List<PatternChange> patterns,
    List<Finding> found,
    List<Finding> gone,
    List<Finding> accepted,
    List<ContractRow> broken,
    List<AmountChange> costs,
    List<LimitChange> limits) {
  /** A smaller change of an amount is not worth a line. */
  private static final BigDecimal CENT = new BigDecimal("0.01");

  private static final double SAME = 1e-3;

  /**
   * A change of an access pattern.
   *
   * @param before null if it was added
   * @param after null if it was removed
   */
  public record PatternChange(@Nullable PatternRow before, @Nullable PatternRow after) {
    PatternRow either() {
      return after == null ? Objects.requireNonNull(before) : after;
    }
  }

  /**
   * A change of a monthly amount, on demand unless the name says otherwise.
   *
   * @param before null if it was not in the bill
   * @param after null if it is not in the bill any more
   */
  public record AmountChange(
      String name, @Nullable BigDecimal before, @Nullable BigDecimal after) {}

  /**
   * A change of the rate at which a table or index throttles with the partitions of the start.
   *
   * @param before null if it had no traffic
   * @param after null if it has no traffic any more
   */
  public record LimitChange(@Nullable HeatSummary before, @Nullable HeatSummary after) {
    HeatSummary either() {
      return after == null ? Objects.requireNonNull(before) : after;
    }
  }

  public ReportChanges {
    patterns = List.copyOf(patterns);
    found = List.copyOf(found);
    gone = List.copyOf(gone);
    accepted = List.copyOf(accepted);
    broken = List.copyOf(broken);
    costs = List.copyOf(costs);
    limits = List.copyOf(limits);
  }

  /** Compares a report with an earlier one. */
  public static ReportChanges between(DesignReport base, DesignReport current) {
    // An assumed size changes with the number of observed requests, and not with the design.
    boolean sized = !base.isOfAssumedSize() && !current.isOfAssumedSize();
    return new ReportChanges(
        patterns(base, current),
        found(base, current),
        gone(base, current),
        accepted(base, current),
        broken(base, current),
        sized ? costs(base.forecast().cost(), current.forecast().cost()) : List.of(),
        sized ? limits(base.forecast().heat(), current.forecast().heat()) : List.of());
  }

  /** Returns whether nothing changed. */
  public boolean isEmpty() {
    return patterns.isEmpty()
        && found.isEmpty()
        && gone.isEmpty()
        && accepted.isEmpty()
        && broken.isEmpty()
        && costs.isEmpty()
        && limits.isEmpty();
  }

  private static List<PatternChange> patterns(DesignReport base, DesignReport current) {
    List<PatternChange> changes = new ArrayList<>();
    for (PatternRow after : current.matrix().rows()) {
      PatternRow before = base.matrix().findRow(after.name());
      if (before == null || isChanged(before, after)) {
        changes.add(new PatternChange(before, after));
      }
    }
    for (PatternRow before : base.matrix().rows()) {
      if (current.matrix().findRow(before.name()) == null) {
        changes.add(new PatternChange(before, null));
      }
    }
    return changes;
  }

  private static boolean isChanged(PatternRow before, PatternRow after) {
    return before.coverage() != after.coverage()
        || !targets(before).equals(targets(after))
        || differ(before.readUnits(), after.readUnits())
        || differ(before.writeUnits(), after.writeUnits());
  }

  private static Set<String> targets(PatternRow row) {
    Set<String> targets = new HashSet<>();
    row.cells().forEach(cell -> targets.add(cell.target() + cell.actions()));
    return targets;
  }

  private static boolean differ(double one, double other) {
    return Math.abs(one - other) > SAME * Math.max(Math.abs(one), Math.abs(other));
  }

  private static List<Finding> found(DesignReport base, DesignReport current) {
    return without(open(current), open(base), ReportChanges::name);
  }

  private static List<Finding> gone(DesignReport base, DesignReport current) {
    return without(open(base), current.findings(), ReportChanges::name);
  }

  /** Returns the findings of the current report, which say why they are accepted. */
  private static List<Finding> accepted(DesignReport base, DesignReport current) {
    List<Finding> closed = without(open(base), open(current), ReportChanges::name);
    Set<String> names = closed.stream().map(ReportChanges::name).collect(Collectors.toSet());
    return current.findings().stream()
        .filter(finding -> finding.isAccepted() && names.contains(name(finding)))
        .toList();
  }

  private static List<Finding> open(DesignReport report) {
    return report.findings().stream().filter(finding -> !finding.isAccepted()).toList();
  }

  private static String name(Finding finding) {
    return finding.id() + '\n' + finding.subject();
  }

  private static List<ContractRow> broken(DesignReport base, DesignReport current) {
    return without(
        current.broken(), base.broken(), contract -> contract.pattern() + '\n' + contract.test());
  }

  /** Returns what is not among others by its name. */
  private static <T> List<T> without(List<T> all, List<T> others, Function<T, String> name) {
    Set<String> names = others.stream().map(name).collect(Collectors.toSet());
    return all.stream().filter(each -> !names.contains(name.apply(each))).toList();
  }

  private static List<AmountChange> costs(
      @Nullable CostSummary base, @Nullable CostSummary current) {
    Map<String, BigDecimal> before = amounts(base);
    Map<String, BigDecimal> after = amounts(current);
    Set<String> names = new java.util.LinkedHashSet<>(after.keySet());
    names.addAll(before.keySet());
    List<AmountChange> changes = new ArrayList<>();
    for (String name : names) {
      BigDecimal one = before.get(name);
      BigDecimal other = after.get(name);
      BigDecimal difference =
          (one == null ? BigDecimal.ZERO : one).subtract(other == null ? BigDecimal.ZERO : other);
      if (difference.abs().compareTo(CENT) >= 0) {
        changes.add(new AmountChange(name, one, other));
      }
    }
    return changes;
  }

  private static Map<String, BigDecimal> amounts(@Nullable CostSummary cost) {
    Map<String, BigDecimal> amounts = new LinkedHashMap<>();
    if (cost != null) {
      CostBill bill = cost.onDemand();
      amounts.put("on demand", bill.total());
      amounts.put("provisioned", cost.provisioned().total());
      for (List<CostShare> shares : List.of(bill.tables(), bill.indexes(), bill.patterns())) {
        shares.forEach(share -> amounts.put(share.name(), share.amount()));
      }
    }
    return amounts;
  }

  private static List<LimitChange> limits(List<HeatSummary> base, List<HeatSummary> current) {
    Map<String, HeatSummary> before = new HashMap<>();
    base.forEach(heat -> before.put(heat.target(), heat));
    List<LimitChange> changes = new ArrayList<>();
    for (HeatSummary after : current) {
      HeatSummary earlier = before.remove(after.target());
      if (earlier == null || isChanged(earlier, after)) {
        changes.add(new LimitChange(earlier, after));
      }
    }
    base.stream()
        .filter(heat -> before.containsKey(heat.target()))
        .forEach(heat -> changes.add(new LimitChange(heat, null)));
    return changes;
  }

  /** Returns whether the limit changed, unless it is far above the traffic in both reports. */
  private static boolean isChanged(HeatSummary before, HeatSummary after) {
    double one = before.atStart().factor();
    double other = after.atStart().factor();
    return Math.min(one, other) < Figures.AMPLE && differ(one, other);
  }
}
