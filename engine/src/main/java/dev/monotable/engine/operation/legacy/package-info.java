/** The legacy parameters that expressions replaced, such as Expected and AttributeUpdates. */
@NullMarked
package dev.monotable.engine.operation.legacy;

import org.jspecify.annotations.NullMarked;
