/**
 * Access patterns of tests. {@link dev.monotable.pattern.PatternRun} is the use of one, which
 * {@code dev.monotable.Monotable} starts. The other classes are internal: who sends a request, the
 * contract that it belongs to, and the report of the design. Classes of the design lab are loaded
 * only if a test asks for a contract, a design or a report.
 */
@Experimental
@NullMarked
package dev.monotable.pattern;

import dev.monotable.api.Experimental;
import org.jspecify.annotations.NullMarked;
