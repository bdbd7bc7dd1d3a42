/** Sources of options beside the command line, and the options of other emulators. */
@NullMarked
package dev.monotable.cli.option;

import org.jspecify.annotations.NullMarked;
