/**
 * Helpers for the tests of several modules. Depends on nothing but the JDK and the service model.
 */
@NullMarked
package dev.monotable.testing;

import org.jspecify.annotations.NullMarked;
