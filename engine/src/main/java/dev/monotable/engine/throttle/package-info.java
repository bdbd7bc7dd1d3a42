/**
 * The throughput of tables, indexes and their partitions, which requests exceed if an engine
 * throttles. An {@link dev.monotable.engine.request.Admission} that exists only then.
 */
@NullMarked
package dev.monotable.engine.throttle;

import org.jspecify.annotations.NullMarked;
