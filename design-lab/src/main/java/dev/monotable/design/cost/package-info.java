/**
 * The cost of a design on AWS in a month, on demand and provisioned. All amounts are exact; only
 * their text is rounded.
 */
@NullMarked
package dev.monotable.design.cost;

import org.jspecify.annotations.NullMarked;
