/** Code that only the container image uses. */
@NullMarked
package dev.monotable.cli.container;

import org.jspecify.annotations.NullMarked;
