/**
 * Checks requests before any table is looked up: the constraints of the service model, corrected by
 * the observed behaviour of AWS.
 */
@NullMarked
package dev.monotable.engine.validation;

import org.jspecify.annotations.NullMarked;
