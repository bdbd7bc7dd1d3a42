/** PartiQL: ExecuteStatement, BatchExecuteStatement and ExecuteTransaction. */
@NullMarked
package dev.monotable.engine.operation.statement;

import org.jspecify.annotations.NullMarked;
