/** The parts of the definitions of tables, indexes and streams. Knows no state. */
@NullMarked
package dev.monotable.engine.definition;

import org.jspecify.annotations.NullMarked;
