/** The operation that searches vector indexes. */
@NullMarked
package dev.monotable.engine.operation.search;

import org.jspecify.annotations.NullMarked;
