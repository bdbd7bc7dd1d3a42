/** Tests of the packaged JUnit extension, together with the Netty version of the AWS SDK. */
@NullMarked
package dev.monotable.conformance.extension;

import org.jspecify.annotations.NullMarked;
