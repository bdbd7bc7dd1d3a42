/** A database at one moment, and what differs between two. */
@NullMarked
package dev.monotable.engine.snapshot;

import org.jspecify.annotations.NullMarked;
