/** PutItem, UpdateItem, DeleteItem and BatchWriteItem: writes of single items. */
@NullMarked
package dev.monotable.engine.operation.item;

import org.jspecify.annotations.NullMarked;
