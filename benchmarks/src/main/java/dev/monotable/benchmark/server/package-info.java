/** Servers in processes of their own, what drives them, and the report of what came of it. */
@NullMarked
package dev.monotable.benchmark.server;

import org.jspecify.annotations.NullMarked;
