package dev.monotable.engine.operation.kinesis;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.KinesisFault;
import dev.monotable.engine.kinesis.KinesisDestination;
import dev.monotable.engine.kinesis.KinesisDestination.Change;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.validation.Arn;
import dev.monotable.model.ApproximateCreationDateTimePrecision;
import dev.monotable.model.DestinationStatus;
import dev.monotable.model.EnableKinesisStreamingConfiguration;
import dev.monotable.model.KinesisStreamingDestinationInput;
import dev.monotable.model.KinesisStreamingDestinationOutput;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The EnableKinesisStreamingDestination operation. It accepts each stream; one that cannot be a
 * destination makes it ENABLE_FAILED (DDB-TABLE-318).
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_EnableKinesisStreamingDestination.html">EnableKinesisStreamingDestination</a>
 */
final class EnableKinesisStreamingDestinationHandler
    implements OperationHandler<
        KinesisStreamingDestinationInput, KinesisStreamingDestinationOutput> {
  // The descriptions of DDB-TABLE-318.
  private static final String NOT_FOUND = "User does not have a permission to use kinesis stream";
  private static final String OTHER_REGION =
      "The kinesis Arn used to enable kinesis replication belongs to a stream which is not in the"
          + " current region";
  private static final String NOT_ACTIVE =
      "The kinesis Arn used to enable kinesis replication belongs to a stream which is not in"
          + " Active state";

  private final OperationContext context;
  private final Predicate<String> activeStreams;

  EnableKinesisStreamingDestinationHandler(
      OperationContext context, Predicate<String> activeStreams) {
    this.context = context;
    this.activeStreams = activeStreams;
  }

  @Override
  public KinesisStreamingDestinationOutput handle(
      KinesisStreamingDestinationInput request, Call call) {
    // Before the stream is asked for, which may be on another machine.
    requireDisabled(
        DestinationTable.require(context.committer().state(), request.tableName()), null);
    String failure = findFailure(request.streamArn());
    return context.committer().commit(call.ticket(), draft -> enable(draft, request, failure));
  }

  private void requireDisabled(DestinationTable table, @Nullable StateDraft draft) {
    if (table.isBeingDeleted()
        || !table.destinations().areOver(draft == null ? context.clock().instant() : draft.now())) {
      throw new FaultException(KinesisFault.Plain.NOT_TO_ENABLE);
    }
  }

  /** Returns why a stream cannot be a destination; null if it can. */
  private @Nullable String findFailure(String streamArn) {
    Arn arn = Arn.find(streamArn);
    if (arn == null) {
      return NOT_FOUND;
    }
    if (arn.service().equals("firehose")) {
      return NOT_ACTIVE;
    }
    boolean isStream =
        arn.service().equals("kinesis") && arn.resource().matches("stream/[a-zA-Z0-9_.-]+");
    if (!isStream) {
      return NOT_FOUND;
    }
    if (!arn.region().equals(context.region())) {
      return OTHER_REGION;
    }
    if (!arn.account().equals(context.account())) {
      return NOT_ACTIVE;
    }
    return activeStreams.test(streamArn) ? null : NOT_FOUND;
  }

  private KinesisStreamingDestinationOutput enable(
      StateDraft draft, KinesisStreamingDestinationInput request, @Nullable String failure) {
    DestinationTable table = DestinationTable.require(draft.state(), request.tableName());
    requireDisabled(table, draft);
    EnableKinesisStreamingConfiguration configuration =
        request.enableKinesisStreamingConfiguration();
    String precision =
        configuration == null ? null : configuration.approximateCreationDateTimePrecision();
    KinesisDestination destination =
        new KinesisDestination(
            request.streamArn(),
            precision == null ? null : ApproximateCreationDateTimePrecision.valueOf(precision),
            Change.ENABLE,
            draft.now().plus(context.delays().updateTable()),
            failure);
    table.put(draft, destination, context.limits().tableChanges().maxDestinations());
    return new KinesisStreamingDestinationOutput(
        table.name(),
        request.streamArn(),
        DestinationStatus.ENABLING.name(),
        configuration == null ? new EnableKinesisStreamingConfiguration(null) : configuration);
  }
}
