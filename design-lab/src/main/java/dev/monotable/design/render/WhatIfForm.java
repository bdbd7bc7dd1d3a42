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
final class WhatIfForm {
  private static final String DEFAULT_CURRENCY = "USD";

  private final HtmlWriter html;
  private final WhatIf model;
  private final @Nullable CostSummary cost;

  private WhatIfForm(WhatIf model, @Nullable CostSummary cost, HtmlWriter html) {
    this.model = model;
    this.cost = cost;
    this.html = html;
  }

  /** Adds the form, if the bills can be taken apart. */
  static void write(DesignReport report, HtmlWriter html) {
    WhatIf model = report.forecast().whatIf();
    if (model != null && !model.patterns().isEmpty()) {
      new WhatIfForm(model, report.forecast().cost(), html).write();
    }
  }

  private void write() {
    html.add(
        "<form id='what-if' class='what-if' data-script='' data-model='{}' data-currency='{}'"
            + " aria-labelledby='what-if-title'><h3 id='what-if-title'>What if</h3>"
            + "<p class='intro'>The cost with other frequencies and projections, from the numbers"
            + " of this bill. The hours of the day keep their shares. Whether readers of an index"
            + " need what another projection leaves out is not checked.</p>"
            + "<div class='controls'><label>All traffic × ",
        json(),
        cost == null ? DEFAULT_CURRENCY : cost.currency());
    number("all", "1");
    html.add(
        "</label><button type='reset'>Reset</button></div><table class='results'>"
            + "<caption class='hidden'>A month</caption><thead><tr>"
            + "<th scope='col'>Capacity mode</th>"
            + "<th scope='col' class='number'>In this report</th>"
            + "<th scope='col' class='number'>With these numbers</th>"
            + "</tr></thead><tbody role='status'>");
    result("On demand", "on-demand", cost == null ? null : cost.onDemand().total());
    result("Provisioned", "provisioned", cost == null ? null : cost.provisioned().total());
    html.add("</tbody></table>\n");
    frequencies();
    projections();
    html.add("</form>\n");
  }

  private void result(String name, String mode, @Nullable BigDecimal now) {
    String amount = cost == null || now == null ? "–" : Figures.shortMoney(cost, now);
    html.add("<tr><th scope='row'>{}</th><td class='number'>{}</td>", name, amount);
    html.add("<td class='number'><output data-mode='{}'></output></td></tr>\n", mode);
  }

  private void number(String name, String value) {
    html.add("<input type='number' min='0' step='any' name='{}' value='{}'>", name, value);
  }

  private void frequencies() {
    html.add("<details><summary>Frequencies</summary><ul class='choices'>");
    for (Usage usage : model.patterns()) {
      html.add("<li><label><bdi>{}</bdi> ", usage.pattern());
      number("times", plain(usage.times()));
      html.add("</label> <label>a <span class='hidden'>period of {}</span>", usage.pattern());
      html.add("<select name='period'>");
      period("second", 1, usage);
      period("minute", 60, usage);
      period("hour", 3_600, usage);
      period("day", 86_400, usage);
      period("month", model.seconds(), usage);
      html.add("</select></label></li>");
    }
    html.add("</ul></details>\n");
  }

  private void period(String name, double seconds, Usage usage) {
    option(name, plain(seconds), usage.period() == seconds);
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
    html.add("<details><summary>Projections</summary><ul class='choices'>");
    byIndex.forEach(
        (index, others) -> {
          html.add("<li><label><bdi>{}</bdi> <select name='projection'>", index);
          option("as it is", "", true);
          others.forEach((projection, place) -> option(projection, place.toString(), false));
          html.add("</select></label></li>");
        });
    html.add("</ul></details>\n");
  }

  private void option(String text, String value, boolean selected) {
    html.add("<option value='{}'", value).add(selected ? " selected=''>" : ">");
    html.add("{}</option>", text);
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
