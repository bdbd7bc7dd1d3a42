package dev.monotable.engine.operation.backup;

import dev.monotable.engine.error.BackupFault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.RecoveryFault;
import dev.monotable.engine.error.RestoreFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.operation.table.IndexRequests;
import dev.monotable.engine.operation.table.RestoreOverrides;
import dev.monotable.engine.table.BackupState;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.TableHistory;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.validation.Arn;
import dev.monotable.model.RestoreTableToPointInTimeInput;
import dev.monotable.model.RestoreTableToPointInTimeOutput;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The RestoreTableToPointInTime operation. The items are those of the point in time, the settings
 * those that the source table has now. AWS checks the members of the request, then whether
 * point-in-time recovery is enabled, the time, and the name of the new table (DDB-TABLE-100).
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_RestoreTableToPointInTime.html">RestoreTableToPointInTime</a>
 */
public final class RestoreTableToPointInTimeHandler
    implements OperationHandler<RestoreTableToPointInTimeInput, RestoreTableToPointInTimeOutput> {
  private static final String TABLE = "table/";

  private final OperationContext context;
  private final List<IndexRequests> indexTypes;

  public RestoreTableToPointInTimeHandler(
      OperationContext context, List<IndexRequests> indexTypes) {
    this.context = context;
    this.indexTypes = indexTypes;
  }

  @Override
  public RestoreTableToPointInTimeOutput handle(RestoreTableToPointInTimeInput request, Call call) {
    RestoreOverrides overrides = RestoreOverrides.of(request);
    Instant asked = time(request);
    String name = sourceName(request);
    TableState source = context.committer().state().findTable(name);
    if (source == null || source.restore() != null) {
      throw new FaultException(
          request.sourceTableArn() == null
              ? BackupFault.Plain.TABLE_NOT_FOUND.with(name)
              : BackupFault.Plain.ARN_NOT_FOUND);
    }
    RecoveryWindow window = RecoveryWindow.require(context, source, context.clock().instant());
    Instant time = asked == null ? window.latest() : asked;
    if (!window.contains(time)) {
      throw new FaultException(
          RecoveryFault.Plain.OUTSIDE_WINDOW.with(time, window.earliest(), window.latest()));
    }
    TableHistory.Version items = asked == null ? window.atLatest() : window.at(time);
    RestoredTable table =
        RestoredTable.of(
            context,
            indexTypes,
            BackupState.kept(source).toBuilder().items(items.items()).bytes(items.size()).build(),
            items.items() == source.items(),
            TableNames.nameOf(request.targetTableName()),
            overrides);
    ChangeOutcome.TableRestored restored =
        new ChangeOutcome.TableRestored(null, source.definition().arn(), time);
    return new RestoreTableToPointInTimeOutput(
        context.committer().commit(call.ticket(), draft -> table.create(draft, restored)));
  }

  @Override
  public boolean addsData(RestoreTableToPointInTimeInput request, Call call) {
    return true;
  }

  /**
   * Returns the time to which a table is to be restored, in whole seconds; null for the latest.
   *
   * @throws FaultException if the request has no time, or two
   */
  private static @Nullable Instant time(RestoreTableToPointInTimeInput request) {
    boolean latest = Boolean.TRUE.equals(request.useLatestRestorableTime());
    Instant time = request.restoreDateTime();
    if (latest && time != null) {
      throw new FaultException(RecoveryFault.Plain.BOTH_TIMES);
    }
    if (!latest && time == null) {
      throw new FaultException(RecoveryFault.Plain.NO_TIME);
    }
    return time == null ? null : time.truncatedTo(ChronoUnit.SECONDS);
  }

  /**
   * Returns the name of the source table.
   *
   * @throws FaultException if the request has no source or two, or if it is not in this database
   */
  private String sourceName(RestoreTableToPointInTimeInput request) {
    String name = request.sourceTableName();
    String text = request.sourceTableArn();
    if (name != null && text != null) {
      throw new FaultException(RecoveryFault.Plain.BOTH_SOURCES);
    }
    if (text == null) {
      if (name == null) {
        throw new FaultException(RecoveryFault.Plain.NO_SOURCE);
      }
      return TableNames.nameOf(name);
    }
    Arn arn = Arn.find(text);
    if (arn == null || !arn.resource().startsWith(TABLE)) {
      throw new FaultException(RecoveryFault.Plain.SOURCE_NOT_AN_ARN);
    }
    if (!arn.account().equals(context.account())) {
      throw new FaultException(RecoveryFault.Plain.SOURCE_OF_OTHER_ACCOUNT);
    }
    String itsName = arn.resource().substring(TABLE.length());
    if (!arn.region().equals(context.region())) {
      if (request.sseSpecificationOverride() == null) {
        throw new FaultException(RestoreFault.Plain.OTHER_REGION);
      }
      throw new FaultException(BackupFault.Plain.TABLE_NOT_FOUND.with(itsName));
    }
    return itsName;
  }
}
