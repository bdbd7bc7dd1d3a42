/**
 * Keeps databases in files: a log of commits, and snapshots beside it. {@link
 * dev.monotable.durability.DataDirectory} is the entry.
 */
@NullMarked
package dev.monotable.durability;

import org.jspecify.annotations.NullMarked;
