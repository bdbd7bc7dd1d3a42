/** Checks with Lincheck that the operations of an engine in this JVM are linearizable. */
@NullMarked
package dev.monotable.torture.lincheck;

import org.jspecify.annotations.NullMarked;
