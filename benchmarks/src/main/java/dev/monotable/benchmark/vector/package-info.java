/** Measures searches for vectors in process. */
@NullMarked
package dev.monotable.benchmark.vector;

import org.jspecify.annotations.NullMarked;
