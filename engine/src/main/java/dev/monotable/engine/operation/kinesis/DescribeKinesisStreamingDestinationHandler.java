package dev.monotable.engine.operation.kinesis;

import dev.monotable.engine.kinesis.KinesisDestination;
import dev.monotable.engine.kinesis.KinesisDestinations;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.ApproximateCreationDateTimePrecision;
import dev.monotable.model.DescribeKinesisStreamingDestinationInput;
import dev.monotable.model.DescribeKinesisStreamingDestinationOutput;
import dev.monotable.model.DestinationStatus;
import dev.monotable.model.KinesisDataStreamDestination;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The DescribeKinesisStreamingDestination operation. Destinations that were disabled or could not
 * be enabled remain in the list (DDB-TABLE-301, -268).
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeKinesisStreamingDestination.html">DescribeKinesisStreamingDestination</a>
 */
final class DescribeKinesisStreamingDestinationHandler
    implements OperationHandler<
        DescribeKinesisStreamingDestinationInput, DescribeKinesisStreamingDestinationOutput> {
  private final OperationContext context;

  DescribeKinesisStreamingDestinationHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public DescribeKinesisStreamingDestinationOutput handle(
      DescribeKinesisStreamingDestinationInput request, Call call) {
    TableState table =
        OperationContext.requireSettable(context.committer().state(), request.tableName());
    Instant now = context.clock().instant();
    boolean deleting = table.status() == TableState.Status.DELETING;
    List<KinesisDataStreamDestination> destinations = new ArrayList<>();
    for (KinesisDestination each : KinesisDestinations.of(table.definition()).destinations()) {
      DestinationStatus status = each.status(now);
      if (deleting && status == DestinationStatus.ACTIVE) {
        status = DestinationStatus.UPDATING; // DDB-TABLE-236
      }
      ApproximateCreationDateTimePrecision precision = each.precision();
      destinations.add(
          KinesisDataStreamDestination.builder()
              .streamArn(each.streamArn())
              .destinationStatus(status.name())
              .destinationStatusDescription(each.isOver(now) ? each.failure() : null)
              .approximateCreationDateTimePrecision(precision == null ? null : precision.name())
              .build());
    }
    return new DescribeKinesisStreamingDestinationOutput(table.definition().name(), destinations);
  }
}
