/**
 * Runs pieces of code with every order of their requests, each time on a database of its own.
 *
 * <p>An {@link dev.monotable.explore.Exploration} runs an {@link dev.monotable.explore.Execution}
 * after the other. In an execution each request is held when it arrives; the execution lets go one
 * at a time, as its choices say. A search derives from what the requests have touched which choices
 * are worth another execution.
 */
@Experimental
@NullMarked
package dev.monotable.explore;

import dev.monotable.api.Experimental;
import org.jspecify.annotations.NullMarked;
