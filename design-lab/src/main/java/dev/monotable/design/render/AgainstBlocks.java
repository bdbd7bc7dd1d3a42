package dev.monotable.design.render;

import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.outlook.DesignOutlook;
import dev.monotable.design.outlook.LargestCollection;
import dev.monotable.design.outlook.PatternOutlook;
import dev.monotable.design.outlook.SameTraffic;
import dev.monotable.design.outlook.ThrottleLimit;
import dev.monotable.design.render.BlockPrinter.Column;
import dev.monotable.design.render.BlockPrinter.Table;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The blocks of a comparison of two designs under the same traffic. */
final class AgainstBlocks {
  static final String TITLE = "Against another design";
  private static final String UNKNOWN = "–";

  private final SameTraffic same;

  private AgainstBlocks(SameTraffic same) {
    this.same = same;
  }

  static void print(SameTraffic same, BlockPrinter to) {
    AgainstBlocks blocks = new AgainstBlocks(same);
    to.list("statements", blocks.statements());
    print(blocks.totals(), to);
    if (!same.design().patterns().isEmpty()) {
      print(blocks.patterns(), to);
      print(blocks.collections(), to);
      to.note(
          "“1 → 2”: 1 in this design, 2 in the other one. Units are those of one use, money is that"
              + " of a month on demand, limits are multiples of the average traffic.");
    }
  }

  private static void print(Table table, BlockPrinter to) {
    to.heading(table.caption());
    to.table(table);
  }

  // ---- sentences ----

  private List<Phrase> statements() {
    List<Phrase> lines = new ArrayList<>();
    lines.add(
        Phrase.text(
            fill(
                "“{}” is compared with “{}” under the same traffic: equally many requests of each"
                    + " access pattern and items of each entity. Both are calculated from what the"
                    + " designs declare.",
                same.name(),
                same.against())));
    lines.add(Phrase.text(cheaper()));
    lines.add(first("This design", same.design()));
    lines.add(first("The other design", same.other()));
    same.notes().forEach(note -> lines.add(Phrase.text(note)));
    return lines;
  }

  private String cheaper() {
    BigDecimal here = same.design().onDemand();
    BigDecimal there = same.other().onDemand();
    int sign = there.compareTo(here);
    return sign == 0
        ? fill("Both cost {} a month on demand.", same.money(here))
        : fill(
            "The other design costs {} {} a month on demand.",
            same.money(there.subtract(here).abs()),
            sign < 0 ? "less" : "more");
  }

  private static Phrase first(String who, DesignOutlook design) {
    ThrottleLimit limit = design.atStart();
    ThrottleLimit settled = design.settled();
    LargestCollection largest = design.largest();
    Phrase text =
        limit == null
            ? Phrase.text(who + " has no traffic that could be throttled")
            : limit.factor() >= Figures.AMPLE
                ? Phrase.text(who + " serves more than 100 times this traffic")
                : Phrase.text(who + " throttles first at ").then("", limit(limit));
    if (settled != null && settled.factor() < Figures.AMPLE) {
      text = text.then(", and after all splits that help at ", limit(settled));
    }
    return largest == null
        ? text.then("", Phrase.text("."))
        : text.then("; its largest item collection is of ", Phrase.code(largest.keys()))
            .then(" in ", Phrase.code(largest.target()))
            .then("", Phrase.text("."));
  }

  /** Returns how many times the traffic a limit is, with its place. */
  static Phrase limit(ThrottleLimit limit) {
    String key = limit.key();
    Phrase text =
        Phrase.text(
                fill(
                    "{} times this traffic, by the {} of ",
                    Figures.times(limit.factor()).replace(" ×", ""),
                    limit.cause().limit()))
            .then("", Phrase.code(limit.target()));
    return key == null ? text : text.then(" for ", Phrase.code(key));
  }

  // ---- totals ----

  private Table totals() {
    List<List<Phrase>> rows = new ArrayList<>();
    add(rows, "A month on demand", design -> same.money(design.onDemand()));
    add(rows, "A month with provisioned capacity", design -> same.money(design.provisioned()));
    add(rows, "Stored items and index entries", design -> Figures.bytes(design.storedBytes()));
    add(rows, "Largest item collection, items", design -> items(design.largest()));
    add(rows, "Largest item collection, size", design -> bytes(design.largest()));
    add(rows, "Throttles first at", design -> times(design.atStart()));
    add(rows, "After splits", design -> times(design.settled()));
    return new Table(
        "Both designs",
        List.of(Column.text(""), Column.number("this design"), Column.number("the other")),
        rows);
  }

  private void add(List<List<Phrase>> rows, String name, Function<DesignOutlook, String> figure) {
    rows.add(
        List.of(
            Phrase.text(name),
            Phrase.figure(figure.apply(same.design())),
            Phrase.figure(figure.apply(same.other()))));
  }

  // ---- patterns ----

  private Table patterns() {
    List<List<Phrase>> rows = new ArrayList<>();
    for (int i = 0; i < same.design().patterns().size(); i++) {
      PatternOutlook here = same.design().patterns().get(i);
      PatternOutlook there = same.other().patterns().get(i);
      rows.add(
          List.of(
              Phrase.text(here.name()),
              both(here, there, pattern -> Figures.someUnits(pattern.readUnits())),
              both(here, there, pattern -> Figures.someUnits(pattern.writeUnits())),
              both(here, there, pattern -> money(pattern.monthlyCost())),
              both(here, there, pattern -> times(pattern.atStart())),
              both(here, there, pattern -> times(pattern.settled()))));
    }
    return new Table(
        "Access patterns of both designs",
        List.of(
            Column.text("access pattern"),
            Column.number("read units"),
            Column.number("write units"),
            Column.number("a month"),
            Column.number("throttles at"),
            Column.number("after splits")),
        rows);
  }

  private Table collections() {
    List<List<Phrase>> rows = new ArrayList<>();
    for (int i = 0; i < same.design().patterns().size(); i++) {
      PatternOutlook here = same.design().patterns().get(i);
      PatternOutlook there = same.other().patterns().get(i);
      rows.add(
          List.of(
              Phrase.text(here.name()),
              both(here, there, pattern -> items(pattern.largest())),
              both(here, there, pattern -> bytes(pattern.largest()))));
    }
    return new Table(
        "Largest item collections of both designs",
        List.of(Column.text("access pattern"), Column.number("items"), Column.number("size")),
        rows);
  }

  /** Returns a figure of both designs; once, if it is the same. */
  private static Phrase both(
      PatternOutlook here, PatternOutlook there, Function<PatternOutlook, String> figure) {
    String one = figure.apply(here);
    String other = figure.apply(there);
    return Phrase.figure(
        one.equals(other)
            ? one
            : (one.isEmpty() ? "0" : one) + " → " + (other.isEmpty() ? "0" : other));
  }

  private String money(@Nullable BigDecimal amount) {
    return amount == null ? UNKNOWN : same.money(amount).replace("less than ", "< ");
  }

  private static String times(@Nullable ThrottleLimit limit) {
    return limit == null ? UNKNOWN : Figures.times(limit.factor());
  }

  private static String items(@Nullable LargestCollection size) {
    return size == null ? UNKNOWN : Figures.units(size.items());
  }

  private static String bytes(@Nullable LargestCollection size) {
    return size == null ? UNKNOWN : Figures.bytes(size.bytes());
  }
}
