/**
 * The common parts of the torture tests: how long they run, their seeds, the server and its
 * clients.
 */
@NullMarked
package dev.monotable.torture;

import org.jspecify.annotations.NullMarked;
