/**
 * Sends generated requests to Monotable and to another emulator and compares the responses. Opt-in:
 * {@code mvn verify -Pcompare}.
 */
@NullMarked
package dev.monotable.compare;

import org.jspecify.annotations.NullMarked;
