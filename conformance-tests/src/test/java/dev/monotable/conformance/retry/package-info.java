/** Tests how clients of the AWS SDK retry transient errors. */
@NullMarked
package dev.monotable.conformance.retry;

import org.jspecify.annotations.NullMarked;
