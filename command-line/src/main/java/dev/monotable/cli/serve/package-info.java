/** The command {@code serve}, which runs a server until the process is stopped. */
@NullMarked
package dev.monotable.cli.serve;

import org.jspecify.annotations.NullMarked;
