/**
 * Clients that behave badly for a long time: they abort, read and write slowly, close one direction
 * only, send much at once. Afterwards the server must hold what it held before.
 */
@NullMarked
package dev.monotable.torture.soak;

import org.jspecify.annotations.NullMarked;
