package dev.monotable.engine;

import dev.monotable.engine.bucket.BucketObject;
import dev.monotable.engine.bucket.BucketState;
import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.engine.shard.ShardState;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.BackupState;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.IndexState;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableHistory;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.TransactionToken;
import dev.monotable.value.Item;
import java.util.HexFormat;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a database contains, as text with a line for each entry, to compare databases.
 */
public final class StateText {
  private final StringBuilder text = new StringBuilder();

  private StateText() {}

  /** Returns the text of the database of an engine. */
  public static String of(MonotableEngine engine) {
    return of(engine.state());
  }

  static String of(DatabaseState state) {
    StateText text = new StateText();
    text.database(state);
    return text.text.toString();
  }

  private void line(Object... parts) {
    for (Object part : parts) {
      text.append(part).append(' ');
    }
    text.append('\n');
  }

  private static String object(BucketObject object) {
    return object.key() + " " + hex(object.bytes()) + " " + object.headers();
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private <V> void lines(String name, PersistentTree<V> tree, Function<V, Object> value) {
    TreeCursor<V> cursor = tree.cursor();
    for (boolean more = cursor.first(); more; more = cursor.next()) {
      line(name, hex(cursor.key()), value.apply(cursor.value()));
    }
  }

  private void database(DatabaseState state) {
    line("sequence", state.lastSequenceNumber(), "streams", state.streamBytes());
    line("next change", state.nextChange());
    TreeCursor<TableState> tables = state.tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      table(tables.value());
    }
    TreeCursor<StreamState> streams = state.closedStreams().cursor();
    for (boolean more = streams.first(); more; more = streams.next()) {
      stream("closed stream", streams.value());
    }
    TreeCursor<BackupState> backups = state.backups().cursor();
    for (boolean more = backups.first(); more; more = backups.next()) {
      backup(backups.value());
    }
    TreeCursor<BucketState> buckets = state.buckets().cursor();
    for (boolean more = buckets.first(); more; more = buckets.next()) {
      BucketState bucket = buckets.value();
      line("bucket", bucket.name(), bucket.createdAt(), bucket.heapBytes());
      lines("object", bucket.objects(), StateText::object);
      lines(
          "upload",
          bucket.uploads(),
          upload ->
              object(upload.target()) + upload.all().stream().map(StateText::object).toList());
    }
    lines("token", state.tokens().values(), StateText::token);
    lines("hold", state.holds().values(), hold -> hold);
    state.tokens().audit();
    state.holds().audit();
  }

  private static Object token(TransactionToken token) {
    return hex(token.fingerprint()) + " " + token.writtenAt() + " " + token.until();
  }

  private static String item(@Nullable Item item) {
    return item == null ? "null" : item + " " + item.size() + " " + item.numberScales();
  }

  private void table(TableState table) {
    definition(table.definition());
    line("changes", table.changes());
    line("bytes", table.bytes());
    lines("item", table.items(), StateText::item);
    for (AccessPath path : table.layout().indexes()) {
      IndexState index = table.index(path);
      line("index", path.name(), index.itemCount(), index.bytes());
      if (path.isQueried()) {
        lines("entry", index.entries(), StateText::item);
      } else {
        line(index);
      }
    }
    lines("expiry", table.expiry(), StateText::item);
    lines("collection", table.collections(), size -> size);
    TableHistory history = table.history();
    if (history != null) {
      line("history", history.since(), history.earliest());
      TreeCursor<TableHistory.Version> versions = history.versions().cursor();
      for (boolean more = versions.first(); more; more = versions.next()) {
        line("version", TableHistory.second(versions.key()), versions.value().size());
        lines("item", versions.value().items(), StateText::item);
      }
    }
    if (table.stream() != null) {
      stream("stream", table.stream());
    }
    if (table.capture() != null) {
      stream("capture", table.capture());
    }
  }

  private void backup(BackupState backup) {
    line("backup", backup.arn(), backup.name(), backup.type());
    line(backup.createdAt(), backup.expiresAt(), backup.table().bytes());
    definition(backup.table().definition());
    lines("kept item", backup.table().items(), StateText::item);
  }

  private void definition(TableDefinition table) {
    line("table", table.name(), table.arn(), table.id(), table.createdAt());
    line("keys", table.keys(), table.attributeDefinitions());
    line("billing", table.payPerRequest(), table.payPerRequestSince(), table.throughput());
    line("throughput", table.onDemandThroughput(), table.warmThroughput());
    line("class", table.tableClass(), table.tableClassChangedAt(), table.sse());
    line("settings", table.streamView(), table.deletionProtection(), table.settings());
    for (IndexDefinition index : table.indexes()) {
      line("index", index.name(), index.type().code(), index.keys(), index.projection());
      line(index.capacity(), index.settings());
    }
  }

  private void stream(String name, StreamState stream) {
    line(name, stream.definition(), stream.closedAt(), stream.bytes(), stream.tags());
    lines("open", stream.open(), StateText::hex);
    TreeCursor<ShardState> shards = stream.shards().cursor();
    for (boolean more = shards.first(); more; more = shards.next()) {
      ShardState shard = shards.value();
      line("shard", shard.definition(), shard.lastSequence(), shard.closedAt());
      line("trimmed", shard.trimmedThrough(), "bytes", shard.bytes());
      lines("record", shard.records(), StateText::record);
      lines("seen", shard.collections(), seen -> seen);
    }
  }

  private static Object record(ChangeRecord record) {
    return record.sequenceNumber()
        + " "
        + record.createdAt()
        + " "
        + record.byService()
        + " "
        + item(record.oldItem())
        + " "
        + item(record.newItem());
  }
}
