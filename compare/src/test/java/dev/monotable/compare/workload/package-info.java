/** Generators of requests, for each kind of workload and seed. */
@NullMarked
package dev.monotable.compare.workload;

import org.jspecify.annotations.NullMarked;
