/** The common parts of all deliveries in the background. For the packages of this module only. */
@NullMarked
package dev.monotable.stream.background;

import org.jspecify.annotations.NullMarked;
