package dev.monotable.engine.operation.transfer;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TransferFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.engine.operation.backup.RecoveryWindow;
import dev.monotable.engine.request.ObjectRights;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.TransferState;
import dev.monotable.model.ExportDescription;
import dev.monotable.model.ExportStatus;
import dev.monotable.model.ExportTableToPointInTimeInput;
import dev.monotable.model.ExportTableToPointInTimeOutput;
import dev.monotable.model.ExportType;
import dev.monotable.model.IncrementalExportSpecification;
import dev.monotable.model.S3SseAlgorithm;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The ExportTableToPointInTime operation. The response has the status IN_PROGRESS, as on AWS. The
 * files are written before it returns; the export ends then, unless {@link
 * dev.monotable.engine.limits.Delays} sets a delay.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ExportTableToPointInTime.html">ExportTableToPointInTime</a>
 */
final class ExportTableHandler
    implements OperationHandler<ExportTableToPointInTimeInput, ExportTableToPointInTimeOutput> {
  private static final Duration SHORTEST = Duration.ofMinutes(15);
  private static final Duration LONGEST = Duration.ofHours(24);

  private final TransferJobs jobs;
  private final OperationContext context;

  ExportTableHandler(TransferJobs jobs) {
    this.jobs = jobs;
    this.context = jobs.context();
  }

  @Override
  public ExportTableToPointInTimeOutput handle(ExportTableToPointInTimeInput request, Call call) {
    TransferArns.requireTable(request.tableArn(), context);
    requireType(request);
    requireEncryption(request);
    ExportFilter filter = ExportFilter.of(jobs, request.filterSpecification());
    ObjectRights rights = call.objectRights();
    Instant now = Transfers.now(context);
    String id = Transfers.newId(context, now);
    ExportDescription[] answer = new ExportDescription[1];
    jobs.run(
        id,
        () -> {
          ExportDescription begun =
              context
                  .committer()
                  .commit(call.ticket(), draft -> begin(draft, request, id, now, filter, rights));
          answer[0] = begun;
          if (Transfers.id(begun.exportArn()).equals(id)) {
            new ExportJob(jobs, begun, rights, false).run(call.ticket());
          }
        });
    return new ExportTableToPointInTimeOutput(Objects.requireNonNull(answer[0]));
  }

  /** Requires a period if, and only if, the export is incremental (DDB-EXPORT-003). */
  private static void requireType(ExportTableToPointInTimeInput request) {
    IncrementalExportSpecification period = request.incrementalExportSpecification();
    ExportType type = ExportType.find(request.exportType());
    if (type == ExportType.INCREMENTAL_EXPORT) {
      if (period == null) {
        throw new FaultException(TransferFault.Plain.PERIOD_MISSING);
      }
      if (period.exportFromTime() == null) {
        throw new FaultException(TransferFault.Plain.FROM_MISSING);
      }
    } else if (period != null) {
      throw new FaultException(
          type == null
              ? TransferFault.Plain.TYPE_MISSING
              : TransferFault.Plain.PERIOD_OF_FULL_EXPORT);
    }
  }

  /** Requires KMS if the request names a key (DDB-EXPORT-005). */
  private static void requireEncryption(ExportTableToPointInTimeInput request) {
    if (request.s3SseKmsKeyId() != null
        && S3SseAlgorithm.find(request.s3SseAlgorithm()) != S3SseAlgorithm.KMS) {
      throw new FaultException(TransferFault.Plain.KEY_WITHOUT_KMS);
    }
  }

  /**
   * Begins an export, or returns the one that was begun with the same token (DDB-EXPORT-009). The
   * table is looked up first (DDB-EXPORT-024), and point-in-time recovery before the times
   * (DDB-EXPORT-001), except that an incremental export reports its times first (DDB-EXPORT-004).
   */
  private ExportDescription begin(
      StateDraft draft,
      ExportTableToPointInTimeInput request,
      String id,
      Instant now,
      ExportFilter filter,
      ObjectRights rights) {
    TableState table = draft.state().findTable(TableNames.nameOf(request.tableArn()));
    if (table == null || !table.definition().arn().equals(request.tableArn())) {
      throw new FaultException(TransferFault.Plain.NO_SUCH_TABLE.with(request.tableArn()));
    }
    ExportDescription begun = description(request, table, id, now);
    TransferState known =
        Transfers.findByToken(draft, context.limits(), TransferState.Kind.EXPORT, begun);
    if (known != null) {
      if (!isSame(request, begun, known.export())) {
        throw new FaultException(TransferFault.Plain.EXPORT_CONFLICT);
      }
      return Transfers.exportAt(known, draft.now());
    }
    Object unusedFilter = filter.fit(table);
    IncrementalExportSpecification period = begun.incrementalExportSpecification();
    if (period != null) {
      requirePeriod(period, table, now);
    }
    RecoveryWindow window = RecoveryWindow.require(context, table, now);
    if (period == null) {
      requireTime(request.exportTime(), window, now);
    } else if (!window.contains(Objects.requireNonNull(period.exportFromTime()))
        || !window.contains(Objects.requireNonNull(period.exportToTime()))) {
      throw new FaultException(TransferFault.Plain.TIME_UNAVAILABLE);
    }
    Object unused = jobs.requireFiles();
    Transfers.add(draft, context.limits(), new TransferState(begun, null, rights.accessKey()));
    return begun;
  }

  /** Requires that the time of a full export is in the window (DDB-EXPORT-001). */
  private static void requireTime(@Nullable Instant time, RecoveryWindow window, Instant now) {
    if (time != null) {
      Instant second = time.truncatedTo(ChronoUnit.SECONDS);
      if (second.isAfter(now) || second.isBefore(window.earliest())) {
        throw new FaultException(TransferFault.Plain.INVALID_TIME);
      }
      if (second.isAfter(window.latest())) {
        throw new FaultException(TransferFault.Plain.TIME_UNAVAILABLE);
      }
    }
  }

  private static void requirePeriod(
      IncrementalExportSpecification period, TableState table, Instant now) {
    Instant from = Objects.requireNonNull(period.exportFromTime());
    Instant to = Objects.requireNonNull(period.exportToTime());
    if (from.isBefore(table.definition().createdAt().truncatedTo(ChronoUnit.SECONDS))) {
      throw new FaultException(TransferFault.Plain.FROM_BEFORE_CREATION.with(from.toString()));
    }
    if (to.isAfter(now)) {
      throw new FaultException(TransferFault.Plain.TO_AFTER_NOW.with(to.toString()));
    }
    Duration length = Duration.between(from, to);
    if (length.compareTo(SHORTEST) < 0) {
      throw new FaultException(TransferFault.Plain.PERIOD_TOO_SHORT);
    }
    if (length.compareTo(LONGEST) > 0) {
      throw new FaultException(TransferFault.Plain.PERIOD_TOO_LONG);
    }
  }

  /** Returns the export as it begins. AWS adds some members: DDB-EXPORT-008, -016, -017, -019. */
  private ExportDescription description(
      ExportTableToPointInTimeInput request, TableState table, String id, Instant now) {
    IncrementalExportSpecification period = request.incrementalExportSpecification();
    ExportDescription.Builder begun =
        ExportDescription.builder()
            .exportArn(table.definition().arn() + "/export/" + id)
            .exportStatus(ExportStatus.IN_PROGRESS.wire())
            .startTime(now)
            .tableArn(table.definition().arn())
            .tableId(table.definition().id())
            .clientToken(request.clientToken())
            .s3Bucket(request.s3Bucket())
            .s3BucketOwner(request.s3BucketOwner())
            .s3Prefix(request.s3Prefix())
            .s3SseAlgorithm(request.s3SseAlgorithm() == null ? "AES256" : request.s3SseAlgorithm())
            .s3SseKmsKeyId(request.s3SseKmsKeyId())
            .exportFormat(request.exportFormat() == null ? "DYNAMODB_JSON" : request.exportFormat())
            .filterSpecification(request.filterSpecification())
            .destinationType("S3");
    if (period == null) {
      return begun.exportTime(request.exportTime() == null ? now : request.exportTime()).build();
    }
    Instant to = period.exportToTime();
    if (to == null) {
      RecoveryWindow window = RecoveryWindow.find(context, table, now);
      to = window == null ? now : window.latest();
    }
    String view = period.exportViewType();
    return begun
        .exportType(request.exportType())
        .incrementalExportSpecification(
            new IncrementalExportSpecification(
                Objects.requireNonNull(period.exportFromTime()).truncatedTo(ChronoUnit.SECONDS),
                to.truncatedTo(ChronoUnit.SECONDS),
                view == null ? "NEW_AND_OLD_IMAGES" : view))
        .build();
  }

  /** Returns whether a request is the one that has begun an export; times may be its defaults. */
  private static boolean isSame(
      ExportTableToPointInTimeInput request, ExportDescription begun, ExportDescription known) {
    IncrementalExportSpecification period = request.incrementalExportSpecification();
    IncrementalExportSpecification itsPeriod = known.incrementalExportSpecification();
    ExportDescription expected =
        begun.toBuilder()
            .exportArn(known.exportArn())
            .exportStatus(known.exportStatus())
            .startTime(known.startTime())
            .endTime(known.endTime())
            .exportManifest(known.exportManifest())
            .failureCode(known.failureCode())
            .failureMessage(known.failureMessage())
            .billedSizeBytes(known.billedSizeBytes())
            .itemCount(known.itemCount())
            .exportTime(request.exportTime() == null ? known.startTime() : begun.exportTime())
            .build();
    if (period != null && itsPeriod != null) {
      IncrementalExportSpecification mine =
          Objects.requireNonNull(begun.incrementalExportSpecification());
      expected =
          expected.toBuilder()
              .exportTime(null)
              .incrementalExportSpecification(
                  period.exportToTime() == null
                      ? mine.toBuilder().exportToTime(itsPeriod.exportToTime()).build()
                      : mine)
              .build();
    }
    return expected.equals(known);
  }
}
