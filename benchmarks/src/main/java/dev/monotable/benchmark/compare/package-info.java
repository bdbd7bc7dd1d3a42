/** Drives servers with the same requests, one beside the other. */
@NullMarked
package dev.monotable.benchmark.compare;

import org.jspecify.annotations.NullMarked;
