package dev.monotable.engine.operation.transfer;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.commit.TableDraft;
import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.error.ConditionFailed;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.ConsumedCapacities;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.item.ItemWrite;
import dev.monotable.engine.operation.transfer.BulkReader.Prepared;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.table.BulkProgress;
import dev.monotable.engine.table.TransferState;
import dev.monotable.engine.transfer.BulkReport;
import dev.monotable.model.BulkOperationDescription;
import dev.monotable.model.OutputTypeEnum;
import dev.monotable.value.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The records of a bulk operation that one commit writes: as many of those that were prepared as
 * the rate of the operation and the bounds of a commit allow.
 */
final class BulkBatch {
  /** The time after which an item that a transaction holds is tried again. */
  private static final Duration HOLD_RETRY = Duration.ofSeconds(1);

  private static final long NANOS_OF_SECOND = 1_000_000_000;

  private final TransferJobs jobs;
  private final StateDraft draft;
  private final BulkOperationDescription operation;
  private final BulkProgress before;
  private final BulkUsage usage;
  private final Call call;
  private final @Nullable String caller;

  /** The units of a second; 0 if they are not bounded. A billion is no bound in practice. */
  private final long rate;

  private final long allowedUnits;
  private final List<String> reported;
  private BulkProgress.Position position;
  private PersistentTree<byte[]> entries;
  private long reportBytes;
  private long units;
  private long processed;
  private long failed;
  private long read;
  private int count;
  private @Nullable Instant waitsUntil;

  /** A record that a consumer of the change has rejected, so the commit has no effect. */
  static final class UnwritableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnwritableException() {
      super(null, null, false, false);
    }
  }

  BulkBatch(TransferJobs jobs, StateDraft draft, TransferState present, BulkProgress before) {
    this.jobs = jobs;
    this.draft = draft;
    this.operation = present.bulk();
    this.before = before;
    this.usage = new BulkUsage(Objects.requireNonNull(present.bulkTable().tableName()));
    this.call = Call.plain(jobs.wording());
    this.caller = present.caller();
    this.reported = Objects.requireNonNull(operation.outputS3Configuration()).outputType();
    this.position = before.position();
    this.entries = before.entries();
    this.reportBytes = before.reportBytes();
    Long most = operation.maxWriteRequestUnits();
    this.rate = most == null ? 0 : Math.min(most, NANOS_OF_SECOND);
    long earlier = earlierUnits(present);
    this.units = rate == 0 ? 0 : Math.max(before.units(), earlier);
    this.allowedUnits = rate == 0 ? Long.MAX_VALUE : earlier + rate;
    this.processed = Objects.requireNonNull(operation.processedItemCount());
    this.failed = Objects.requireNonNull(operation.failedItemCount());
    this.read = Objects.requireNonNull(operation.processedInputBytes());
  }

  /**
   * Returns the units that an operation has been able to consume by now, without those of the last
   * second. What it has not consumed of them is lost, so it never consumes more than the units of a
   * second at once.
   */
  private long earlierUnits(TransferState present) {
    Duration elapsed = Duration.between(present.startTime(), draft.now());
    return elapsed.isNegative()
        ? 0
        : rate * elapsed.toSeconds() + rate * elapsed.toNanosPart() / NANOS_OF_SECOND;
  }

  /** Returns when the units of another second can be consumed. */
  private Instant nextUnits() {
    long rest = units % rate * NANOS_OF_SECOND;
    return Objects.requireNonNull(operation.startTime())
        .plusSeconds(units / rate)
        .plusNanos((rest + rate - 1) / rate);
  }

  /** Writes records, and returns the operation after them. */
  TransferState write(Iterable<Prepared> prepared) {
    TableDraft table = OperationContext.requireTable(draft, usage.table());
    long most = before.reportBytes() + jobs.context().limits().bulk().maxRecordBytes();
    for (Prepared next : prepared) {
      if (reportBytes >= most || !write(table, next)) {
        break;
      }
      position = next.after;
      read = position.bytes() + next.read;
      count++;
    }
    BulkOperationDescription described =
        operation.toBuilder()
            .processedItemCount(processed)
            .failedItemCount(failed)
            .processedInputBytes(read)
            .bulkOperationUsage(usage.addTo(operation.bulkOperationUsage(), table.layout()))
            .build();
    BulkProgress after = before.with(entries, reportBytes).at(position, units, waitsUntil);
    return new TransferState(described, null, caller, after);
  }

  /** Writes a record; returns false if it has to wait. */
  private boolean write(TableDraft table, Prepared next) {
    ItemWrite put = next.write;
    if (put == null) {
      if (next.error != null) {
        fail(next, next.error);
      }
      return true;
    }
    if (units >= allowedUnits) {
      waitsUntil = nextUnits();
      return false;
    }
    try {
      WriteOutcome outcome = put.apply(table, jobs.context().limits(), call, 1);
      units += ConsumedCapacities.writeUnits(table.layout(), outcome.before(), outcome.after());
      usage.add(outcome);
      processed++;
      return true;
    } catch (FaultException e) {
      return failed(table, next, e);
    }
  }

  private boolean failed(TableDraft table, Prepared next, FaultException failure) {
    if (failure.fault() instanceof ConditionFailed condition) {
      units += ConsumedCapacities.writeUnits(table.layout(), condition.item(), null);
      report(next, OutputTypeEnum.CONDITION_CHECK_FAILURE, null, condition.item());
      processed++;
      return true;
    }
    if (failure.code() == ErrorCode.TRANSACTION_CONFLICT) {
      waitsUntil = draft.now().plus(HOLD_RETRY);
      return false;
    }
    String message = jobs.edge().message(failure.fault());
    if (failure.code() == ErrorCode.ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED) {
      // The indexes have the item already, so the commit begins again without it.
      next.write = null;
      next.error = message;
      throw new UnwritableException();
    }
    fail(next, message);
    return true;
  }

  private void fail(Prepared next, String message) {
    report(next, OutputTypeEnum.ERROR, message, null);
    failed++;
    processed++;
  }

  private void report(
      Prepared next, OutputTypeEnum type, @Nullable String message, @Nullable Item existing) {
    if (reported.contains(type.wire())) {
      byte[] line =
          jobs.requireFiles()
              .line(new BulkReport(type, next.key, next.at.record(), message, next.item, existing));
      entries = entries.with(BulkProgress.Entry.of(type).key(processed), line);
      reportBytes += line.length;
    }
  }

  /** Returns the number of records and ends of objects that were processed. */
  int count() {
    return count;
  }
}
