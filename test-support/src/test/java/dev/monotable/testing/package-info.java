/** Helpers for the tests of several modules. Depends on nothing but the JDK. */
@NullMarked
package dev.monotable.testing;

import org.jspecify.annotations.NullMarked;
