/** What a fresh database for each test costs. */
@NullMarked
package dev.monotable.benchmark.fresh;

import org.jspecify.annotations.NullMarked;
