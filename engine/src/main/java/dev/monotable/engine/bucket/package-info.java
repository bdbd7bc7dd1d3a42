/** Buckets of Amazon S3 in the memory of a database, with their objects: immutable values. */
@NullMarked
package dev.monotable.engine.bucket;

import org.jspecify.annotations.NullMarked;
