/** The requests of a run as rules see them: with their tables, shapes and entities. */
@NullMarked
package dev.monotable.design.trace;

import org.jspecify.annotations.NullMarked;
