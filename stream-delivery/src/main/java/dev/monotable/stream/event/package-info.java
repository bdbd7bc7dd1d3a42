/** The JSON of the records that a function receives, and the filters that refer to it. */
@NullMarked
package dev.monotable.stream.event;

import org.jspecify.annotations.NullMarked;
