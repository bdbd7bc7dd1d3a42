/** Observations: requests reduced to their shapes, and counted. */
@NullMarked
package dev.monotable.design.ledger;

import org.jspecify.annotations.NullMarked;
