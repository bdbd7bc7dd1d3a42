/** Code that all commands share: names that are nearly right, and what is printed on a terminal. */
@NullMarked
package dev.monotable.cli.terminal;

import org.jspecify.annotations.NullMarked;
