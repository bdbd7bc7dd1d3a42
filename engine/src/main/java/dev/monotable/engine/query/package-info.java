/** Reads pages of items from a table or an index. */
@NullMarked
package dev.monotable.engine.query;

import org.jspecify.annotations.NullMarked;
