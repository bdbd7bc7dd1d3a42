/** Changes that findings propose, as data: their sentences and their trials are derived from it. */
@NullMarked
package dev.monotable.design.proposal;

import org.jspecify.annotations.NullMarked;
