/** Writes and reads the records of a table's changes. */
@NullMarked
package dev.monotable.engine.stream;

import org.jspecify.annotations.NullMarked;
