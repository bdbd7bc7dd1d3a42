package dev.monotable.design.render;

import dev.monotable.design.report.DesignReport;

/** Reports as one page for a browser. */
final class ReportPage {
  private static final int WIDTH = 100;

  private ReportPage() {}

  static String of(DesignReport report) {
    String text = ReportText.of(report, WIDTH, false);
    return "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>Design report</title>"
        + "<pre>"
        + text.replace("&", "&amp;").replace("<", "&lt;")
        + "</pre></html>\n";
  }
}
