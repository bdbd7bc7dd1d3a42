/** What the definitions of tables, indexes and streams consist of. Knows no state. */
@NullMarked
package dev.monotable.engine.definition;

import org.jspecify.annotations.NullMarked;
