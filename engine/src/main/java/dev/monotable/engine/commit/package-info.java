/** Commits: the only way to change the state of a database. */
@NullMarked
package dev.monotable.engine.commit;

import org.jspecify.annotations.NullMarked;
