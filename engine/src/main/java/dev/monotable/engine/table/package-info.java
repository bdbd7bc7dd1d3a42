/** The state of a database as immutable values: tables, their indexes, their streams. */
@NullMarked
package dev.monotable.engine.table;

import org.jspecify.annotations.NullMarked;
