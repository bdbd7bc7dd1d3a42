/** What clients of the AWS SDK do by themselves about errors that pass. */
@NullMarked
package dev.monotable.conformance.retry;

import org.jspecify.annotations.NullMarked;
