/** Measures the live bytes of a database and the cost of its versions. */
@NullMarked
package dev.monotable.benchmark.memory;

import org.jspecify.annotations.NullMarked;
