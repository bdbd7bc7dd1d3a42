/** Streams and time to live, as consumers of the AWS SDK meet them. */
@NullMarked
package dev.monotable.conformance.stream;

import org.jspecify.annotations.NullMarked;
