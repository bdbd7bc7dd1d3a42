package dev.monotable.engine.footprint;

import dev.monotable.engine.query.KeyRange;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.ttl.ExpiryIndex;
import dev.monotable.value.Item;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The items of a database whose time to live has expired, or will expire. */
public final class ItemExpiry {
  /** Items of a table that are returned at most; all of its items count if more have expired. */
  private static final int MAX_ITEMS = 1_000;

  private ItemExpiry() {}

  /** Returns the items that have expired at a time, as they are when they are removed. */
  public static List<Span> at(Snapshot data, Instant now) {
    List<Span> spans = new ArrayList<>();
    TreeCursor<TableState> tables = data.state().tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      TableState table = tables.value();
      if (!table.expiry().isEmpty()) {
        add(table, now.getEpochSecond(), spans);
      }
    }
    return spans;
  }

  private static void add(TableState table, long now, List<Span> spans) {
    String name = table.definition().name();
    TreeCursor<Item> cursor = ExpiryIndex.firstDue(table.expiry(), now);
    for (int i = 0; cursor.valid() && ExpiryIndex.seconds(cursor.key()) < now; i++) {
      if (i == MAX_ITEMS) {
        spans.add(new Span(Span.Kind.RANGE, name, null, KeyRange.ALL, true));
        return;
      }
      KeyRange key = KeyRange.ofKey(ExpiryIndex.primaryKey(cursor.key()));
      spans.add(new Span(Span.Kind.ITEM, name, null, key, true));
      cursor.next();
    }
  }

  /** Returns when the next item expires, at the earliest after a time; null if none does. */
  public static @Nullable Instant next(Snapshot data, Instant now) {
    long next = Long.MAX_VALUE;
    TreeCursor<TableState> tables = data.state().tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      TableState table = tables.value();
      if (!table.expiry().isEmpty()) {
        TreeCursor<Item> cursor = table.expiry().cursor();
        byte[] from = ExpiryIndex.key(Math.max(0, now.getEpochSecond()), new byte[0]);
        cursor.seekCeiling(from, from.length);
        if (cursor.valid()) {
          next = Math.min(next, ExpiryIndex.seconds(cursor.key()));
        }
      }
    }
    return next > Instant.MAX.getEpochSecond() - 1 ? null : Instant.ofEpochSecond(next + 1);
  }
}
