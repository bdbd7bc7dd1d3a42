/** The form in which items are stored: the one there is, and the candidates that lost. */
@NullMarked
package dev.monotable.benchmark.stored;

import org.jspecify.annotations.NullMarked;
