/** Tests which address the clients of the AWS SDKs call. */
@NullMarked
package dev.monotable.conformance.endpoint;

import org.jspecify.annotations.NullMarked;
