/** Immutable ordered trees, and the order-preserving keys by which they are sorted. */
@NullMarked
package dev.monotable.engine.storage;

import org.jspecify.annotations.NullMarked;
