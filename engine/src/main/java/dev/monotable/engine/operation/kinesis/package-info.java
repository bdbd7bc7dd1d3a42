/** The operations on the Kinesis destinations of tables. */
@NullMarked
package dev.monotable.engine.operation.kinesis;

import org.jspecify.annotations.NullMarked;
