/** Recordings of requests. */
@NullMarked
package dev.monotable.design.recording;

import org.jspecify.annotations.NullMarked;
