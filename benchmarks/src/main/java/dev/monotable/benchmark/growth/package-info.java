/** Measures how the CPU time of a request depends on items, indexes, connections and writers. */
@NullMarked
package dev.monotable.benchmark.growth;

import org.jspecify.annotations.NullMarked;
