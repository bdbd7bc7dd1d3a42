package dev.monotable.design.render;

import static dev.monotable.design.load.Words.count;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.load.Assumption;
import dev.monotable.design.outlook.SameTraffic;
import dev.monotable.design.render.BlockPrinter.Bar;
import dev.monotable.design.render.BlockPrinter.Bars;
import dev.monotable.design.report.CostBill;
import dev.monotable.design.report.CostShare;
import dev.monotable.design.report.CostSummary;
import dev.monotable.design.report.Coverage;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.HeatSummary;
import dev.monotable.design.report.ObservedTotals;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The blocks of a report: which there are in a format, and in which order. */
final class ReportBlocks {
  private static final int MAX_SHARES = 6;
  private static final int MAX_BARS = 12;

  private final DesignReport report;

  /** Earlier reports, the oldest first. */
  private final List<DesignReport> bases;

  private final BlockPrinter to;

  ReportBlocks(DesignReport report, List<DesignReport> bases, BlockPrinter to) {
    this.report = report;
    this.bases = ReportHistory.ordered(bases);
    this.to = to;
  }

  /** Prints a report for a terminal; with earlier reports, what changed. */
  void toTerminal() {
    to.summary(report, !bases.isEmpty());
    against();
    if (!bases.isEmpty()) {
      to.heading("Changes");
      changes();
      return;
    }
    if (!report.matrix().rows().isEmpty()) {
      to.matrix(report);
      to.note(
          "Units of one use of a pattern. ✓ observed, ~ partly observed, ✗ not observed, ?"
              + " undeclared");
    }
    if (!report.contracts().isEmpty()) {
      int broken = report.broken().size();
      to.heading(
          "Contracts: " + (report.contracts().size() - broken) + " kept, " + broken + " broken");
      to.contracts(report.broken());
    }
    openFindings(report.findings());
    List<Finding> accepted = report.findings().stream().filter(Finding::isAccepted).toList();
    if (!accepted.isEmpty()) {
      to.heading("Accepted findings");
      accepted.forEach(
          each -> to.sentence(each.id() + ", " + each.subject() + Figures.reason(each)));
    }
    access();
    bills();
    heatTable();
    scenarios();
    notes();
    int assumptions = report.forecast().assumptions().size();
    if (assumptions > 0) {
      to.remark(
          "Cost and heat rest on "
              + count(assumptions, "assumption")
              + ", which the reports in HTML and JSON list with their sources.");
    }
  }

  /** Prints a short form of a report for a pull request; with earlier reports, what changed. */
  void toPullRequest() {
    to.summary(report, !bases.isEmpty());
    against();
    if (!bases.isEmpty()) {
      changes();
      return;
    }
    List<Phrase> uncovered =
        report.matrix().rows().stream()
            .filter(row -> row.coverage() != Coverage.OBSERVED)
            .map(row -> Phrase.text(row.coverage().label()).then(": ", Phrase.code(row.name())))
            .toList();
    if (!uncovered.isEmpty()) {
      to.heading("Coverage");
      to.list("", uncovered);
    }
    if (!report.broken().isEmpty()) {
      to.heading("Broken contracts");
      to.contracts(report.broken());
    }
    openFindings(report.findings());
    access();
    if (!report.matrix().rows().isEmpty()) {
      to.matrix(report);
    }
    scenarios();
  }

  /** Prints a whole report for a browser. */
  void toPage() {
    if (!bases.isEmpty()) {
      to.section("changes", "Changes", this::changesSinceLast);
    }
    if (bases.size() > 1) {
      to.section("history", "History", this::history);
    }
    SameTraffic against = report.forecast().against();
    if (against != null) {
      to.section("against", AgainstBlocks.TITLE, () -> AgainstBlocks.print(against, to));
    }
    to.section("findings", "Findings", this::findings);
    to.section("patterns", "Access patterns", () -> to.matrix(report));
    to.section("collections", "Item collections", () -> to.collections(report));
    to.section("cost", "Cost of a month", this::cost);
    to.section("heat", "Heat of partitions", () -> to.heat(report));
    if (!report.forecast().scenarios().isEmpty()) {
      to.section("scenarios", ScenarioBlocks.TITLE, () -> ScenarioBlocks.print(report, to));
    }
    to.section("basis", "Basis", this::basis);
  }

