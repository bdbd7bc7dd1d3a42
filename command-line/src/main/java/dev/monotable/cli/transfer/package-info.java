/** Commands that move tables between endpoints and files, and compare them. */
@NullMarked
package dev.monotable.cli.transfer;

import org.jspecify.annotations.NullMarked;
