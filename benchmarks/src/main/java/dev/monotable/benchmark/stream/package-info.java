/** Measures the cost of a stream for writes. */
@NullMarked
package dev.monotable.benchmark.stream;

import org.jspecify.annotations.NullMarked;
