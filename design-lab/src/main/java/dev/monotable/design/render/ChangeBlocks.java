package dev.monotable.design.render;

import dev.monotable.design.render.BlockPrinter.Column;
import dev.monotable.design.render.BlockPrinter.Table;
import dev.monotable.design.render.ReportChanges.AmountChange;
import dev.monotable.design.render.ReportChanges.LimitChange;
import dev.monotable.design.render.ReportChanges.PatternChange;
import dev.monotable.design.render.ReportHistory.OpenFinding;
import dev.monotable.design.report.CostSummary;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.HeatSummary;
import dev.monotable.design.report.PatternCell;
import dev.monotable.design.report.PatternRow;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The blocks of what changed in a report since an earlier one, and of the history of several. */
final class ChangeBlocks {
  private static final String UNKNOWN = "–";

  private final DesignReport base;
  private final DesignReport report;
  private final BlockPrinter to;

  ChangeBlocks(DesignReport base, DesignReport report, BlockPrinter to) {
    this.base = base;
    this.report = report;
    this.to = to;
  }

  /** Prints what changed since the earlier report. */
  void changes() {
    ReportChanges changes = ReportChanges.between(base, report);
    if (changes.isEmpty()) {
      to.sentence("Nothing changed.");
      return;
    }
    add("Broken contracts", changes.broken(), to::contracts);
    add("New findings", changes.found(), to::findings);
    add("Findings that are gone", changes.gone(), to::closedFindings);
    add("Findings that are accepted now", changes.accepted(), to::closedFindings);
    patterns(changes.patterns());
    costs(changes.costs());
    limits(changes.limits());
  }

  /** Prints the figures of several reports, and since when findings are open. */
  static void history(ReportHistory history, BlockPrinter to) {
    to.sentence(history.intro());
    List<Column> columns = new ArrayList<>();
    for (String name : ReportHistory.NAMES) {
      columns.add(new Column(name, !columns.isEmpty()));
    }
    to.table(new Table("Figures of each report", columns, history.figures()));
    List<List<Phrase>> open = new ArrayList<>();
    for (OpenFinding each : history.open()) {
      open.add(
          List.of(
              Phrase.of(each.finding()),
              Phrase.text(each.since()),
              Phrase.figure(String.valueOf(each.reports()))));
    }
    if (!open.isEmpty()) {
      to.table(
          new Table(
              "Open findings",
              List.of(
                  Column.text("Finding"), Column.number("Open since"), Column.number("Reports")),
              open));
    }
  }

  private <T> void add(String heading, List<T> changed, Consumer<List<T>> block) {
    if (!changed.isEmpty()) {
      to.heading(heading);
      block.accept(changed);
    }
  }

  private <T> void add(
      String heading, List<Column> columns, List<T> changes, Function<T, List<Phrase>> row) {
    add(
        heading,
        changes,
        all -> to.table(new Table(heading, columns, all.stream().map(row).toList())));
  }

  private void patterns(List<PatternChange> changes) {
    add(
        "Access patterns",
        List.of(
            Column.text("access pattern"),
            Column.text("change"),
            Column.number("read units"),
            Column.number("write units")),
        changes,
        change -> {
          PatternRow before = change.before();
          PatternRow after = change.after();
          return List.of(
              Phrase.text(change.either().name()),
              describe(before, after),
              units(before, after, PatternRow::readUnits),
              units(before, after, PatternRow::writeUnits));
        });
  }

  private static Phrase describe(@Nullable PatternRow before, @Nullable PatternRow after) {
    if (after == null) {
      return Phrase.text("removed");
    }
    Phrase coverage = Phrase.text(after.coverage().label());
    if (before == null) {
      return Phrase.text("new").then(", ", coverage.then(": ", uses(after)));
    }
    List<Phrase> parts = new ArrayList<>();
    if (before.coverage() != after.coverage()) {
      parts.add(Phrase.text(before.coverage().label()).then(" → ", coverage));
    }
    if (!uses(before).equals(uses(after))) {
      parts.add(uses(before).then(" → ", uses(after)));
    }
    return parts.isEmpty() ? Phrase.text("units") : Phrase.join("; ", parts);
  }

  /** Returns what an access pattern does with each table and index. */
  static Phrase uses(PatternRow row) {
    List<Phrase> uses = new ArrayList<>();
    for (PatternCell cell : row.cells()) {
      String actions = cell.actions().isEmpty() ? "maintains" : String.join(", ", cell.actions());
      uses.add(Phrase.text(actions).then(" ", Phrase.code(cell.target())));
    }
    return Phrase.join(", ", uses);
  }

  private static Phrase units(
      @Nullable PatternRow before,
      @Nullable PatternRow after,
      Function<PatternRow, Double> number) {
    String old = before == null ? "" : Figures.someUnits(number.apply(before));
    String now = after == null ? "" : Figures.someUnits(number.apply(after));
    return Phrase.figure(
        old.equals(now) || before == null
            ? now
            : (old.isEmpty() ? "0" : old) + " → " + (now.isEmpty() ? "0" : now));
  }

  private void costs(List<AmountChange> changes) {
    add(
        "Cost of a month",
        List.of(Column.text(""), Column.number("before"), Column.number("after")),
        changes,
        change ->
            List.of(
                Phrase.text(change.name()),
                money(base, change.before()),
                money(report, change.after())));
    CostSummary before = base.forecast().cost();
    CostSummary after = report.forecast().cost();
    if (!changes.isEmpty()
        && before != null
        && after != null
        && !(before.region() + before.priceDate()).equals(after.region() + after.priceDate())) {
      to.sentence(
          "The prices differ: "
              + (before.region() + " on " + before.priceDate())
              + (", then " + after.region() + " on " + after.priceDate() + "."));
    }
  }

  private static Phrase money(DesignReport of, @Nullable BigDecimal amount) {
    CostSummary cost = of.forecast().cost();
    return Phrase.figure(
        amount == null || cost == null ? UNKNOWN : Figures.shortMoney(cost, amount));
  }

  private void limits(List<LimitChange> changes) {
    add(
        "Capacity",
        List.of(
            Column.text("table or index"),
            Column.number("throttles above, before"),
            Column.number("after"),
            Column.text("hottest key value")),
        changes,
        change ->
            List.of(
                Phrase.code(change.either().target()),
                limit(change.before()),
                limit(change.after()),
                Phrase.code(change.either().atStart().key())));
    if (!changes.isEmpty()) {
      to.sentence("Limits are multiples of the average traffic, with the partitions of the start.");
    }
  }

  private static Phrase limit(@Nullable HeatSummary heat) {
    return Phrase.figure(heat == null ? UNKNOWN : Figures.times(heat.atStart().factor()));
  }
}
