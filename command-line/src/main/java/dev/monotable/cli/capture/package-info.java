/** Captured requests: the file that a server writes and {@code monotable diff} replays. */
@NullMarked
package dev.monotable.cli.capture;

import org.jspecify.annotations.NullMarked;
