/** The JUnit extension as its users have it: from its jar, beside the AWS SDK's own Netty. */
@NullMarked
package dev.monotable.conformance.extension;

import org.jspecify.annotations.NullMarked;
