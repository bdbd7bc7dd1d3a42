/** Ordered trees that never change, and the order-preserving keys they are sorted by. */
@NullMarked
package dev.monotable.engine.storage;

import org.jspecify.annotations.NullMarked;
