/** The operations that export tables to Amazon S3 and import them from it. */
@NullMarked
package dev.monotable.engine.operation.transfer;

import org.jspecify.annotations.NullMarked;
