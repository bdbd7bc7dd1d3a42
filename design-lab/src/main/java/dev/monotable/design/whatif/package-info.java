/** The costs of a design with other frequencies, projections or another capacity mode. */
@NullMarked
package dev.monotable.design.whatif;

import org.jspecify.annotations.NullMarked;
