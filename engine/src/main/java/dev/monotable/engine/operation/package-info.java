/** One handler for each operation of the API. */
@NullMarked
package dev.monotable.engine.operation;

import org.jspecify.annotations.NullMarked;
