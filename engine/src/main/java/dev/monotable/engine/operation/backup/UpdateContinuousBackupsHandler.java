package dev.monotable.engine.operation.backup;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.RecoveryFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.table.PointInTimeRecovery;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.ContinuousBackupsDescription;
import dev.monotable.model.PointInTimeRecoverySpecification;
import dev.monotable.model.UpdateContinuousBackupsInput;
import dev.monotable.model.UpdateContinuousBackupsOutput;

/**
 * The UpdateContinuousBackups operation. It takes effect at once, as on AWS. To enable
 * point-in-time recovery again changes only its period; to disable it forgets what the table was
 * (DDB-TABLE-084, -085).
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateContinuousBackups.html">UpdateContinuousBackups</a>
 */
public final class UpdateContinuousBackupsHandler
    implements OperationHandler<UpdateContinuousBackupsInput, UpdateContinuousBackupsOutput> {
  private final OperationContext context;

  public UpdateContinuousBackupsHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public UpdateContinuousBackupsOutput handle(UpdateContinuousBackupsInput request, Call call) {
    PointInTimeRecoverySpecification asked = request.pointInTimeRecoverySpecification();
    if (!asked.pointInTimeRecoveryEnabled() && asked.recoveryPeriodInDays() != null) {
      throw new FaultException(RecoveryFault.Plain.PERIOD_WHEN_DISABLED);
    }
    return new UpdateContinuousBackupsOutput(
        context
            .committer()
            .commit(call.ticket(), draft -> update(draft, request.tableName(), asked)));
  }

  private ContinuousBackupsDescription update(
      StateDraft draft, String name, PointInTimeRecoverySpecification asked) {
    TableState table = ContinuousBackups.require(draft.state(), name);
    if (table.status() == TableState.Status.CREATING) {
      throw new FaultException(RecoveryFault.Plain.BEING_ENABLED.with(table.definition().name()));
    }
    Integer days = asked.recoveryPeriodInDays();
    TableState next =
        asked.pointInTimeRecoveryEnabled()
            ? PointInTimeRecovery.enable(
                table, days == null ? context.limits().backup().recoveryDays() : days, draft.now())
            : PointInTimeRecovery.disable(table);
    draft.putTable(next);
    return ContinuousBackups.of(context, next, draft.now());
  }
}
