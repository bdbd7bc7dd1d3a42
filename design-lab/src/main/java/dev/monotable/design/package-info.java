/** Judges a table design by the requests that tests and applications send. */
@NullMarked
package dev.monotable.design;

import org.jspecify.annotations.NullMarked;
