/** The commands that control a running server. */
@NullMarked
package dev.monotable.cli.control;

import org.jspecify.annotations.NullMarked;
