/** Tags: TagResource, UntagResource and ListTagsOfResource. */
@NullMarked
package dev.monotable.engine.operation.tag;

import org.jspecify.annotations.NullMarked;
