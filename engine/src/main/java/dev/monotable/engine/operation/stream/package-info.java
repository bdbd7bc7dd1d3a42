/** The operations of DynamoDB Streams. */
@NullMarked
package dev.monotable.engine.operation.stream;

import org.jspecify.annotations.NullMarked;
