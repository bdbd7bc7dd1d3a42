package dev.monotable.design.report;

import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.finding.Consequence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.heat.ThrottlePoint;
import dev.monotable.design.load.Words;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first sentence of a report, with the figures beside it.
 *
 * @param sentence where the design fails first, where it costs most, and what to fix
 * @param fix the places of the findings to fix first, by their rank; at most three
 * @param expensive the access patterns that cost most in a month on demand; at most three
 * @param assumption the size that is assumed because none is declared; null if one is
 */
public record Verdict(
    String sentence, List<Integer> fix, List<CostShare> expensive, @Nullable String assumption) {
  private static final int MOST = 3;
  private static final String[] NUMBERS = {"this", "these two", "these three"};

  /** A limit that is so many times higher than the traffic is not named. */
  private static final double AMPLE = 100;

  /** A key with a smaller share of the units of a partition is not named. */
  private static final double LEAST_SHARE = 0.01;

  private static final MathContext TWO_DIGITS = new MathContext(2, RoundingMode.HALF_UP);

  public Verdict {
    fix = List.copyOf(fix);
    expensive = List.copyOf(expensive);
  }

  /**
   * Returns the verdict.
   *
   * @param findings the findings by their rank
   */
  static Verdict of(List<Finding> findings, Forecast forecast, @Nullable String assumption) {
    List<Integer> places = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < findings.size() && places.size() < MOST; i++) {
      Finding finding = findings.get(i);
      if (!finding.isAccepted() && finding.type().consequence() != Consequence.STYLE) {
        places.add(i + 1);
        names.add(finding.type().title() + " (" + AttributeText.shortened(finding.subject()) + ")");
      }
    }
    CostSummary cost = forecast.cost();
    return new Verdict(
        sentence(names, forecast),
        places,
        cost == null ? List.of() : expensive(cost.onDemand().patterns()),
        assumption);
  }

  private static List<CostShare> expensive(List<CostShare> patterns) {
    return patterns.stream().filter(each -> each.amount().signum() > 0).limit(MOST).toList();
  }

  private static String sentence(List<String> names, Forecast forecast) {
    String limit = limit(forecast.heat());
    String cost = cost(forecast.cost());
    if (names.isEmpty()) {
      return fill(
          "This design has nothing to fix: its first limit is {}, and its largest cost {}.",
          limit == null ? "unknown, as its traffic is" : limit,
          cost == null ? "is unknown" : "is " + cost);
    }
    List<String> parts = new ArrayList<>();
    if (limit != null) {
      parts.add("fails first at " + limit);
    }
    if (cost != null) {
      parts.add("costs most in " + cost);
    }
    String fix = "fix " + NUMBERS[names.size() - 1] + ": " + String.join("; ", names) + ".";
    return parts.isEmpty()
        ? "How large this design becomes is unknown; " + fix
        : "This design " + String.join(", and ", parts) + "; " + fix;
  }

  /** Returns the lowest limit of a table or index; null if no traffic is known. */
  private static @Nullable String limit(List<HeatSummary> heat) {
    HeatSummary narrowest =
        heat.stream().min(Comparator.comparingDouble(each -> each.atStart().factor())).orElse(null);
    if (narrowest == null) {
      return null;
    }
    ThrottlePoint point = narrowest.atStart();
    if (point.factor() >= AMPLE) {
      return "more than 100 times its traffic";
    }
    String key = point.share() < LEAST_SHARE ? "" : " for " + AttributeText.shortened(point.key());
    return fill(
        "{} times its traffic, by the {} of {}{}",
        Words.plain(BigDecimal.valueOf(point.factor()).round(TWO_DIGITS).doubleValue()),
        point.cause().limit(),
        narrowest.target(),
        key);
  }

  /** Returns the largest cost; null if the cost is unknown. */
  private static @Nullable String cost(@Nullable CostSummary cost) {
    if (cost == null || cost.onDemand().total().signum() <= 0) {
      return null;
    }
    CostBill bill = cost.onDemand();
    BigDecimal rest = bill.total();
    for (CostShare share : bill.patterns()) {
      rest = rest.subtract(share.amount());
    }
    List<CostShare> first = expensive(bill.patterns());
    boolean requests = !first.isEmpty() && first.get(0).amount().compareTo(rest) >= 0;
    return fill(
        "{} ({} of {} a month on demand)",
        requests ? "“" + AttributeText.shortened(first.get(0).name()) + "”" : "storage and backups",
        cost.money(requests ? first.get(0).amount() : rest),
        cost.money(bill.total()));
  }
}
