package dev.monotable.engine.operation.stream;

import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import org.jspecify.annotations.Nullable;

/** The operations on streams. */
public final class StreamHandlers {
  private StreamHandlers() {}

  /** Returns a new handler of an operation; null if there is none here. */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, OperationContext context) {
    if (operation == Operations.DESCRIBE_STREAM) {
      return new DescribeStreamHandler(context);
    }
    if (operation == Operations.GET_RECORDS) {
      return new GetRecordsHandler(context);
    }
    if (operation == Operations.GET_SHARD_ITERATOR) {
      return new GetShardIteratorHandler(context);
    }
    if (operation == Operations.LIST_STREAMS) {
      return new ListStreamsHandler(context);
    }
    return null;
  }
}
