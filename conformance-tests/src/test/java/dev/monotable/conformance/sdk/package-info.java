/** Tests that the AWS SDKs can call every operation. */
@NullMarked
package dev.monotable.conformance.sdk;

import org.jspecify.annotations.NullMarked;
