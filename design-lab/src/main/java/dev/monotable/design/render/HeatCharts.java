package dev.monotable.design.render;

import dev.monotable.design.heat.HeatStep;
import dev.monotable.design.heat.HotKey;
import dev.monotable.design.heat.ShardingOption;
import dev.monotable.design.load.Numbers;
import dev.monotable.design.render.BlockPrinter.Bar;
import dev.monotable.design.render.BlockPrinter.Bars;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.HeatSummary;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The partitions of each table and global index under its traffic, as charts. */
final class HeatCharts {
  private static final int MAX_KEYS = 5;

  private final List<HeatSummary> all;
  private final HtmlWriter html;
  private final HtmlBlocks blocks;

  HeatCharts(DesignReport report, HtmlWriter html, HtmlBlocks blocks) {
    this.all = new ArrayList<>(report.forecast().heat());
    this.html = html;
    this.blocks = blocks;
  }

  void write() {
    if (all.isEmpty()) {
      blocks.note("No traffic is known.");
      return;
    }
    blocks.sentence(
        "How many times today’s average traffic each table and index serves before DynamoDB"
            + " throttles requests. Each bar is logarithmic, from 1 to 100 times.");
    all.sort(Comparator.comparingDouble(heat -> heat.atStart().factor()));
    html.add("<div class='columns'>");
    headroom("With the partitions of the start", heat -> heat.atStart().factor());
    headroom("After all splits that help", heat -> heat.settled().factor());
    html.add("</div>\n");
    List<HeatSummary> ample =
        all.stream()
            .filter(heat -> heat.atStart().factor() >= Figures.AMPLE && !heat.isThrottled())
            .toList();
    all.stream().filter(heat -> !ample.contains(heat)).forEach(this::target);
    if (!ample.isEmpty()) {
      html.add("<details><summary>{}</summary>", ample(ample.size()));
      ample.forEach(this::target);
      html.add("</details>");
    }
  }

  private static String ample(int targets) {
    return targets == 1
        ? "The table or index that serves at least 100 times its traffic"
        : "The " + targets + " tables and indexes that serve at least 100 times their traffic";
  }

  private void headroom(String caption, ToDoubleFunction<HeatSummary> of) {
    bars(
        new Bars(caption, "Table or index", "Traffic", List.of()),
        all,
        heat -> {
          double factor = of.applyAsDouble(heat);
          double share = Math.log10(Math.max(1, Math.min(Figures.AMPLE, factor))) / 2;
          String kind = factor < 2 ? "bad" : factor < 5 ? "near" : "good";
          return new Bar(heat.target(), share, Figures.times(factor), kind);
        });
  }

  private <T> void bars(Bars head, List<T> rows, Function<T, Bar> row) {
    blocks.bars(
        new Bars(head.caption(), head.names(), head.total(), rows.stream().map(row).toList()));
  }

  private void target(HeatSummary heat) {
    html.add("<article class='heat'><h3>{}</h3><div class='columns'><div>", heat.target());
    chart(heat);
    html.add("</div><div>");
    blocks.list("statements", heat.statements().stream().map(Phrase::text).toList());
    html.add("</div></div>");
    if (heat.atStart().factor() < Figures.AMPLE) {
      html.add("<div class='columns'>");
      hottest(heat);
      sharding(heat);
      html.add("</div>");
    }
    html.add("</article>\n");
  }

  private void hottest(HeatSummary heat) {
    List<HotKey> keys = heat.hottest();
    bars(
        new Bars("Hottest partition key values", "Key value", "Units a second", List.of()),
        keys.subList(0, Math.min(MAX_KEYS, keys.size())),
        key -> {
          boolean reads = key.readShare() >= key.writeShare();
          double share = Math.max(key.readShare(), key.writeShare());
          return reads
              ? new Bar(key.key(), share, Figures.units(key.readUnits()) + " read", "r")
              : new Bar(key.key(), share, Figures.units(key.writeUnits()) + " write", "w");
        });
  }

  private void sharding(HeatSummary heat) {
    if (heat.sharding().size() < 2) {
      return;
    }
    double largest = heat.sharding().stream().mapToDouble(ShardingOption::factor).max().orElse(1);
    bars(
        new Bars("With suffixes on the hottest kind of key", "Suffixes", "Traffic", List.of()),
        heat.sharding(),
        option -> {
          String name = option.suffixes() == 1 ? "none" : String.valueOf(option.suffixes());
          String factor = Figures.times(option.factor());
          return new Bar(name, option.factor() / largest, factor, "main");
        });
  }

  // ---- the chart of the traffic ----

  private void chart(HeatSummary heat) {
    List<HeatStep> steps = heat.steps();
    if (steps.isEmpty()) {
      return;
    }
    double reads = most(steps, HeatStep::readUnits);
    double writes = most(steps, HeatStep::writeUnits);
    double top = Math.max(reads, writes);
    int seconds = Math.max(1, steps.get(steps.size() - 1).second());
    html.add("<figure class='chart'><figcaption>Units a second, up to {}: ", Figures.units(top));
    html.add("<span class='unit r'>read</span> and <span class='unit w'>write</span>");
    html.add(heat.isThrottled() ? ", and <span class='unit t'>throttled</span>" : "");
    html.add("</figcaption><svg viewBox='0 0 1000 200' preserveAspectRatio='none' role='img'");
    html.add(
        " aria-label='Traffic of {} over {}: at most {} read units and {} write units a second{}'>",
        heat.target(),
        time(seconds, seconds),
        Figures.units(reads),
        Figures.units(writes),
        heat.isThrottled() ? "; some of them throttled" : "");
    for (int line = 0; line <= 200; line += 50) {
      html.add("<path class='grid' d='M0 {}H1000'></path>", String.valueOf(line));
    }
    area(steps, "r", top, HeatStep::readUnits);
    area(steps, "w", top, HeatStep::writeUnits);
    if (heat.isThrottled()) {
      area(steps, "t", top, step -> step.throttledReads() + step.throttledWrites());
    }
    html.add("</svg><p class='axis' aria-hidden='true'>");
    for (int i = 0; i <= 4; i++) {
      html.add("<span>{}</span>", time(seconds * i / 4, seconds));
    }
    html.add("</p></figure>");
  }

  private static double most(List<HeatStep> steps, ToDoubleFunction<HeatStep> units) {
    return steps.stream().mapToDouble(units).max().orElse(0);
  }

  private static String time(int second, int all) {
    return all >= 7_200
        ? Numbers.plain(BigDecimal.valueOf(Math.round(second / 3600.0))) + " h"
        : Numbers.plain(BigDecimal.valueOf(Math.round(second / 60.0))) + " min";
  }

  private void area(
      List<HeatStep> steps, String kind, double top, ToDoubleFunction<HeatStep> units) {
    int seconds = Math.max(1, steps.get(steps.size() - 1).second());
    StringBuilder line = new StringBuilder();
    for (HeatStep step : steps) {
      double value = units.applyAsDouble(step);
      line.append(line.length() == 0 ? "M" : "L");
      line.append(Math.round(1000.0 * step.second() / seconds)).append(' ');
      line.append(Math.round(10 * (200 - (top == 0 ? 0 : 190 * value / top))) / 10.0);
    }
    html.add("<path class='area {}' d='{}L1000 200L0 200Z'></path>", kind, line.toString());
    html.add("<path class='line {}' d='{}'></path>", kind, line.toString());
  }
}
