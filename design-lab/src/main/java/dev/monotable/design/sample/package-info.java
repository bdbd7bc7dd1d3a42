/** Items that were observed, a bounded sample of each item collection. */
@NullMarked
package dev.monotable.design.sample;

import org.jspecify.annotations.NullMarked;
