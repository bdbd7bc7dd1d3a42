package dev.monotable.design.render;

import static dev.monotable.design.load.Words.count;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.Trial;
import dev.monotable.design.load.Numbers;
import dev.monotable.design.report.AdviceCounts;
import dev.monotable.design.report.CostSummary;
import dev.monotable.design.report.Coverage;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.ObservedTotals;
import dev.monotable.design.report.PatternRow;
import dev.monotable.design.report.ReportSummary;
import dev.monotable.design.report.Verdict;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Numbers and phrases that several formats of a report contain. */
final class Figures {
  static final String ALL_USED = "Each action that policies allow was used.";

  private static final MathContext TWO_DIGITS = new MathContext(2, RoundingMode.HALF_UP);
  private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);

  /** A limit that is so many times higher than the traffic is not named. */
  static final double AMPLE = 100;

  private Figures() {}

  /** Returns a factor: {@code 6.8 ×}, {@code 100+ ×}. */
  static String times(double factor) {
    return factor >= AMPLE
        ? "100+ ×"
        : Numbers.plain(BigDecimal.valueOf(factor).round(TWO_DIGITS)) + " ×";
  }

  /** Returns an amount for a column: {@code $1,234.50}, {@code < $0.01}. */
  static String shortMoney(CostSummary cost, BigDecimal amount) {
    return cost.money(amount).replace("less than ", "< ");
  }

  /** Returns units with at most three significant digits after the point: {@code 0.5}. */
  static String units(double units) {
    BigDecimal exact = BigDecimal.valueOf(units);
    return Numbers.plain(
        Math.abs(units) >= 100
            ? exact.setScale(0, RoundingMode.HALF_UP)
            : exact.round(THREE_DIGITS));
  }

  /** Returns a size: {@code 400 bytes}, {@code 1.5 MB}; a KB is 1,024 bytes. */
  static String bytes(double bytes) {
    String[] units = {"bytes", "KB", "MB", "GB", "TB"};
    int unit = 0;
    double size = bytes;
    while (size >= 1024 && unit < units.length - 1) {
      size /= 1024;
      unit++;
    }
    return Numbers.plain(BigDecimal.valueOf(size).round(THREE_DIGITS)) + " " + units[unit];
  }

  /** Returns units, or nothing for 0. */
  static String someUnits(double units) {
    return units == 0 ? "" : units(units);
  }

  /** Returns a title that begins with a capital letter. */
  static String title(String title) {
    return title.isEmpty() ? title : Character.toUpperCase(title.charAt(0)) + title.substring(1);
  }

  /** Returns a statement with a period at its end. */
  static String sentence(String statement) {
    return statement.isEmpty() || ".!?".indexOf(statement.charAt(statement.length() - 1)) >= 0
        ? statement
        : statement + ".";
  }

  /** Returns why a finding is accepted, after a colon; nothing if it is not. */
  static String reason(Finding finding) {
    return finding.accepted() == null ? "" : ": " + finding.accepted().reason();
  }

  /** Returns the cost of a month of a pattern, or nothing if it is 0 or unknown. */
  static String monthly(DesignReport report, PatternRow row) {
    CostSummary cost = report.forecast().cost();
    BigDecimal amount = row.monthlyCost();
    return cost == null || amount == null || amount.signum() == 0 ? "" : shortMoney(cost, amount);
  }

  /** Returns how many patterns were observed, in one phrase. */
  static String coverage(DesignReport report) {
    ReportSummary summary = report.header().summary();
    String patterns =
        report.header().declared()
            ? summary.observed()
                + " of "
                + count(summary.patterns(), "access pattern")
                + " observed"
            : count(summary.patterns(), "access pattern") + " observed, none declared";
    return summary.undeclared() == 0
        ? patterns
        : patterns + ", " + count(summary.undeclared(), "undeclared request");
  }

  /** Returns whether a finding has no advice because the usual one would not help. */
  static boolean isWithheld(Finding finding) {
    return finding.trial() != null && finding.trial().kind() == Trial.Kind.WITHHELD;
  }

  /** Returns how far the advice of findings was tested, in one phrase; empty without findings. */
  private static String advice(@Nullable AdviceCounts counts) {
    List<String> parts = new ArrayList<>();
    if (counts != null) {
      add(parts, counts.replayed(), "replayed");
      add(parts, counts.calculated(), "calculated");
      add(parts, counts.toDecide(), "to be decided");
      add(parts, counts.withheld(), "withheld");
    }
    return parts.isEmpty() ? "" : "; advice: " + String.join(", ", parts);
  }

  private static void add(List<String> parts, int number, String what) {
    if (number > 0) {
      parts.add(number + " " + what);
    }
  }

  /** Returns the numbers of findings, in one phrase. */
  static String findings(DesignReport report) {
    ReportSummary summary = report.header().summary();
    List<String> parts = new ArrayList<>();
    if (summary.errors() > 0) {
      parts.add(count(summary.errors(), "error"));
    }
    if (summary.warnings() > 0) {
      parts.add(count(summary.warnings(), "warning"));
    }
    if (summary.advice() > 0) {
      parts.add(summary.advice() + " advice");
    }
    if (parts.isEmpty()) {
      parts.add("no open findings");
    }
    if (summary.accepted() > 0) {
      parts.add(summary.accepted() + " accepted");
    }
    return String.join(", ", parts) + advice(summary.tested());
  }

  /** Returns the cost of a month, in one phrase; without frequencies, it asks for them. */
  static String cost(DesignReport report) {
    var cost = report.forecast().cost();
    if (cost == null) {
      return "cost unknown: no access pattern declares how often it runs, such as frequency: 10/s";
    }
    long unknown =
        report.isOfAssumedSize()
            ? 0
            : report.matrix().rows().stream()
                .filter(row -> row.coverage() != Coverage.UNDECLARED && row.frequency() == null)
                .count();
    return cost.money(cost.onDemand().total())
        + " a month on demand, "
        + cost.money(cost.provisioned().total())
        + " provisioned"
        + (unknown == 0
            ? ""
            : ", without "
                + count(unknown, "access pattern")
                + " that "
                + (unknown == 1 ? "declares" : "declare")
                + " no frequency");
  }

  /** Returns the most expensive access patterns, in one phrase; empty if no cost is known. */
  static String expensive(DesignReport report) {
    CostSummary cost = report.forecast().cost();
    Verdict verdict = report.verdict();
    if (cost == null || verdict == null || verdict.expensive().isEmpty()) {
      return "";
    }
    return "most expensive: "
        + String.join(
            "; ",
            verdict.expensive().stream()
                .map(each -> each.name() + ", " + cost.money(each.amount()) + " a month")
                .toList());
  }

  /** Returns the size that is assumed; empty if one is declared. */
  static String assumption(DesignReport report) {
    Verdict verdict = report.verdict();
    return verdict == null || verdict.assumption() == null ? "" : verdict.assumption();
  }

  /** Returns what was observed, in one phrase. */
  static String observed(ObservedTotals observed) {
    String tests = observed.tests() == 0 ? "" : " of " + count(observed.tests(), "test");
    return count(observed.requests(), "request")
        + tests
        + ", "
        + units(observed.readUnits())
        + (observed.readUnits() == 1 ? " read unit, " : " read units, ")
        + units(observed.writeUnits())
        + (observed.writeUnits() == 1 ? " write unit" : " write units");
  }
}
