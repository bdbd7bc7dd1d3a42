/**
 * DynamoDB inside the JVM of a test: {@link dev.monotable.Monotable} is a database with AWS SDK
 * clients, a clock and snapshots. {@code dev.monotable.junit} provides it to tests of JUnit.
 */
@NullMarked
package dev.monotable;

import org.jspecify.annotations.NullMarked;
