/** ExecuteStatement, BatchExecuteStatement and ExecuteTransaction: PartiQL. */
@NullMarked
package dev.monotable.engine.operation.statement;

import org.jspecify.annotations.NullMarked;
