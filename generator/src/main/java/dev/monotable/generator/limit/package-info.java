/** Generates the limits of the engine from their table. */
@NullMarked
package dev.monotable.generator.limit;

import org.jspecify.annotations.NullMarked;
