/** Which parts of the published API may change. */
@NullMarked
package dev.monotable.api;

import org.jspecify.annotations.NullMarked;
