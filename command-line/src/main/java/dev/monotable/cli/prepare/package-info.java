/** Prepares a fast start of the server: its native libraries and the archive of its classes. */
@NullMarked
package dev.monotable.cli.prepare;

import org.jspecify.annotations.NullMarked;
