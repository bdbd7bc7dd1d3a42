/** Tests how clients of the AWS SDKs retry transient errors and repeat requests. */
@NullMarked
package dev.monotable.conformance.retry;

import org.jspecify.annotations.NullMarked;
