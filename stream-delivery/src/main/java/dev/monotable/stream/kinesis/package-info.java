/**
 * Writes the changes of tables to their Kinesis destinations: to Kinesis, or to a handler in a
 * test.
 */
@NullMarked
package dev.monotable.stream.kinesis;

import org.jspecify.annotations.NullMarked;
