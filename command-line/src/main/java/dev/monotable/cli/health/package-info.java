/** Commands that check whether an endpoint answers. */
@NullMarked
package dev.monotable.cli.health;

import org.jspecify.annotations.NullMarked;
