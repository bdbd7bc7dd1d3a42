/** Buckets of objects: folders of this machine, or whatever else holds them. */
@NullMarked
package dev.monotable.formats.bucket;

import org.jspecify.annotations.NullMarked;
