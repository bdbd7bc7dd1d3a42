/** Generators of requests, by kind and seed. */
@NullMarked
package dev.monotable.compare.workload;

import org.jspecify.annotations.NullMarked;
