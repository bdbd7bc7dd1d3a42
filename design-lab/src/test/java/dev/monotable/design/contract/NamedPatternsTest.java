package dev.monotable.design.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.DesignLab;
import dev.monotable.design.ExampleDesign;
import dev.monotable.design.Requests;
import dev.monotable.design.StandardFindings;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.PatternRow;
import dev.monotable.design.report.ReportOptions;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.value.Item;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The access patterns that requests name, in a report. */
class NamedPatternsTest {
  private static final String TABLE = "MainTable";

  @Test
  void aReportSaysWhatTheNamesOfRequestsAndTheDesignDisagreeAbout() {
    AtomicReference<RequestContext> context = new AtomicReference<>();
    try (MonotableEngine engine = ExampleDesign.ORDERS.engine();
        DesignLab lab =
            DesignLab.create(
                ExampleDesign.ORDERS.design(), StandardFindings.catalogue(), context::get)) {
      lab.listenTo(engine);
      Requests to = new Requests(engine);
      context.set(new RequestContext(null, "Orders-of-a-Day"));
      to.query(TABLE, "GSI1", "GSI1PK = 'ORDER_DATE#20240625'");
      to.query(TABLE, "GSI1", "GSI1PK = 'ORDER_DATE#20240626'");
      context.set(new RequestContext(null, "orders of a day"));
      to.query(TABLE, null, "PK = 'USER#1'");
      context.set(new RequestContext(null, "checkout"));
      to.put(TABLE, Item.of("PK", "USER#1", "SK", "PROFILE"));

      DesignReport report = lab.report(ReportOptions.standard());
      assertThat(report.forecast().notes())
          .startsWith(
              "Requests name access patterns that are not declared: \"checkout\" (1 ×).",
              "Requests name \"orders of a day\", which does not declare them:"
                  + " \"Query MainTable PK = USER#{}\" (1 ×).");
      PatternRow row = report.matrix().findRow("orders of a day");
      assertThat(row.requests().get(0).named()).isEqualTo(Map.of("Orders-of-a-Day", 2L));
    }
  }
}
