/** Compares servers by driving them with the same requests. */
@NullMarked
package dev.monotable.benchmark.compare;

import org.jspecify.annotations.NullMarked;
