/** What a stream costs those who write. */
@NullMarked
package dev.monotable.benchmark.stream;

import org.jspecify.annotations.NullMarked;
