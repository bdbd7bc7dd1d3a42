/** The most expensive requests of an allowed length, by operation. */
@NullMarked
package dev.monotable.benchmark.worst;

import org.jspecify.annotations.NullMarked;
