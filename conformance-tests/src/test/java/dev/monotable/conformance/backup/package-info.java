/** Backups through the AWS SDK for Python. */
@NullMarked
package dev.monotable.conformance.backup;

import org.jspecify.annotations.NullMarked;
