package dev.monotable.engine.operation.kinesis;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.KinesisFault;
import dev.monotable.engine.kinesis.KinesisDestination;
import dev.monotable.engine.kinesis.KinesisDestination.Change;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.DestinationStatus;
import dev.monotable.model.KinesisStreamingDestinationInput;
import dev.monotable.model.KinesisStreamingDestinationOutput;

/**
 * The DisableKinesisStreamingDestination operation. What the table has kept for the destination is
 * still written.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DisableKinesisStreamingDestination.html">DisableKinesisStreamingDestination</a>
 */
final class DisableKinesisStreamingDestinationHandler
    implements OperationHandler<
        KinesisStreamingDestinationInput, KinesisStreamingDestinationOutput> {
  private final OperationContext context;

  DisableKinesisStreamingDestinationHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public KinesisStreamingDestinationOutput handle(
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
      KinesisDestination disabled =
          new KinesisDestination(
              known.streamArn(),
              known.precision(), // for what is still written
              Change.DISABLE,
              draft.now().plus(context.delays().updateTable()),
              null);
      table.put(draft, disabled, context.limits().tableChanges().maxDestinations());
    }
    return KinesisStreamingDestinationOutput.builder()
        .tableName(table.name())
        .streamArn(known.streamArn())
        .destinationStatus(DestinationStatus.DISABLING.name())
        .build();
  }
}
