/** Contracts of access patterns: what one use may read, write and request. */
@NullMarked
package dev.monotable.design.contract;

import org.jspecify.annotations.NullMarked;
