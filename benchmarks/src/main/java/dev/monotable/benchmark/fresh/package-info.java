/** The cost of a fresh database for each test. */
@NullMarked
package dev.monotable.benchmark.fresh;

import org.jspecify.annotations.NullMarked;
