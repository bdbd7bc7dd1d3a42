/**
 * Transactions: TransactWriteItems writes several items in one commit, TransactGetItems reads
 * several items from one state.
 */
@NullMarked
package dev.monotable.engine.operation.transaction;

import org.jspecify.annotations.NullMarked;
