package dev.monotable.engine.operation.stream;

import dev.monotable.engine.observe.RecordsRead;

/** A page of stream records that a request has read. */
record RecordsReadPart(String table, String streamArn, String shardId, int returned, long bytes)
    implements RecordsRead {}
