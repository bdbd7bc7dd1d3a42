/**
 * Stream handlers in tests, with the behavior of Lambda's event source mappings for DynamoDB
 * Streams.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html">Using AWS Lambda with
 *     Amazon DynamoDB</a>
 */
@NullMarked
package dev.monotable.stream;

import org.jspecify.annotations.NullMarked;
