/** Servers that are killed while clients write, and started again with the same data directory. */
@NullMarked
package dev.monotable.torture.crash;

import org.jspecify.annotations.NullMarked;
