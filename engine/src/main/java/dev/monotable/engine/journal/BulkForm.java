package dev.monotable.engine.journal;

import dev.monotable.engine.journal.HistoryForm.Output;
import dev.monotable.engine.storage.ByteReader;
import dev.monotable.engine.storage.ByteWriter;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeDifference;
import dev.monotable.engine.table.BulkProgress;
import dev.monotable.engine.table.TransferState;
import dev.monotable.model.BulkOperationDescription;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The written form of bulk operations: the description with the progress, and what was added to its
 * entries and removed from them.
 */
final class BulkForm {
  private BulkForm() {}

  /** Writes the difference between two states of an operation; the first is null if it is new. */
  static void write(Output output, @Nullable TransferState before, TransferState after)
      throws IOException {
    BulkProgress progress = after.progress();
    ByteWriter out = output.begin(Mark.BULK_OPERATION);
    RecordForm.write(out, after.description());
    out.putOptionalTime(after.dueAt());
    out.putOptionalString(after.caller());
    if (!out.putPresence(progress) || progress == null) {
      return;
    }
    out.putCount(progress.objects());
    out.putCount(progress.position().object());
    out.putCount(progress.position().record());
    out.putCount(progress.position().bytes());
    out.putCount(progress.units());
    out.putCount(progress.files());
    out.putCount(progress.reportBytes());
    out.putOptionalTime(progress.waitsUntil());
    BulkProgress old = before == null ? null : before.progress();
    byte[] transfer = TransferState.Kind.BULK_PUT.key(after.id());
    TreeDifference.visit(
        old == null ? PersistentTree.empty() : old.entries(),
        progress.entries(),
        (key, length, was, now) -> {
          ByteWriter entry = output.begin(now == null ? Mark.BULK_ENTRY_REMOVED : Mark.BULK_ENTRY);
          entry.putSized(transfer);
          entry.putSized(Arrays.copyOf(key, length));
          if (now != null) {
            entry.putSized(now);
          }
        });
  }

  /** Reads an operation, with the entries of its state before. */
  static PersistentTree<TransferState> read(ByteReader in, PersistentTree<TransferState> all) {
    BulkOperationDescription description = RecordForm.read(in, BulkOperationDescription.SCHEMA);
    TransferState read =
        new TransferState(description, in.nextOptionalTime(), in.nextOptionalString());
    if (in.nextBoolean()) {
      TransferState before = all.find(TransferState.Kind.BULK_PUT.key(read.id()));
      BulkProgress old = before == null ? null : before.progress();
      BulkProgress progress =
          new BulkProgress(
              (int) in.nextCount(),
              new BulkProgress.Position((int) in.nextCount(), in.nextCount(), in.nextCount()),
              in.nextCount(),
              (int) in.nextCount(),
              in.nextCount(),
              in.nextOptionalTime(),
              (old == null ? BulkProgress.NONE : old).entries());
      read = new TransferState(description, read.dueAt(), read.caller(), progress);
    }
    return read.addTo(all);
  }

  /**
   * Reads an entry, or the removal of one.
   *
   * @param added whether it is added
   */
  static PersistentTree<TransferState> readEntry(
      ByteReader in, PersistentTree<TransferState> all, boolean added) {
    TransferState transfer = all.find(in.nextSized());
    byte[] key = in.nextSized();
    byte[] value = added ? in.nextSized() : null;
    BulkProgress progress = transfer == null ? null : transfer.progress();
    if (transfer == null || progress == null) {
      return all; // the operation was in a block that is missing
    }
    PersistentTree<byte[]> entries = progress.entries();
    return new TransferState(
            transfer.description(),
            transfer.dueAt(),
            transfer.caller(),
            progress.with(
                value == null ? entries.without(key) : entries.with(key, value),
                progress.reportBytes()))
        .addTo(all);
  }
}
