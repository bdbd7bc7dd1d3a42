/** The replication of global tables: what is read of one replica's stream and applied to others. */
@NullMarked
package dev.monotable.engine.replica;

import org.jspecify.annotations.NullMarked;
