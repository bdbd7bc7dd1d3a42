/**
 * Fills the heap of a small server in every way and empties it again. The server must never answer
 * anything but success or its error for a full memory, and must have its memory back afterwards.
 */
@NullMarked
package dev.monotable.torture.heap;

import org.jspecify.annotations.NullMarked;
