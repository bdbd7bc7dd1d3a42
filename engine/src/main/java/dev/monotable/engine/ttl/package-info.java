/** Finds what has expired without a scan. */
@NullMarked
package dev.monotable.engine.ttl;

import org.jspecify.annotations.NullMarked;
