/** Expressions, which are compiled once per text and evaluated on the stored form of items. */
@NullMarked
package dev.monotable.engine.expression;

import org.jspecify.annotations.NullMarked;
