/** The errors of the API, and every text that AWS says, in its editions. */
@NullMarked
package dev.monotable.engine.error;

import org.jspecify.annotations.NullMarked;
