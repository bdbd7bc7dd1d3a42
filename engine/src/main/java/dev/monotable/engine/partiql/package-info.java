/**
 * Turns PartiQL statements into the conditions, updates and key conditions that the operations work
 * with; reads and writes nothing itself.
 */
@NullMarked
package dev.monotable.engine.partiql;

import org.jspecify.annotations.NullMarked;
