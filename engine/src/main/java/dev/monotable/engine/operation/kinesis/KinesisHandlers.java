package dev.monotable.engine.operation.kinesis;

import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The operations on Kinesis destinations. */
public final class KinesisHandlers {
  private KinesisHandlers() {}

  /**
   * Returns a new handler of an operation; null if there is none here.
   *
   * @param activeStreams whether the Kinesis data stream with an ARN exists and is ACTIVE
   */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, OperationContext context, Predicate<String> activeStreams) {
    if (operation == Operations.DESCRIBE_KINESIS_STREAMING_DESTINATION) {
      return new DescribeKinesisStreamingDestinationHandler(context);
    }
    if (operation == Operations.DISABLE_KINESIS_STREAMING_DESTINATION) {
      return new DisableKinesisStreamingDestinationHandler(context);
    }
    if (operation == Operations.ENABLE_KINESIS_STREAMING_DESTINATION) {
      return new EnableKinesisStreamingDestinationHandler(context, activeStreams);
    }
    if (operation == Operations.UPDATE_KINESIS_STREAMING_DESTINATION) {
      return new UpdateKinesisStreamingDestinationHandler(context);
    }
    return null;
  }
}
