/** DynamoDB Streams: ListStreams, DescribeStream, GetShardIterator and GetRecords. */
@NullMarked
package dev.monotable.engine.operation.stream;

import org.jspecify.annotations.NullMarked;
