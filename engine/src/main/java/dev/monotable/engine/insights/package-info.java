/**
 * The keys of tables and indexes that are accessed and throttled most, counted while Contributor
 * Insights is enabled for them. An {@link dev.monotable.engine.request.Admission} that exists only
 * then.
 */
@NullMarked
package dev.monotable.engine.insights;

import org.jspecify.annotations.NullMarked;
