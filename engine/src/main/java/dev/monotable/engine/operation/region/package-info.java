/** Operations on the Region itself: DescribeEndpoints. */
@NullMarked
package dev.monotable.engine.operation.region;

import org.jspecify.annotations.NullMarked;
