/**
 * The heat of a design: which partition key value throttles first, and at which rate. Partitions
 * are simulated by the total rate of each partition and step, not by single requests.
 */
@NullMarked
package dev.monotable.design.heat;

import org.jspecify.annotations.NullMarked;
