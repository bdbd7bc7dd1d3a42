package dev.monotable.design.render;

import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.cost.Bill;
import dev.monotable.design.load.Numbers;
import dev.monotable.design.outlook.LargestCollection;
import dev.monotable.design.outlook.ScenarioOutlook;
import dev.monotable.design.outlook.ScenarioOutlook.Stage;
import dev.monotable.design.outlook.ScenarioOutlook.Throttling;
import dev.monotable.design.outlook.ThrottleLimit;
import dev.monotable.design.render.BlockPrinter.Column;
import dev.monotable.design.render.BlockPrinter.Table;
import dev.monotable.design.report.CostSummary;
import dev.monotable.design.report.DesignReport;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The blocks of the scenarios of a design. */
final class ScenarioBlocks {
  static final String TITLE = "Scenarios";
  private static final String UNKNOWN = "–";

  private final DesignReport report;

  private ScenarioBlocks(DesignReport report) {
    this.report = report;
  }

  static void print(DesignReport report, BlockPrinter to) {
    ScenarioBlocks blocks = new ScenarioBlocks(report);
    to.table(blocks.table());
    List<Phrase> statements = new ArrayList<>();
    for (ScenarioOutlook scenario : report.forecast().scenarios()) {
      statements.add(statement(scenario));
      Phrase throttled = throttled(scenario);
      if (throttled != null) {
        statements.add(Phrase.text(scenario.name()).then(" ", throttled));
      }
    }
    to.list("statements", statements);
    to.note(
        "Money is on demand. “Above 3 ×”: more than three times the traffic of the scenario is"
            + " throttled. Traffic that lasts has the limit after all splits; a launch and a bulk"
            + " load begin at once, on tables that have served their usual peak.");
  }

  /** Returns what happens in a scenario, and which item collection is the largest at its end. */
  private static Phrase statement(ScenarioOutlook scenario) {
    Phrase text = Phrase.text(scenario.name() + ": " + scenario.text());
    LargestCollection largest = scenario.stages().get(scenario.stages().size() - 1).largest();
    return largest == null
        ? text
        : text.then(" The largest item collection is of ", Phrase.code(largest.keys()))
            .then(" in ", Phrase.code(largest.target()))
            .then("", Phrase.text("."));
  }

  private Table table() {
    List<List<Phrase>> rows = new ArrayList<>();
    for (ScenarioOutlook scenario : report.forecast().scenarios()) {
      for (Stage stage : scenario.stages()) {
        LargestCollection largest = stage.largest();
        rows.add(
            List.of(
                Phrase.text(name(scenario, stage)),
                Phrase.figure(money(stage.month())),
                Phrase.figure(money(stage.event())),
                Phrase.figure(throttling(stage.throttling())),
                Phrase.figure(largest == null ? UNKNOWN : Figures.units(largest.items())),
                Phrase.figure(largest == null ? UNKNOWN : Figures.bytes(largest.bytes()))));
      }
    }
    return new Table(
        "Cost and limits of each scenario",
        List.of(
            Column.text("scenario"),
            Column.number("a month"),
            Column.number("the event"),
            Column.number("throttles"),
            Column.number("largest collection"),
            Column.number("its size")),
        rows);
  }

  private static String name(ScenarioOutlook scenario, Stage stage) {
    return stage.year() == null ? scenario.name() : scenario.name() + ", year " + stage.year();
  }

  private String money(@Nullable BigDecimal amount) {
    CostSummary cost = report.forecast().cost();
    return amount == null
        ? UNKNOWN
        : Bill.money(amount, cost == null ? "USD" : cost.currency()).replace("less than ", "< ");
  }

  private static String throttling(@Nullable Throttling throttling) {
    if (throttling == null) {
      return UNKNOWN;
    }
    Integer second = throttling.second();
    String above = "above " + Figures.times(throttling.limit().factor()).replace("+", "");
    return second != null
        ? second == 0 ? "at once" : "after " + Numbers.plain(second) + " s"
        : throttling.throttled() ? "always, " + above : above;
  }

  /** Returns where and when a scenario is throttled first; null if it is not. */
  private static @Nullable Phrase throttled(ScenarioOutlook scenario) {
    for (Stage stage : scenario.stages()) {
      Throttling throttling = stage.throttling();
      if (throttling != null && throttling.throttled()) {
        Integer second = throttling.second();
        String when =
            stage.year() != null
                ? " in year " + stage.year()
                : second == null
                    ? ""
                    : second == 0 ? " at once" : fill(" after {} seconds", Numbers.plain(second));
        ThrottleLimit limit = throttling.limit();
        String pattern = limit.pattern();
        String key = limit.key();
        Phrase text =
            Phrase.text(fill("is throttled{}: by the {} of ", when, limit.cause().limit()))
                .then("", Phrase.code(limit.target()));
        text = key == null ? text : text.then(" for ", Phrase.code(key));
        text = pattern == null ? text : text.then(", most by ", Phrase.text("“" + pattern + "”"));
        String share =
            second == null
                ? "."
                : fill(
                    ". In all, {} of its units are throttled.",
                    Numbers.percent(throttling.share()));
        return text.then("", Phrase.text(share));
      }
    }
    return null;
  }
}
