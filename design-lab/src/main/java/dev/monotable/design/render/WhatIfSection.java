package dev.monotable.design.render;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.monotable.design.report.CostSummary;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.whatif.WhatIf;
import dev.monotable.design.whatif.WhatIf.OtherProjection;
import dev.monotable.design.whatif.WhatIf.Usage;
import dev.monotable.text.RecordCodec;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A form that shows the cost with other frequencies and projections. The script of the page adds up
 * the numbers of {@link WhatIf}, which are those of the bill.
 */
final class WhatIfSection {
  private static final String DEFAULT_CURRENCY = "USD";
  private static final Map<String, Integer> PERIODS = periods();

  private final HtmlWriter html;
  private final WhatIf model;
  private final @Nullable CostSummary cost;

  private WhatIfSection(WhatIf model, @Nullable CostSummary cost, HtmlWriter html) {
    this.model = model;
    this.cost = cost;
    this.html = html;
  }

  private static Map<String, Integer> periods() {
    Map<String, Integer> periods = new LinkedHashMap<>();
    periods.put("second", 1);
    periods.put("minute", 60);
    periods.put("hour", 3_600);
    periods.put("day", 86_400);
    periods.put("month", 0);
    return periods;
  }

  /** Adds the form, if the bills can be taken apart. */
  static void write(DesignReport report, HtmlWriter html) {
    WhatIf model = report.forecast().whatIf();
    if (model != null && !model.patterns().isEmpty()) {
      new WhatIfSection(model, report.forecast().cost(), html).write();
    }
  }

  private void write() {
    html.open(
        "form",
        "id",
        "what-if",
        "class",
        "what-if",
        "data-script",
        "",
        "data-model",
        json(),
        "data-currency",
        cost == null ? DEFAULT_CURRENCY : cost.currency(),
        "aria-labelledby",
        "what-if-title");
    html.element("h3", "What if", "id", "what-if-title");
    html.element(
        "p",
        "The cost with other frequencies and projections, from the numbers of this bill. The hours"
            + " of the day keep their shares. Whether readers of an index need what another"
            + " projection leaves out is not checked.",
        "class",
        "intro");
    html.open("div", "class", "controls");
    html.open("label").text("All traffic × ");
    number("all", "1");
    html.close();
    html.element("button", "Reset", "type", "reset").close();
    results();
    frequencies();
    projections();
    html.end();
  }

  private void results() {
    html.open("table", "class", "results").element("caption", "A month", "class", "hidden");
    html.open("thead").open("tr").element("th", "Capacity mode", "scope", "col");
    html.element("th", "In this report", "scope", "col", "class", "number");
    html.element("th", "With these numbers", "scope", "col", "class", "number").close().close();
    html.open("tbody", "role", "status");
    result("On demand", "on-demand", cost == null ? null : cost.onDemand().total());
    result("Provisioned", "provisioned", cost == null ? null : cost.provisioned().total());
    html.close().end();
  }

  private void result(String name, String mode, @Nullable BigDecimal now) {
    html.open("tr").element("th", name, "scope", "row");
    html.element(
        "td", cost == null || now == null ? "–" : Figures.shortMoney(cost, now), "class", "number");
    html.open("td", "class", "number").element("output", "", "data-mode", mode).close().end();
  }

  private void number(String name, String value) {
    html.empty("input", "type", "number", "min", "0", "step", "any", "name", name, "value", value);
  }

  private void frequencies() {
    html.open("details").element("summary", "Frequencies");
    html.open("ul", "class", "choices");
    for (Usage usage : model.patterns()) {
      html.open("li").open("label").element("bdi", usage.pattern()).text(" ");
      number("times", plain(usage.times()));
      html.close().text(" ").open("label").text("a ");
      html.element("span", "period of " + usage.pattern(), "class", "hidden");
      html.open("select", "name", "period");
      for (Map.Entry<String, Integer> period : PERIODS.entrySet()) {
        double seconds = period.getValue() == 0 ? model.seconds() : period.getValue();
        option(period.getKey(), plain(seconds), usage.period() == seconds);
      }
      html.close().close().close();
    }
    html.close().end();
  }

  private void projections() {
    Map<String, Map<String, Integer>> byIndex = new LinkedHashMap<>();
    List<OtherProjection> all = model.projections();
    for (int i = 0; i < all.size(); i++) {
      byIndex
          .computeIfAbsent(all.get(i).index(), index -> new LinkedHashMap<>())
          .put(all.get(i).projection(), i);
    }
    if (byIndex.isEmpty()) {
      return;
    }
    html.open("details").element("summary", "Projections");
    html.open("ul", "class", "choices");
    byIndex.forEach(
        (index, others) -> {
          html.open("li").open("label").element("bdi", index).text(" ");
          html.open("select", "name", "projection");
          option("as it is", "", true);
          others.forEach((projection, place) -> option(projection, place.toString(), false));
          html.close().close().close();
        });
    html.close().end();
  }

  private void option(String text, String value, boolean selected) {
    if (selected) {
      html.element("option", text, "value", value, "selected", "");
    } else {
      html.element("option", text, "value", value);
    }
  }

  private static String plain(double number) {
    BigDecimal stripped = new BigDecimal(String.valueOf(number)).stripTrailingZeros();
    return stripped.toPlainString();
  }

  /** Returns the numbers without the names of patterns and indexes. */
  private String json() {
    WhatIf numbers =
        new WhatIf(
            model.seconds(),
            model.hours(),
            model.days(),
            model.fixed(),
            List.of(),
            model.pools(),
            model.projections());
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      RecordCodec.LENIENT.write(numbers, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
