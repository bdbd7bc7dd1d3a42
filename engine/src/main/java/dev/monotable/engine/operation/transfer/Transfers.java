package dev.monotable.engine.operation.transfer;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TransferFault;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.BulkProgress;
import dev.monotable.engine.table.TransferState;
import dev.monotable.model.BulkOperationDescription;
import dev.monotable.model.BulkOperationStatus;
import dev.monotable.model.ExportDescription;
import dev.monotable.model.ExportStatus;
import dev.monotable.model.ImportStatus;
import dev.monotable.model.ImportTableDescription;
import dev.monotable.schema.Structure;
import dev.monotable.schema.StructureSchema;
import dev.monotable.value.Item;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The common parts of exports, imports and bulk operations: their IDs, tokens, quotas, and what is
 * kept of them.
 */
final class Transfers {
  /** The approximate bytes of heap of a description without its texts. */
  private static final int DESCRIPTION_BYTES = 1024;

  private Transfers() {}

  /** Returns the time, in milliseconds as in IDs. */
  static Instant now(OperationContext context) {
    return context.clock().instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** Returns a new ID, such as {@code 01791506414432-3f2e5aa4}: the time and 8 digits. */
  static String newId(OperationContext context, Instant now) {
    return String.format(
        Locale.ROOT, "%014d-%s", now.toEpochMilli(), context.newId().substring(0, 8));
  }

  /** Returns the ID in an ARN: its last part. */
  static String id(@Nullable String arn) {
    String text = String.valueOf(arn);
    return text.substring(text.lastIndexOf('/') + 1);
  }

  /** Returns the description of an import at a time. */
  static ImportTableDescription importAt(TransferState state, Instant now) {
    return state.dueAt() == null || !state.isInProgress(now)
        ? state.imported()
        : state.imported().toBuilder()
            .importStatus(ImportStatus.IN_PROGRESS.wire())
            .endTime(null)
            .errorCount(0L)
            .processedSizeBytes(null)
            .processedItemCount(0L)
            .importedItemCount(0L)
            .failureCode(null)
            .failureMessage(null)
            .build();
  }

  /** Returns the description of an export at a time. */
  static ExportDescription exportAt(TransferState state, Instant now) {
    return state.dueAt() == null || !state.isInProgress(now)
        ? state.export()
        : state.export().toBuilder()
            .exportStatus(ExportStatus.IN_PROGRESS.wire())
            .endTime(null)
            .exportManifest(null)
            .itemCount(null)
            .billedSizeBytes(null)
            .failureCode(null)
            .failureMessage(null)
            .build();
  }

  /** Returns the description of a bulk operation at a time. */
  static BulkOperationDescription bulkAt(TransferState state, Instant now) {
    if (state.dueAt() == null || !state.isInProgress(now)) {
      return state.bulk();
    }
    BulkOperationStatus status =
        BulkOperationStatus.CANCELLED.wire().equals(state.bulk().bulkOperationStatus())
            ? BulkOperationStatus.CANCELLING
            : BulkOperationStatus.IN_PROGRESS;
    return state.bulk().toBuilder()
        .bulkOperationStatus(status.wire())
        .endTime(null)
        .failureCode(null)
        .failureMessage(null)
        .build();
  }

  /** Returns the latest transfer with the token of another one, if the token is valid, or null. */
  static @Nullable TransferState findByToken(
      StateDraft draft, Limits limits, TransferState.Kind kind, Structure description) {
    String token = new TransferState(description, null, null).token();
    if (token == null) {
      return null;
    }
    Instant since = draft.now().minusSeconds(limits.transfer().tokenSeconds());
    TreeCursor<TransferState> all = draft.state().transfers().cursor();
    for (boolean more = all.last(); more; more = all.previous()) {
      TransferState transfer = all.value();
      if (transfer.kind() == kind
          && token.equals(transfer.token())
          && transfer.startTime().isAfter(since)) {
        return transfer;
      }
    }
    return null;
  }

  /**
   * Adds a transfer that begins, and removes what is no longer kept: what is too old, and the
   * oldest ended ones that exceed the bounds.
   *
   * @throws FaultException if too many transfers of the kind are in progress
   */
  static void add(StateDraft draft, Limits limits, TransferState begun) {
    Limits.Transfer bounds = limits.transfer();
    Instant now = draft.now();
    Instant oldest = now.minusSeconds(bounds.keptSeconds());
    PersistentTree<TransferState> kept = draft.state().transfers();
    int inProgress = 0;
    int count = 1;
    long bytes = bytes(begun.description());
    TreeCursor<TransferState> all = draft.state().transfers().cursor();
    // Those in progress first: they are always kept.
    for (boolean more = all.first(); more; more = all.next()) {
      if (all.value().isInProgress(now)) {
        inProgress += all.value().kind() == begun.kind() ? 1 : 0;
        count++;
        bytes += bytes(all.value());
      }
    }
    requireQuota(limits, begun.kind(), inProgress, bytes);
    // The latest ones are kept, of both kinds in their order.
    for (boolean more = all.last(); more; more = all.previous()) {
      TransferState ended = all.value();
      if (!ended.isInProgress(now)) {
        count++;
        bytes += bytes(ended.description());
        if (ended.startTime().isBefore(oldest)
            || count > bounds.maxKept()
            || bytes > bounds.maxKeptBytes()) {
          kept = kept.without(ended.kind().key(ended.id()));
        }
      }
    }
    draft.state(draft.state().toBuilder().transfers(begun.addTo(kept)).build());
  }

  private static void requireQuota(
      Limits limits, TransferState.Kind kind, int inProgress, long bytes) {
    Limits.Transfer bounds = limits.transfer();
    switch (kind) {
      case EXPORT -> {
        if (inProgress >= bounds.maxExports()) {
          throw new FaultException(TransferFault.Plain.TOO_MANY_EXPORTS.with(bounds.maxExports()));
        }
      }
      case IMPORT -> {
        if (inProgress >= bounds.maxImports()) {
          throw new FaultException(TransferFault.Plain.TOO_MANY_IMPORTS.with(bounds.maxImports()));
        }
      }
      case BULK_PUT -> {
        int most = limits.bulk().maxOperations();
        if (inProgress >= most) {
          throw new FaultException(TransferFault.Plain.TOO_MANY_BULK_OPERATIONS.with(most));
        }
      }
    }
    if (bytes > bounds.maxKeptBytes()) {
      throw new FaultException(TransferFault.Plain.TOO_LARGE.with(bounds.maxKeptBytes()));
    }
  }

  private static long bytes(TransferState transfer) {
    BulkProgress progress = transfer.progress();
    return bytes(transfer.description()) + (progress == null ? 0 : progress.heapBytes());
  }

  /** Returns the approximate bytes of heap of a description. */
  static long bytes(Structure description) {
    return DESCRIPTION_BYTES + textBytes(description);
  }

  private static long textBytes(@Nullable Object value) {
    if (value instanceof String text) {
      return 40 + 2L * text.length();
    }
    if (value instanceof List<?> list) {
      long bytes = 0;
      for (Object element : list) {
        bytes += textBytes(element);
      }
      return bytes;
    }
    if (value instanceof Map<?, ?> map) {
      long bytes = 0;
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        bytes += textBytes(entry.getKey()) + textBytes(entry.getValue());
      }
      return bytes;
    }
    if (value instanceof Item item) {
      return item.jsonLength();
    }
    return value instanceof Structure structure ? memberBytes(structure.schema(), structure) : 0;
  }

  @SuppressWarnings("unchecked") // a structure's schema has the class of the structure
  private static <T extends Record> long memberBytes(
      StructureSchema<T> schema, Structure structure) {
    long bytes = 0;
    for (int i = 0; i < schema.memberCount(); i++) {
      bytes += textBytes(schema.value((T) structure, i));
    }
    return bytes;
  }
}
