/**
 * Generated requests to Monotable and to another emulator, and the comparison of their answers.
 * Opt-in: {@code mvn verify -Pcompare}.
 */
@NullMarked
package dev.monotable.compare;

import org.jspecify.annotations.NullMarked;
