/**
 * The common parts of the handlers of all operations: their context, keys, expressions and
 * capacity. The handlers are in the packages below, one package for each group of operations.
 */
@NullMarked
package dev.monotable.engine.operation;

import org.jspecify.annotations.NullMarked;
