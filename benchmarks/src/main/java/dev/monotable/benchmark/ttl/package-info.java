/** What the removal of expired items costs. */
@NullMarked
package dev.monotable.benchmark.ttl;

import org.jspecify.annotations.NullMarked;
