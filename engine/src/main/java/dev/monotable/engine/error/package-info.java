/** What can be wrong with a request, as values, and every text that AWS has for it. */
@NullMarked
package dev.monotable.engine.error;

import org.jspecify.annotations.NullMarked;
