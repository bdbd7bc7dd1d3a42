/** The cost of observers, recordings and reports in process. */
@NullMarked
package dev.monotable.benchmark.inprocess;

import org.jspecify.annotations.NullMarked;
