/** Measures the cost of removing expired items. */
@NullMarked
package dev.monotable.benchmark.ttl;

import org.jspecify.annotations.NullMarked;
