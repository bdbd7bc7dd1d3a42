/**
 * The command line: {@linkplain dev.monotable.cli.Main its entry point}, which starts the server or
 * one of the {@linkplain dev.monotable.cli.Subcommand sub-commands}.
 */
@NullMarked
package dev.monotable.cli;

import org.jspecify.annotations.NullMarked;
