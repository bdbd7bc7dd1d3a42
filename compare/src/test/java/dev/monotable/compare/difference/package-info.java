/** The comparison of responses, and the known differences. */
@NullMarked
package dev.monotable.compare.difference;

import org.jspecify.annotations.NullMarked;
