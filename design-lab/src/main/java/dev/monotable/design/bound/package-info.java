/** The bounds of what a lab keeps, and what it leaves out beyond them. */
@NullMarked
package dev.monotable.design.bound;

import org.jspecify.annotations.NullMarked;
