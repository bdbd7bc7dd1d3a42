/** Every number that bounds a request, a table or a database, and how long things take. */
@NullMarked
package dev.monotable.engine.limits;

import org.jspecify.annotations.NullMarked;
