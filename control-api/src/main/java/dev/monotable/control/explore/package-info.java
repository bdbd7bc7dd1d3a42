/** Explorations whose pieces clients of the control API run. */
@NullMarked
package dev.monotable.control.explore;

import org.jspecify.annotations.NullMarked;
