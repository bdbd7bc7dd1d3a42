package dev.monotable.design.report;

import dev.monotable.design.finding.Consequence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.Rank;
import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.load.AccessLoad;
import dev.monotable.design.load.RequestLoad;
import dev.monotable.design.load.WorkloadEstimate;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The order of findings by what they lead to at the size of a design: wrong results first, then
 * throttling, then money. The kind of a finding decides, except that heat decides when traffic is
 * throttled.
 */
final class Ranking {
  private static final double TEN_TIMES = 10;

  /** Requests with so much of the units of a table or index are the reason that it throttles. */
  private static final double MOST = 0.5;

  private static final Comparator<BigDecimal> LARGEST_FIRST = Comparator.reverseOrder();

  private final Design design;
  private final Ledger ledger;
  private final WorkloadEstimate estimate;
  private final Map<String, HeatSummary> heat = new HashMap<>();
  private final Map<String, BigDecimal> costs = new HashMap<>();
  private final Map<String, BigDecimal> patterns = new HashMap<>();

  /**
   * Creates a ranking.
   *
   * @param design with the frequencies of the estimate
   */
  Ranking(Design design, Ledger ledger, WorkloadEstimate estimate, Forecast forecast) {
    this.design = design;
    this.ledger = ledger;
    this.estimate = estimate;
    forecast.heat().forEach(each -> heat.put(each.target(), each));
    CostSummary cost = forecast.cost();
    if (cost != null) {
      cost.onDemand().tables().forEach(each -> costs.put(each.name(), each.amount()));
      cost.onDemand().indexes().forEach(each -> costs.put(each.name(), each.amount()));
      cost.onDemand().patterns().forEach(each -> patterns.put(each.name(), each.amount()));
    }
  }

  /** Returns findings with their ranks, the worst first. */
  List<Finding> of(List<Finding> findings) {
    List<Finding> ranked = new ArrayList<>();
    findings.forEach(finding -> ranked.add(finding.withRank(rank(finding))));
    ranked.sort(
        Comparator.comparing(Finding::consequence)
            .thenComparing(Ranking::byConsequence)
            .thenComparing(Finding::severity)
            .thenComparing(Ranking::monthly, LARGEST_FIRST)
            .thenComparing(Finding::id)
            .thenComparing(Finding::subject));
    for (int i = 0; i < ranked.size(); i++) {
      Rank rank = Objects.requireNonNull(ranked.get(i).rank());
      ranked.set(
          i,
          ranked
              .get(i)
              .withRank(new Rank(i + 1, rank.consequence(), rank.limit(), rank.monthly())));
    }
    return ranked;
  }

  /** Compares by the first limit, or by the largest amount. */
  private static int byConsequence(Finding one, Finding other) {
    return switch (one.consequence()) {
      case FAILURE, FAILURE_AT_TEN_TIMES -> Double.compare(limit(one), limit(other));
      case COST -> LARGEST_FIRST.compare(monthly(one), monthly(other));
      case WRONG, STYLE -> 0;
    };
  }

  private static double limit(Finding finding) {
    Rank rank = finding.rank();
    return rank == null || rank.limit() == null ? 0 : rank.limit();
  }

  private static BigDecimal monthly(Finding finding) {
    Rank rank = finding.rank();
    return rank == null || rank.monthly() == null ? BigDecimal.ZERO : rank.monthly();
  }

  private Rank rank(Finding finding) {
    Consequence consequence = finding.type().consequence();
    String subject = finding.subject();
    List<RequestLoad> requests = requests(subject);
    Double limit = null;
    if (consequence == Consequence.COST || consequence == Consequence.FAILURE_AT_TEN_TIMES) {
      limit =
          requests.isEmpty() && consequence != Consequence.COST ? own(subject) : limit(requests);
      if (limit != null && limit < TEN_TIMES) {
        consequence = limit < 1 ? Consequence.FAILURE : Consequence.FAILURE_AT_TEN_TIMES;
      } else if (limit != null && consequence != Consequence.COST) {
        consequence = Consequence.STYLE;
      }
    }
    return new Rank(1, consequence, limit, monthly(subject, requests));
  }

  /** Returns the limit of a table, an index, or the table of an entity; null if it is unknown. */
  private @Nullable Double own(String subject) {
    HeatSummary of = heat.get(subject);
    int slash = subject.indexOf('/');
    if (of == null && slash > 0) {
      of = heat.get(subject.substring(0, slash));
    }
    return of == null ? null : of.settled().factor();
  }

  /** Returns the lowest limit that requests are the reason of; null if they are of none. */
  private @Nullable Double limit(List<RequestLoad> requests) {
    Double lowest = null;
    for (HeatSummary each : heat.values()) {
      double limit = each.settled().factor();
      boolean writes = each.settled().cause().isWrites();
      double own = units(each.target(), requests, writes);
      double all = own == 0 ? 0 : units(each.target(), estimate.requests(), writes);
      if (own > 0 && own >= MOST * all && (lowest == null || limit < lowest)) {
        lowest = limit;
      }
    }
    return lowest;
  }

  private static double units(String target, List<RequestLoad> requests, boolean writes) {
    double units = 0;
    for (RequestLoad request : requests) {
      for (AccessLoad access : request.accesses()) {
        if (new AccessColumn(access.table(), access.index()).target().equals(target)) {
          BigDecimal each = writes ? access.writeUnits() : access.readUnits();
          units += each.doubleValue() * request.perSecond().doubleValue();
        }
      }
    }
    return units;
  }

  /** Returns the load of the requests that a finding is about: of a pattern, or of a form. */
  private List<RequestLoad> requests(String subject) {
    List<RequestLoad> found = new ArrayList<>();
    for (RequestLoad request : estimate.requests()) {
      if (request.pattern().equals(subject)) {
        found.add(request);
      }
    }
    if (!found.isEmpty()) {
      return found;
    }
    for (LedgerEntry entry : ledger.entries()) {
      if (entry.shape().toString().equals(subject)) {
        for (DeclaredPattern pattern : design.patternsOf(entry.shape())) {
          var of = Objects.requireNonNull(pattern.find(entry.shape()));
          for (RequestLoad request : estimate.requests()) {
            if (request.pattern().equals(pattern.name()) && request.shape().equals(of.shape())) {
              found.add(request);
            }
          }
        }
      }
    }
    return found;
  }

  private @Nullable BigDecimal monthly(String subject, List<RequestLoad> requests) {
    BigDecimal of = costs.get(subject);
    if (of != null) {
      return of;
    }
    Set<String> names = new HashSet<>();
    requests.forEach(request -> names.add(request.pattern()));
    if (requests.isEmpty()) {
      for (RequestLoad request : estimate.requests()) {
        DesignTable table = design.findTable(request.shape().table());
        if (table != null
            && request.entities().stream()
                .anyMatch(entity -> subject.equals(table.name() + "/" + entity.name()))) {
          names.add(request.pattern());
        }
      }
    }
    BigDecimal sum = null;
    for (String name : names) {
      BigDecimal amount = patterns.get(name);
      sum = amount == null ? sum : sum == null ? amount : sum.add(amount);
    }
    return sum;
  }
}
