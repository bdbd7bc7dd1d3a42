/**
 * Errors: what can be wrong with a request, as {@link dev.monotable.engine.error.Fault} values, and
 * the message of AWS for each.
 */
@NullMarked
package dev.monotable.engine.error;

import org.jspecify.annotations.NullMarked;
