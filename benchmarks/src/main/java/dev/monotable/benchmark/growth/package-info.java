/** How the CPU time of a request changes with what there is: items, indexes, connections. */
@NullMarked
package dev.monotable.benchmark.growth;

import org.jspecify.annotations.NullMarked;
