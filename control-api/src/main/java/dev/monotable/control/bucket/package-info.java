/** The buckets in the memory of databases, as Amazon S3 presents them over HTTP. */
@NullMarked
package dev.monotable.control.bucket;

import org.jspecify.annotations.NullMarked;
