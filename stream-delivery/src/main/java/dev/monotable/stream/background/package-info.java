/** What all deliveries in the background have in common. For the packages of this module only. */
@NullMarked
package dev.monotable.stream.background;

import org.jspecify.annotations.NullMarked;
