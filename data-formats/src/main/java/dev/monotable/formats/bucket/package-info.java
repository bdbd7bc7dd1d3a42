/** Buckets of objects: folders of this machine, or anything else that holds them. */
@NullMarked
package dev.monotable.formats.bucket;

import org.jspecify.annotations.NullMarked;
