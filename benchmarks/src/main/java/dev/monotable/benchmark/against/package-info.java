/** Compares two revisions of Monotable by driving them with the same requests. */
@NullMarked
package dev.monotable.benchmark.against;

import org.jspecify.annotations.NullMarked;
