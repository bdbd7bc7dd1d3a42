/** Generates what {@code capabilities.txt} declares: the doors to the databases of a server. */
@NullMarked
package dev.monotable.generator.capability;

import org.jspecify.annotations.NullMarked;
