/** Measures forks of a database, in the server and by the control API. */
@NullMarked
package dev.monotable.benchmark.fork;

import org.jspecify.annotations.NullMarked;
