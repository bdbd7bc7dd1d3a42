/** Servers in their own processes, the load generator, and the report of the results. */
@NullMarked
package dev.monotable.benchmark.server;

import org.jspecify.annotations.NullMarked;
