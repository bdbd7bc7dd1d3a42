package dev.monotable.engine.operation.kinesis;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.KinesisFault;
import dev.monotable.engine.kinesis.KinesisDestination;
import dev.monotable.engine.kinesis.KinesisDestination.Change;
import dev.monotable.engine.kinesis.KinesisDestinations;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.HandlerChoice;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.validation.Arn;
import dev.monotable.model.ApproximateCreationDateTimePrecision;
import dev.monotable.model.DescribeKinesisStreamingDestinationInput;
import dev.monotable.model.DescribeKinesisStreamingDestinationOutput;
import dev.monotable.model.DestinationStatus;
import dev.monotable.model.EnableKinesisStreamingConfiguration;
import dev.monotable.model.KinesisDataStreamDestination;
import dev.monotable.model.KinesisStreamingDestinationInput;
import dev.monotable.model.KinesisStreamingDestinationOutput;
import dev.monotable.model.Operations;
import dev.monotable.model.UpdateKinesisStreamingConfiguration;
import dev.monotable.model.UpdateKinesisStreamingDestinationInput;
import dev.monotable.model.UpdateKinesisStreamingDestinationOutput;
import dev.monotable.schema.OperationSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The operations on Kinesis destinations. */
public final class KinesisHandlers {
  private final OperationContext context;
  private final Predicate<String> activeStreams;

  private KinesisHandlers(OperationContext context, Predicate<String> activeStreams) {
    this.context = context;
    this.activeStreams = activeStreams;
  }

  /**
   * Returns the handler of an operation; null if there is none here.
   *
   * @param activeStreams whether the Kinesis data stream with an ARN exists and is ACTIVE
   */
  public static @Nullable OperationHandler<?, ?> find(
      OperationSchema<?, ?> operation, OperationContext context, Predicate<String> activeStreams) {
    KinesisHandlers destinations = new KinesisHandlers(context, activeStreams);
    return new HandlerChoice(operation)
        .or(Operations.DESCRIBE_KINESIS_STREAMING_DESTINATION, destinations::describe)
        .or(Operations.DISABLE_KINESIS_STREAMING_DESTINATION, destinations::disable)
        .or(Operations.ENABLE_KINESIS_STREAMING_DESTINATION, destinations::enable)
        .or(Operations.UPDATE_KINESIS_STREAMING_DESTINATION, destinations::update)
        .found();
  }