  private void against() {
    SameTraffic against = report.forecast().against();
    if (against != null) {
      to.heading(AgainstBlocks.TITLE);
      AgainstBlocks.print(against, to);
    }
  }

  // ---- what changed ----

  private void changes() {
    new ChangeBlocks(bases.get(bases.size() - 1), report, to).changes();
    if (bases.size() > 1) {
      to.heading("History");
      history();
    }
  }

  private void changesSinceLast() {
    DesignReport base = bases.get(bases.size() - 1);
    Instant date = base.header().date();
    String of = date == null ? "" : " of " + date;
    to.sentence("Compared with the report" + of + " on " + base.header().title() + ".");
    new ChangeBlocks(base, report, to).changes();
  }

  private void history() {
    ChangeBlocks.history(new ReportHistory(bases, report), to);
  }

  // ---- findings ----

  private void findings() {
    to.kinds(report);
    if (!report.contracts().isEmpty()) {
      to.heading("Contracts", "contracts");
      int broken = report.broken().size();
      int kept = report.contracts().size() - broken;
      to.sentence(count(kept, "contract") + " kept, " + broken + " broken.");
      to.contracts(report.contracts());
    }
    access();
  }

  private void openFindings(List<Finding> findings) {
    List<Finding> open = findings.stream().filter(finding -> !finding.isAccepted()).toList();
    if (!open.isEmpty()) {
      to.heading("Findings");
      to.findings(open);
    }
  }

  private void access() {
    if (report.access() != null) {
      to.heading("Allowed and never used", "access");
      to.access(report.access());
    }
  }

  // ---- cost ----

  private void bills() {
    CostSummary cost = report.forecast().cost();
    if (cost == null) {
      return;
    }
    to.heading("Cost of a month");
    bill("On demand", cost, cost.onDemand());
    bill("Provisioned", cost, cost.provisioned());
    list(cost.statements());
    to.sentence(
        "Prices of " + cost.region() + " on " + cost.priceDate() + ", " + cost.hours() + " hours");
  }

  private void bill(String name, CostSummary cost, CostBill bill) {
    List<Bar> rows = rows(bill.items(), MAX_SHARES, "Other", cost::money);
    to.bars(new Bars(name, "", cost.money(bill.total()), rows));
    bill.missing().forEach(to::missing);
  }

  private void cost() {
    CostSummary cost = report.forecast().cost();
    if (cost == null) {
      to.note(
          "No access pattern declares how often it runs, such as frequency: 10/s. The time that"
              + " tests take is not used instead.");
      to.whatIf(report);
      return;
    }
    to.sentence(
        "Prices of "
            + (cost.region() + " on " + cost.priceDate() + ", " + cost.hours())
            + " hours, without the free tier of an account.");
    list(cost.statements());
    to.flow(() -> bars(cost));
    to.whatIf(report);
    cost.onDemand().missing().forEach(to::missing);
  }

  private void bars(CostSummary cost) {
    CostBill bill = cost.onDemand();
    BigDecimal onDemand = bill.total();
    BigDecimal provisioned = cost.provisioned().total();
    double largest = onDemand.max(provisioned).doubleValue();
    to.bars(
        new Bars(
            "Capacity mode",
            "Capacity mode",
            "A month",
            List.of(
                bar("On demand", onDemand, largest, Figures.shortMoney(cost, onDemand), "main"),
                bar(
                    "Provisioned, with auto scaling",
                    provisioned,
                    largest,
                    Figures.shortMoney(cost, provisioned),
                    "second"))));
    shares("On demand by access pattern", "Access pattern", bill.patterns(), cost);
    shares("On demand by charge", "Charge", bill.items(), cost);
    if (bill.tables().size() > 1) {
      shares("On demand by table, with its indexes", "Table", bill.tables(), cost);
    }
    shares("On demand by index", "Index", bill.indexes(), cost);
    shares("Provisioned by charge", "Charge", cost.provisioned().items(), cost);
  }

