package dev.monotable.design.render;

import dev.monotable.design.DesignLab;
import dev.monotable.design.DesignTables;
import dev.monotable.design.ExampleDesign;
import dev.monotable.design.StandardFindings;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.Design;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.ReportOptions;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import java.time.Instant;
import java.util.function.Consumer;

/** The reports of the example designs, the same in each run: the clock stands still. */
final class ExampleReport {
  private static final Instant NOW = Instant.parse("2026-01-05T09:00:00Z");

  private ExampleReport() {}

  /** Returns the report of an example after requests that use each of its access patterns. */
  static DesignReport of(ExampleDesign example) {
    return of(example.design(), example::send);
  }

  /** Returns the report of a design after requests. */
  static DesignReport of(Design design, Consumer<MonotableEngine> requests) {
    try (MonotableEngine engine =
            MonotableEngine.create(EngineConfig.builder().clock(() -> NOW).build());
        DesignLab lab =
            DesignLab.create(
                design,
                StandardFindings.catalogue(),
                () -> new RequestContext("ExampleTest.everyPattern", null))) {
      DesignTables.create(design, engine);
      lab.listenTo(engine);
      requests.accept(engine);
      return lab.report(options());
    }
  }

  /** Returns the options of all reports in tests. */
  static ReportOptions options() {
    return ReportOptions.standard().withVersion("1.0").withDate(NOW);
  }
}
