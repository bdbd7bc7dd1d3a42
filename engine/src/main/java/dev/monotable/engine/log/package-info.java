/** The commits of a database on their way to where they are kept. */
@NullMarked
package dev.monotable.engine.log;

import org.jspecify.annotations.NullMarked;
