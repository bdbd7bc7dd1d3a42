/** Writes states, and the differences between states, as bytes, and reads them again. */
@NullMarked
package dev.monotable.engine.journal;

import org.jspecify.annotations.NullMarked;
