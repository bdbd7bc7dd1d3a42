/**
 * The databases of a process with their Regions: which request reaches which, what they begin with,
 * how they are forked, reset and replicated, and when they end.
 */
@NullMarked
package dev.monotable.engine.database;

import org.jspecify.annotations.NullMarked;
