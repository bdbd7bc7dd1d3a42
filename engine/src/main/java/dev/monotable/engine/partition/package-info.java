/**
 * The behavior of DynamoDB's partitions: what a table and each of its partitions serve, bursts, and
 * splits for heat and size. The simulations of the design lab and the throttling of an engine use
 * the same rules; they differ in what they know of the traffic.
 */
@Experimental
@NullMarked
package dev.monotable.engine.partition;

import dev.monotable.api.Experimental;
import org.jspecify.annotations.NullMarked;
