package dev.monotable.engine.operation.kinesis;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.KinesisFault;
import dev.monotable.engine.kinesis.KinesisDestination;
import dev.monotable.engine.kinesis.KinesisDestination.Change;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.ApproximateCreationDateTimePrecision;
import dev.monotable.model.DestinationStatus;
import dev.monotable.model.UpdateKinesisStreamingConfiguration;
import dev.monotable.model.UpdateKinesisStreamingDestinationInput;
import dev.monotable.model.UpdateKinesisStreamingDestinationOutput;

/**
 * The UpdateKinesisStreamingDestination operation. AWS answers it even while the table is being
 * deleted (DDB-TABLE-236).
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateKinesisStreamingDestination.html">UpdateKinesisStreamingDestination</a>
 */
final class UpdateKinesisStreamingDestinationHandler
    implements OperationHandler<
        UpdateKinesisStreamingDestinationInput, UpdateKinesisStreamingDestinationOutput> {
  private final OperationContext context;

  UpdateKinesisStreamingDestinationHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public UpdateKinesisStreamingDestinationOutput handle(
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
    KinesisDestination updated =
        new KinesisDestination(
            known.streamArn(),
            precision,
            Change.UPDATE,
            draft.now().plus(context.delays().updateTable()),
            null);
    table.put(draft, updated, context.limits().tableChanges().maxDestinations());
    return new UpdateKinesisStreamingDestinationOutput(
        table.name(),
        known.streamArn(),
        DestinationStatus.UPDATING.name(),
        request.updateKinesisStreamingConfiguration());
  }
}
