/** Compares the format in which items are stored with the formats that were rejected. */
@NullMarked
package dev.monotable.benchmark.stored;

import org.jspecify.annotations.NullMarked;
