/**
 * The load of a design: how often each access pattern runs, what one request consumes, and what is
 * stored. Costs and heat are computed from it.
 */
@NullMarked
package dev.monotable.design.load;

import org.jspecify.annotations.NullMarked;
