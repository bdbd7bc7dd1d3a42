package dev.monotable.design.report;

import org.jspecify.annotations.Nullable;

/**
 * The numbers that people look at first.
 *
 * @param patterns the number of declared access patterns
 * @param observed how many of them were observed completely
 * @param undeclared the number of observed shapes that belong to no access pattern
 * @param errors the number of findings of this severity that are not accepted
 * @param warnings the number of findings of this severity that are not accepted
 * @param advice the number of findings of this severity that are not accepted
 * @param accepted the number of accepted findings
 * @param tested how far the advice was tested; null in an older report
 */
public record ReportSummary(
    int patterns,
    int observed,
    int undeclared,
    int errors,
    int warnings,
    int advice,
    int accepted,
    @Nullable AdviceCounts tested) {}
