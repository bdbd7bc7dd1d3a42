/** What requests and databases contain, for explorations, regardless of how they are scheduled. */
@Experimental
@NullMarked
package dev.monotable.explore.content;

import dev.monotable.api.Experimental;
import org.jspecify.annotations.NullMarked;
