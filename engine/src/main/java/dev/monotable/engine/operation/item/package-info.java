/** Writes of single items: PutItem, UpdateItem, DeleteItem and BatchWriteItem. */
@NullMarked
package dev.monotable.engine.operation.item;

import org.jspecify.annotations.NullMarked;
