/** Looks into the validation of requests for the cases that assert it. */
@NullMarked
package dev.monotable.engine.validation;

import org.jspecify.annotations.NullMarked;
