package dev.monotable.design.render;

import dev.monotable.design.heat.HeatStep;
import dev.monotable.design.heat.HotKey;
import dev.monotable.design.heat.ShardingOption;
import dev.monotable.design.load.Numbers;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.HeatSummary;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The partitions of each table and global index under its traffic, as charts. */
final class HeatSection {
  private static final int MAX_KEYS = 5;

  private final DesignReport report;
  private final HtmlWriter html;

  HeatSection(DesignReport report, HtmlWriter html) {
    this.report = report;
    this.html = html;
  }

  void write() {
    html.open("section", "id", "heat", "aria-labelledby", "heat-title");
    html.element("h2", "Heat of partitions", "id", "heat-title");
    List<HeatSummary> all = new ArrayList<>(report.forecast().heat());
    if (all.isEmpty()) {
      html.element("p", "No traffic is known.", "class", "nothing");
      html.end();
      return;
    }
    html.element(
        "p",
        "How many times today’s average traffic each table and index serves before DynamoDB"
            + " throttles requests. Each bar is logarithmic, from 1 to 100 times.",
        "class",
        "intro");
    all.sort(Comparator.comparingDouble(heat -> heat.atStart().factor()));
    html.open("div", "class", "columns");
    headroom("With the partitions of the start", all, true);
    headroom("After all splits that help", all, false);
    html.end();
    List<HeatSummary> ample =
        all.stream()
            .filter(heat -> heat.atStart().factor() >= Figures.AMPLE && !heat.isThrottled())
            .toList();
    all.stream().filter(heat -> !ample.contains(heat)).forEach(this::target);
    if (!ample.isEmpty()) {
      html.open("details").open("summary");
      html.text(
          ample.size() == 1
              ? "The table or index that serves at least 100 times its traffic"
              : "The "
                  + ample.size()
                  + " tables and indexes that serve at least 100 times their traffic");
      html.close();
      ample.forEach(this::target);
      html.close();
    }
    html.end();
  }

  private void headroom(String caption, List<HeatSummary> all, boolean start) {
    BarTable table = BarTable.open(html, caption, "Table or index", "Traffic");
    for (HeatSummary heat : all) {
      double factor = start ? heat.atStart().factor() : heat.settled().factor();
      double share = Math.log10(Math.max(1, Math.min(Figures.AMPLE, factor))) / 2;
      table.row(
          heat.target(),
          share,
          Figures.times(factor),
          factor < 2 ? "bad" : factor < 5 ? "near" : "good");
    }
    table.close();
  }

  private void target(HeatSummary heat) {
    html.open("article", "class", "heat");
    html.element("h3", heat.target());
    html.open("div", "class", "columns").open("div");
    chart(heat);
    html.close().open("div");
    CostSection.statements(html, heat.statements());
    html.close().close();
    if (heat.atStart().factor() < Figures.AMPLE) {
      html.open("div", "class", "columns");
      hottest(heat);
      sharding(heat);
      html.close();
    }
    html.end();
  }

  private void hottest(HeatSummary heat) {
    BarTable table =
        BarTable.open(html, "Hottest partition key values", "Key value", "Units a second");
    for (HotKey key : heat.hottest().subList(0, Math.min(MAX_KEYS, heat.hottest().size()))) {
      boolean reads = key.readShare() >= key.writeShare();
      String units =
          reads
              ? Figures.units(key.readUnits()) + " read"
              : Figures.units(key.writeUnits()) + " write";
      table.row(key.key(), Math.max(key.readShare(), key.writeShare()), units, reads ? "r" : "w");
    }
    table.close();
  }

  private void sharding(HeatSummary heat) {
    if (heat.sharding().size() < 2) {
      return;
    }
    double largest = heat.sharding().stream().mapToDouble(ShardingOption::factor).max().orElse(1);
    BarTable table =
        BarTable.open(html, "With suffixes on the hottest kind of key", "Suffixes", "Traffic");
    for (ShardingOption option : heat.sharding()) {
      table.row(
          option.suffixes() == 1 ? "none" : String.valueOf(option.suffixes()),
          option.factor() / largest,
          Figures.times(option.factor()),
          "main");
    }
    table.close();
  }

  // ---- the chart of the traffic ----

  private void chart(HeatSummary heat) {
    List<HeatStep> steps = heat.steps();
    if (steps.isEmpty()) {
      return;
    }
    double top = 0;
    for (HeatStep step : steps) {
      top = Math.max(top, Math.max(step.readUnits(), step.writeUnits()));
    }
    int seconds = Math.max(1, steps.get(steps.size() - 1).second());
    html.open("figure", "class", "chart");
    html.open("figcaption").text("Units a second, up to ");
    html.text(Figures.units(top)).text(": ");
    html.element("span", "read", "class", "unit r").text(" and ");
    html.element("span", "write", "class", "unit w");
    html.text(heat.isThrottled() ? ", and " : "");
    if (heat.isThrottled()) {
      html.element("span", "throttled", "class", "unit t");
    }
    html.close();
    html.open(
        "svg",
        "viewBox",
        "0 0 1000 200",
        "preserveAspectRatio",
        "none",
        "role",
        "img",
        "aria-label",
        label(heat, seconds));
    for (int line = 0; line <= 200; line += 50) {
      html.open("path", "class", "grid", "d", "M0 " + line + "H1000").close();
    }
    area(steps, "r", top, seconds, 0);
    area(steps, "w", top, seconds, 1);
    if (heat.isThrottled()) {
      area(steps, "t", top, seconds, 2);
    }
    html.close();
    html.open("p", "class", "axis", "aria-hidden", "true");
    for (int i = 0; i <= 4; i++) {
      html.element("span", time(seconds * i / 4, seconds));
    }
    html.close().close();
  }

  private static String label(HeatSummary heat, int seconds) {
    double reads = heat.steps().stream().mapToDouble(HeatStep::readUnits).max().orElse(0);
    double writes = heat.steps().stream().mapToDouble(HeatStep::writeUnits).max().orElse(0);
    return "Traffic of "
        + heat.target()
        + " over "
        + time(seconds, seconds)
        + ": at most "
        + Figures.units(reads)
        + " read units and "
        + Figures.units(writes)
        + " write units a second"
        + (heat.isThrottled() ? "; some of them throttled" : "");
  }

  private static String time(int second, int all) {
    return all >= 7_200
        ? Numbers.plain(BigDecimal.valueOf(Math.round(second / 3600.0))) + " h"
        : Numbers.plain(BigDecimal.valueOf(Math.round(second / 60.0))) + " min";
  }

  private void area(List<HeatStep> steps, String kind, double top, int seconds, int units) {
    StringBuilder line = new StringBuilder();
    for (HeatStep step : steps) {
      double value =
          switch (units) {
            case 0 -> step.readUnits();
            case 1 -> step.writeUnits();
            default -> step.throttledReads() + step.throttledWrites();
          };
      line.append(line.length() == 0 ? "M" : "L");
      line.append(Math.round(1000.0 * step.second() / seconds)).append(' ');
      line.append(Math.round(10 * (200 - (top == 0 ? 0 : 190 * value / top))) / 10.0);
    }
    html.open("path", "class", "area " + kind, "d", line + "L1000 200L0 200Z").close();
    html.open("path", "class", "line " + kind, "d", line.toString()).close();
  }
}
