/** Reads of items: GetItem, BatchGetItem, Query and Scan. */
@NullMarked
package dev.monotable.engine.operation.read;

import org.jspecify.annotations.NullMarked;
