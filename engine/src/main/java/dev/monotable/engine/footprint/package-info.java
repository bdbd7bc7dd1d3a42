/** What requests touch, to see which of them can be exchanged without any effect. */
@Experimental
@NullMarked
package dev.monotable.engine.footprint;

import dev.monotable.api.Experimental;
import org.jspecify.annotations.NullMarked;
