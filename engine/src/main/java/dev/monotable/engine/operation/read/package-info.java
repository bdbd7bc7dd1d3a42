/**
 * GetItem, BatchGetItem, Query and Scan: reads of items by key, by key condition or of everything.
 */
@NullMarked
package dev.monotable.engine.operation.read;

import org.jspecify.annotations.NullMarked;
