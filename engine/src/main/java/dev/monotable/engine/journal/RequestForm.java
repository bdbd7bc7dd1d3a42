package dev.monotable.engine.journal;

import dev.monotable.engine.journal.HistoryForm.Output;
import dev.monotable.engine.storage.ByteWriter;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TimedMap;
import dev.monotable.engine.storage.TreeDifference;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.ItemHold;
import dev.monotable.engine.table.TransactionToken;
import dev.monotable.engine.table.TransferState;
import java.io.IOException;

/**
 * The written form of what requests leave beside tables: tokens, holds, exports, imports and bulk
 * operations.
 */
final class RequestForm {
  private RequestForm() {}

  /** Writes what changed. */
  static void write(Output out, DatabaseState before, DatabaseState after) throws IOException {
    writeTokens(out, before.tokens(), after.tokens());
    writeHolds(out, before.holds(), after.holds());
    writeTransfers(out, before.transfers(), after.transfers());
  }

  private static void writeTokens(
      Output output, TimedMap<TransactionToken> before, TimedMap<TransactionToken> after)
      throws IOException {
    TreeDifference.visit(
        before.values(),
        after.values(),
        (key, length, old, now) -> {
          ByteWriter out = output.begin(now == null ? Mark.TOKEN_REMOVED : Mark.TOKEN_WITH_UNITS);
          out.putCount(length);
          out.putBytes(key, 0, length);
          if (now != null) {
            out.putSized(now.fingerprint());
            out.putTime(now.writtenAt());
            out.putTime(now.until());
            out.putCount(now.readUnits().length);
            for (short units : now.readUnits()) {
              out.putCount(units);
            }
          }
        });
  }

  private static void writeHolds(Output output, TimedMap<ItemHold> before, TimedMap<ItemHold> after)
      throws IOException {
    TreeDifference.visit(
        before.values(),
        after.values(),
        (key, length, old, now) -> {
          ByteWriter out = output.begin(now == null ? Mark.HOLD_REMOVED : Mark.HOLD);
          out.putCount(length);
          out.putBytes(key, 0, length);
          if (now != null) {
            out.putTime(now.until());
          }
        });
  }

  private static void writeTransfers(
      Output output, PersistentTree<TransferState> before, PersistentTree<TransferState> after)
      throws IOException {
    TreeDifference.visit(
        before,
        after,
        (key, length, old, now) -> {
          if (now == null) {
            ByteWriter out = output.begin(Mark.TRANSFER_REMOVED);
            out.putCount(length);
            out.putBytes(key, 0, length);
          } else if (now.kind() == TransferState.Kind.BULK_PUT) {
            BulkForm.write(output, old, now);
          } else {
            String caller = now.caller();
            ByteWriter out = output.begin(caller == null ? Mark.TRANSFER : Mark.CALLERS_TRANSFER);
            out.putBoolean(now.kind() == TransferState.Kind.EXPORT);
            RecordForm.write(out, now.description());
            out.putOptionalTime(now.dueAt());
            if (caller != null) {
              out.putString(caller);
            }
          }
        });
  }
}
