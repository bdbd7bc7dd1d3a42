package dev.monotable.design.report;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The subject of a report.
 *
 * @param title the name of the design
 * @param description what the design says about itself; null without a description
 * @param version the version of Monotable that made the report
 * @param date when it was made; null if that is unknown
 * @param declared whether there is a declared design; if not, entities and patterns were derived
 *     from the requests
 * @param observed what was observed
 * @param summary the numbers that people look at first
 */
public record ReportHeader(
    String title,
    @Nullable String description,
    String version,
    @Nullable Instant date,
    boolean declared,
    ObservedTotals observed,
    ReportSummary summary) {}
