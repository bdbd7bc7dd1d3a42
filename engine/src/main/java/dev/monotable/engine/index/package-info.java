/** The global and local secondary indexes: the first two types of index. */
@NullMarked
package dev.monotable.engine.index;

import org.jspecify.annotations.NullMarked;
