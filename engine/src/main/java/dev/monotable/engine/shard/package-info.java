/** Streams as values: their shards and records, while a table writes to them and afterwards. */
@NullMarked
package dev.monotable.engine.shard;

import org.jspecify.annotations.NullMarked;