  /**
   * Performs DescribeKinesisStreamingDestination. Destinations that were disabled or could not be
   * enabled remain in the list (DDB-TABLE-301, -268).
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeKinesisStreamingDestination.html">DescribeKinesisStreamingDestination</a>
   */
  private DescribeKinesisStreamingDestinationOutput describe(
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

  // The descriptions of DDB-TABLE-318.
  private static final String NOT_FOUND = "User does not have a permission to use kinesis stream";
  private static final String OTHER_REGION =
      "The kinesis Arn used to enable kinesis replication belongs to a stream which is not in the"
          + " current region";
  private static final String NOT_ACTIVE =
      "The kinesis Arn used to enable kinesis replication belongs to a stream which is not in"
          + " Active state";

  /**
   * Performs EnableKinesisStreamingDestination. It accepts each stream; one that cannot be a
   * destination makes it ENABLE_FAILED (DDB-TABLE-318).
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_EnableKinesisStreamingDestination.html">EnableKinesisStreamingDestination</a>
   */
  private KinesisStreamingDestinationOutput enable(
      KinesisStreamingDestinationInput request, Call call) {
    if (request.streamArn().isEmpty()) {
      throw new FaultException(KinesisFault.Plain.EMPTY_ARN);
    }
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
    begin(
        draft,
        table,
        request.streamArn(),
        precision == null ? null : ApproximateCreationDateTimePrecision.valueOf(precision),
        Change.ENABLE,
        failure);
    return new KinesisStreamingDestinationOutput(
        table.name(),
        request.streamArn(),
        DestinationStatus.ENABLING.name(),
        configuration == null ? new EnableKinesisStreamingConfiguration(null) : configuration);
  }

  /**
   * Performs DisableKinesisStreamingDestination. What the table has kept for the destination is
   * still written.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DisableKinesisStreamingDestination.html">DisableKinesisStreamingDestination</a>
   */
  private KinesisStreamingDestinationOutput disable(
      KinesisStreamingDestinationInput request, Call call) {
    if (request.enableKinesisStreamingConfiguration() != null) {
      throw new FaultException(KinesisFault.Plain.CONFIGURATION_TO_DISABLE);
    }
    return context.committer().commit(call.ticket(), draft -> disable(draft, request));
  }

  private KinesisStreamingDestinationOutput disable(
      StateDraft draft, KinesisStreamingDestinationInput request) {
    DestinationTable table = DestinationTable.require(draft.state(), request.tableName());
    KinesisDestination known = table.destinations().find(request.streamArn());
    DestinationStatus status = known == null ? null : known.status(draft.now());
    if (known == null
        || table.isBeingDeleted()
        || (status != DestinationStatus.ACTIVE && status != DestinationStatus.DISABLING)) {
      throw new FaultException(KinesisFault.Plain.NOT_TO_DISABLE);
    }
    if (status == DestinationStatus.ACTIVE) {
      // The precision is for what is still written.
      begin(draft, table, known.streamArn(), known.precision(), Change.DISABLE, null);
    }
    return KinesisStreamingDestinationOutput.builder()
        .tableName(table.name())
        .streamArn(known.streamArn())
        .destinationStatus(DestinationStatus.DISABLING.name())
        .build();
  }

  /**
   * Performs UpdateKinesisStreamingDestination. AWS answers it even while the table is being
   * deleted (DDB-TABLE-236).
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateKinesisStreamingDestination.html">UpdateKinesisStreamingDestination</a>
   */
  private UpdateKinesisStreamingDestinationOutput update(
      UpdateKinesisStreamingDestinationInput request, Call call) {
    UpdateKinesisStreamingConfiguration configuration =
        request.updateKinesisStreamingConfiguration();
    String precision =
        configuration == null ? null : configuration.approximateCreationDateTimePrecision();
    if (precision == null) {
      throw new FaultException(KinesisFault.Plain.NOTHING_TO_UPDATE);
    }
    return context
        .committer()
        .commit(
            call.ticket(),
            draft ->
                update(draft, request, ApproximateCreationDateTimePrecision.valueOf(precision)));
  }

  private UpdateKinesisStreamingDestinationOutput update(
      StateDraft draft,
      UpdateKinesisStreamingDestinationInput request,
      ApproximateCreationDateTimePrecision precision) {
    DestinationTable table = DestinationTable.require(draft.state(), request.tableName());
    KinesisDestination known = table.destinations().find(request.streamArn());
    if (known == null) {
      throw new FaultException(
          KinesisFault.Plain.NO_DESTINATION.with(request.streamArn(), table.name()));
    }
    if (known.status(draft.now()) != DestinationStatus.ACTIVE) {
      throw new FaultException(
          KinesisFault.Plain.NOT_TO_UPDATE.with(table.name(), known.streamArn()));
    }
    if (known.effectivePrecision() == precision) {
      throw new FaultException(
          KinesisFault.Plain.SAME_PRECISION.with(
              precision, table.table().definition().id(), known.streamArn()));
    }
    begin(draft, table, known.streamArn(), precision, Change.UPDATE, null);
    return new UpdateKinesisStreamingDestinationOutput(
        table.name(),
        known.streamArn(),
        DestinationStatus.UPDATING.name(),
        request.updateKinesisStreamingConfiguration());
  }

  private void begin(
      StateDraft draft,
      DestinationTable table,
      String streamArn,
      @Nullable ApproximateCreationDateTimePrecision precision,
      Change change,
      @Nullable String failure) {
    Instant dueAt = draft.now().plus(context.delays().updateTable());
    table.put(
        draft,
        new KinesisDestination(streamArn, precision, change, dueAt, failure),
        context.limits().tableChanges().maxDestinations());
  }
}
