package dev.monotable.design.render;

import dev.monotable.design.DesignLab;
import dev.monotable.design.ExampleDesign;
import dev.monotable.design.StandardFindings;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.ReportOptions;
import dev.monotable.engine.MonotableEngine;
import java.time.Instant;
import java.util.List;

/** The reports of the example designs, the same in each run: the clock is a manual one. */
final class ExampleReport {
  private static final Instant DATE = Instant.parse("2026-01-05T09:00:00Z");

  private ExampleReport() {}

  /** Returns the report of an example after requests that use each of its access patterns. */
  static DesignReport of(ExampleDesign example) {
    try (MonotableEngine engine = example.engine();
        DesignLab lab =
            DesignLab.create(
                example.design(),
                StandardFindings.catalogue(),
                () -> new RequestContext("ExampleTest.everyPattern", null))) {
      lab.listenTo(engine);
      example.send(engine);
      return lab.report(ReportOptions.standard().withVersion("1.0").withDate(DATE));
    }
  }

  /** Returns a report, or what changed since earlier ones, as the format shows it. */
  static String page(DesignReport report, DesignReport... bases) {
    return ReportFile.text(report, List.of(bases), ReportFormat.HTML);
  }

  static String text(DesignReport report, DesignReport... bases) {
    return ReportFile.text(report, List.of(bases), ReportFormat.TEXT);
  }

  static String markdown(DesignReport report, DesignReport... bases) {
    return ReportFile.text(report, List.of(bases), ReportFormat.MARKDOWN);
  }

  static String json(DesignReport report, DesignReport... bases) {
    return ReportFile.text(report, List.of(bases), ReportFormat.JSON);
  }
}
