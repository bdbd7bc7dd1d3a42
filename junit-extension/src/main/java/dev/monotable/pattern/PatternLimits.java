package dev.monotable.pattern;

import org.jspecify.annotations.Nullable;

/**
 * The permitted cost of one use of an access pattern. Null means that there is no limit, or that of
 * the design.
 *
 * @param pattern the name of the access pattern
 * @param index the index that has to be read; null for any
 * @param maxDiscarded the share of the items read that filters may discard, from 0 to 1
 */
public record PatternLimits(
    String pattern,
    @Nullable String index,
    @Nullable Double maxReadUnits,
    @Nullable Double maxWriteUnits,
    @Nullable Integer maxRequests,
    @Nullable Double maxDiscarded,
    boolean noScan) {}
