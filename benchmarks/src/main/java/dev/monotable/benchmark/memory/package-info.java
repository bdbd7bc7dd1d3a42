/** Live bytes of a database, and what its versions cost. */
@NullMarked
package dev.monotable.benchmark.memory;

import org.jspecify.annotations.NullMarked;
