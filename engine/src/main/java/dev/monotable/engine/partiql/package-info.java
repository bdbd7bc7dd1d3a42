/**
 * Compiles PartiQL statements into the conditions, updates and key conditions of the operations. It
 * neither reads nor writes items.
 */
@NullMarked
package dev.monotable.engine.partiql;

import org.jspecify.annotations.NullMarked;
