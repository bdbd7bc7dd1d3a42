/** TransactWriteItems and TransactGetItems: several items in one commit or one state. */
@NullMarked
package dev.monotable.engine.operation.transaction;

import org.jspecify.annotations.NullMarked;
