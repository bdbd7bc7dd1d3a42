/** Tests of streams and time to live with consumers that use the AWS SDK. */
@NullMarked
package dev.monotable.conformance.stream;

import org.jspecify.annotations.NullMarked;