  private void shares(String caption, String names, List<CostShare> shares, CostSummary cost) {
    long charged = shares.stream().filter(share -> share.amount().signum() != 0).count();
    if (charged > 0) {
      // The last one has a row of its own instead of "1 others".
      int most = charged == MAX_BARS + 1 ? MAX_BARS + 1 : MAX_BARS;
      String others = (charged - most) + " others";
      Function<BigDecimal, String> money = amount -> Figures.shortMoney(cost, amount);
      to.bars(new Bars(caption, names, "A month", rows(shares, most, others, money)));
    }
  }

  /** Returns the first amounts that are not 0, and the sum of the others. */
  private static List<Bar> rows(
      List<CostShare> shares, int most, String others, Function<BigDecimal, String> money) {
    List<Bar> rows = new ArrayList<>();
    double largest = 0;
    BigDecimal rest = BigDecimal.ZERO;
    for (CostShare share : shares) {
      BigDecimal amount = share.amount();
      if (amount.signum() != 0 && rows.size() < most) {
        largest = rows.isEmpty() ? amount.doubleValue() : largest;
        rows.add(bar(share.name(), amount, largest, money.apply(amount), "main"));
      } else {
        rest = rest.add(amount);
      }
    }
    if (rest.signum() != 0) {
      rows.add(bar(others, rest, largest, money.apply(rest), "second"));
    }
    return rows;
  }

  private static Bar bar(String name, BigDecimal amount, double largest, String text, String kind) {
    return new Bar(name, largest == 0 ? 0 : amount.doubleValue() / largest, text, kind);
  }

  // ---- heat ----

  private void heatTable() {
    if (report.forecast().heat().isEmpty()) {
      return;
    }
    to.heat(report);
    for (HeatSummary heat : report.forecast().heat()) {
      if (heat.atStart().factor() < Figures.AMPLE || heat.isThrottled()) {
        list(heat.statements());
      }
    }
    to.note("“6 ×” means that six times this traffic is throttled.");
  }

  private void scenarios() {
    if (!report.forecast().scenarios().isEmpty()) {
      to.heading(ScenarioBlocks.TITLE);
      ScenarioBlocks.print(report, to);
    }
  }

  // ---- what the report rests on ----

  private void basis() {
    ObservedTotals observed = report.header().observed();
    to.sentence(
        Figures.observed(observed)
            + (observed.from() == null || observed.to() == null
                ? "."
                : ", from "
                    + (observed.from() + " to " + observed.to())
                    + " by the clock of the database."));
    notes();
    if (!report.forecast().assumptions().isEmpty()) {
      to.heading("Assumptions of cost and heat");
      to.list(
          "assumptions",
          report.forecast().assumptions().stream().map(ReportBlocks::assumption).toList());
    }
    bounds();
  }

  private void notes() {
    if (!report.forecast().notes().isEmpty()) {
      to.heading("Notes");
      list(report.forecast().notes());
    }
  }

  private static Phrase assumption(Assumption assumption) {
    String source = assumption.source();
    return source == null
        ? Phrase.text(assumption.text())
        : source.startsWith("https://")
            ? Phrase.text(assumption.text()).then(" ", Phrase.source(source))
            : Phrase.text(assumption.text() + " (" + source + ")");
  }

  /** Prints the numbers that decide about the kinds of findings that there are. */
  private void bounds() {
    Map<String, Phrase> bounds = new TreeMap<>();
    for (Finding finding : report.findings()) {
      List<String> sentences = finding.type().bounds();
      if (!sentences.isEmpty()) {
        Phrase all = Phrase.text(String.join(" ", sentences));
        bounds.put(finding.id(), Phrase.code(finding.id()).then(" ", all));
      }
    }
    if (!bounds.isEmpty()) {
      to.heading("Bounds of findings");
      to.list("bounds", List.copyOf(bounds.values()));
    }
  }

  private void list(List<String> statements) {
    to.list("statements", statements.stream().map(Phrase::text).toList());
  }
}
