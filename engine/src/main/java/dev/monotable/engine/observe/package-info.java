/** The reports of an engine about each request that it has handled. */
@NullMarked
package dev.monotable.engine.observe;

import org.jspecify.annotations.NullMarked;
