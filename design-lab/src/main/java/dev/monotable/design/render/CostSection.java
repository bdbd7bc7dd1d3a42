package dev.monotable.design.render;

import dev.monotable.design.report.CostBill;
import dev.monotable.design.report.CostShare;
import dev.monotable.design.report.CostSummary;
import dev.monotable.design.report.DesignReport;
import java.math.BigDecimal;
import java.util.List;

/** The cost of a month as bars. */
final class CostSection {
  private static final int MAX_ROWS = 12;

  private final DesignReport report;
  private final HtmlWriter html;

  CostSection(DesignReport report, HtmlWriter html) {
    this.report = report;
    this.html = html;
  }

  void write() {
    html.open("section", "id", "cost", "aria-labelledby", "cost-title");
    html.element("h2", "Cost of a month", "id", "cost-title");
    CostSummary cost = report.forecast().cost();
    if (cost == null) {
      html.element(
          "p",
          "No access pattern declares how often it runs, such as frequency: 10/s. The time that"
              + " tests take is not used instead.",
          "class",
          "nothing");
      WhatIfSection.write(report, html);
      html.end();
      return;
    }
    html.element(
        "p",
        "Prices of "
            + cost.region()
            + " on "
            + cost.priceDate()
            + ", "
            + cost.hours()
            + " hours, without the free tier of an account.",
        "class",
        "intro");
    statements(html, cost.statements());
    html.open("div", "class", "flow");
    bills(cost);
    CostBill bill = cost.onDemand();
    shares("On demand by access pattern", "Access pattern", bill.patterns(), cost);
    shares("On demand by charge", "Charge", bill.items(), cost);
    if (bill.tables().size() > 1) {
      shares("On demand by table, with its indexes", "Table", bill.tables(), cost);
    }
    shares("On demand by index", "Index", bill.indexes(), cost);
    shares("Provisioned by charge", "Charge", cost.provisioned().items(), cost);
    html.end();
    WhatIfSection.write(report, html);
    bill.missing().forEach(note -> html.element("p", note, "class", "nothing"));
    html.end();
  }

  static void statements(HtmlWriter html, List<String> statements) {
    html.open("ul", "class", "statements");
    statements.forEach(statement -> html.element("li", statement));
    html.end();
  }

  private void bills(CostSummary cost) {
    BigDecimal onDemand = cost.onDemand().total();
    BigDecimal provisioned = cost.provisioned().total();
    double largest = Math.max(onDemand.doubleValue(), provisioned.doubleValue());
    BarTable table = BarTable.open(html, "Capacity mode", "Capacity mode", "A month");
    table.row("On demand", share(onDemand, largest), Figures.shortMoney(cost, onDemand), "main");
    table.row(
        "Provisioned, with auto scaling",
        share(provisioned, largest),
        Figures.shortMoney(cost, provisioned),
        "second");
    table.close();
  }

  private static double share(BigDecimal amount, double largest) {
    return largest == 0 ? 0 : amount.doubleValue() / largest;
  }

  private void shares(String caption, String header, List<CostShare> shares, CostSummary cost) {
    List<CostShare> charged =
        shares.stream().filter(share -> share.amount().signum() != 0).toList();
    if (charged.isEmpty()) {
      return;
    }
    double largest = charged.get(0).amount().doubleValue();
    BarTable table = BarTable.open(html, caption, header, "A month");
    BigDecimal rest = BigDecimal.ZERO;
    for (int i = 0; i < charged.size(); i++) {
      CostShare share = charged.get(i);
      if (i < MAX_ROWS || charged.size() == MAX_ROWS + 1) {
        table.row(
            share.name(),
            share(share.amount(), largest),
            Figures.shortMoney(cost, share.amount()),
            "main");
      } else {
        rest = rest.add(share.amount());
      }
    }
    if (rest.signum() != 0) {
      table.row(
          (charged.size() - MAX_ROWS) + " others",
          share(rest, largest),
          Figures.shortMoney(cost, rest),
          "second");
    }
    table.close();
  }
}
