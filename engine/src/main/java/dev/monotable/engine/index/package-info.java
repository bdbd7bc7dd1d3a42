/** Keeps secondary indexes in step with their table. */
@NullMarked
package dev.monotable.engine.index;

import org.jspecify.annotations.NullMarked;
