/**
 * The vector indexes: their definitions, their entries with the vectors as 32-bit numbers, and the
 * search for the nearest ones.
 */
@NullMarked
package dev.monotable.engine.vector;

import org.jspecify.annotations.NullMarked;
