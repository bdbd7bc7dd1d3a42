/** The data that requests read and write, which decides whether their order matters. */
@Experimental
@NullMarked
package dev.monotable.engine.footprint;

import dev.monotable.api.Experimental;
import org.jspecify.annotations.NullMarked;
