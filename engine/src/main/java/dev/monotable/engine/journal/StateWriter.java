package dev.monotable.engine.journal;

import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.engine.shard.ShardState;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.ByteWriter;
import dev.monotable.engine.storage.Fields;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.storage.TreeDifference;
import dev.monotable.engine.table.BackupState;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.value.Item;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes the difference between two states of a database. {@link StateReader} reads it again. A
 * whole state is its difference from the empty one, so there is one form for both.
 *
 * <p>Both states share what has not changed, so finding the difference costs about as much as
 * making the change did, see {@link TreeDifference}. Nothing on the path of a write has to record
 * what it does, and no change can be forgotten: what is in the state is in the difference.
 *
 * <p>Index entries, expiry times, the sizes of item collections and all counts are derived from the
 * items, and therefore not written. Images in stream records are mostly items that the same
 * difference writes, or that it replaces, and are then written as a number.
 *
 * <p>The form is a sequence of entries, each with a {@link Mark}, in blocks of about {@link
 * #BLOCK_BYTES}. Each block begins with the marks that say where its first entries belong, so that
 * it can be read without those before it, except for the images.
 *
 * <p>A whole state has its definitions, and the numbers of its items and stream records, in a block
 * of their own at the beginning and again at the end. So if any other block is lost, what it
 * contained can be named.
 */
public final class StateWriter {
  private static final int BLOCK_BYTES = 64 << 10;

  /** The form of the image of a stream record; numbers from 2 refer to a known item. */
  static final int NO_IMAGE = 0;

  static final int IMAGE = 1;
  static final int KNOWN_IMAGES = 2;

  /** The flags of {@link Mark#PUT}. */
  static final int SCALED = 1;

  /** The item replaces another one that images refer to. */
  static final int REPLACES = 2;

  /** Images refer to the item. */
  static final int IS_IMAGE = 4;

  static final int ALL_FLAGS = SCALED | REPLACES | IS_IMAGE;

  /** The number of an image that was not written yet. */
  private static final int NOT_WRITTEN = -1;

  private final BlockOutput output;
  private final ByteWriter out = new ByteWriter();

  /** The entries that each new block begins with. */
  private final ByteWriter context = new ByteWriter();

  /** The key of the item before, in the same block; keys are written without its prefix. */
  private byte[] lastKey = {};

  private int lastKeyLength;

  /** The images of the current stream, with their numbers. */
  private final IdentityHashMap<Item, Integer> images = new IdentityHashMap<>(0);

  private int knownCount;

  private StateWriter(BlockOutput output) {
    this.output = output;
  }

  /** Writes the difference between two states, as one or more blocks. */
  public static void write(DatabaseState before, DatabaseState after, BlockOutput output)
      throws IOException {
    new StateWriter(output).write(before, after);
  }

  private void write(DatabaseState before, DatabaseState after) throws IOException {
    out.putByte(Mark.START);
    boolean isWhole = before == DatabaseState.EMPTY;
    if (isWhole) {
      writeContents(after);
      endBlock();
    }
    writeBackupsOf(before, after);
    HistoryForm.Output histories = new Histories();
    HistoryForm.write(histories, before, after, true);
    TreeDifference.visit(
        before.tables(),
        after.tables(),
        (key, length, old, now) -> {
          if (now == null) {
            begin(Mark.TABLE_REMOVED);
            out.putString(Objects.requireNonNull(old).definition().name());
          } else {
            writeTable(before, now.sameIn(old), now);
          }
        });
    HistoryForm.write(histories, before, after, false);
    TreeDifference.visit(
        before.closedStreams(),
        after.closedStreams(),
        (key, length, old, now) -> {
          if (now == null) {
            begin(Mark.CLOSED_STREAM_REMOVED);
            out.putString(Objects.requireNonNull(old).arn());
          } else {
            StreamState earlier = before.findStream(now.arn());
            collectImages(earlier, now);
            writeStream(earlier, now);
            images.clear();
            begin(Mark.CLOSED_STREAM);
            out.putString(now.arn());
          }
        });
    writeOtherBackups(before, after);
    RequestForm.write(histories, before, after);
    if (isWhole) {
      endBlock();
      writeContents(after);
    }
    writeNumbers(before, after);
    output.write(out.bytes(), out.length(), true);
  }

  private void writeNumbers(DatabaseState before, DatabaseState after) throws IOException {
    if (before.lastSequenceNumber() != after.lastSequenceNumber()) {
      begin(Mark.SEQUENCE);
      out.putCount(after.lastSequenceNumber());
    }
    if (!Objects.equals(before.nextChange(), after.nextChange())) {
      begin(Mark.NEXT_CHANGE);
      out.putOptionalTime(after.nextChange());
    }
  }

  /** Writes the definitions of a whole state, and how much it contains. */
  private void writeContents(DatabaseState state) throws IOException {
    TreeCursor<TableState> tables = state.tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      TableState table = tables.value();
      String name = table.definition().name();
      writeDefinition(table);
      begin(Mark.ITEM_COUNT);
      out.putString(name);
      out.putCount(table.items().size());
      StreamState stream = table.stream();
      if (stream != null) {
        writeStreamContents(stream);
        writeReference(Mark.TABLE_STREAM, name, stream);
      }
      StreamState capture = table.capture();
      if (capture != null) {
        writeStreamContents(capture);
        writeReference(Mark.TABLE_CAPTURE, name, capture);
      }
    }
    TreeCursor<StreamState> closed = state.closedStreams().cursor();
    for (boolean more = closed.first(); more; more = closed.next()) {
      writeStreamContents(closed.value());
      begin(Mark.CLOSED_STREAM);
      out.putString(closed.value().arn());
    }
    TreeCursor<BackupState> backups = state.backups().cursor();
    for (boolean more = backups.first(); more; more = backups.next()) {
      writeDefinition(backups.value());
      begin(Mark.BACKUP_COUNT);
      out.putSized(backups.value().key());
      out.putCount(backups.value().table().items().size());
    }
    writeNumbers(DatabaseState.EMPTY, state);
  }

  private void writeStreamContents(StreamState stream) throws IOException {
    long records = 0;
    writeDefinition(stream);
    TreeCursor<ShardState> shards = stream.shards().cursor();
    for (boolean more = shards.first(); more; more = shards.next()) {
      writeDefinition(shards.value());
      records += shards.value().records().size();
    }
    begin(Mark.RECORD_COUNT);
    out.putString(stream.arn());
    out.putCount(records);
  }

  private void writeDefinition(TableState table) throws IOException {
    begin(Mark.TABLE);
    DefinitionForm.write(out, table.definition());
    DefinitionForm.write(out, table.changes());
  }

  private void writeDefinition(BackupState backup) throws IOException {
    begin(Mark.BACKUP);
    out.putString(backup.id());
    out.putString(backup.name());
    out.putByte(WrittenCode.of(backup.type()));
    out.putTime(backup.createdAt());
    out.putOptionalTime(backup.expiresAt());
    DefinitionForm.write(out, backup.table().definition());
  }

  /** Begins an entry, in a new block if the last one is full. */
  private void begin(int mark) throws IOException {
    if (out.length() >= BLOCK_BYTES) {
      endBlock();
    }
    out.putByte(mark);
  }

  private void endBlock() throws IOException {
    output.write(out.bytes(), out.length(), false);
    out.clear();
    lastKeyLength = 0;
    out.putByte(Mark.KNOWN);
    out.putCount(knownCount);
    out.putBytes(context.bytes(), 0, context.length());
  }

  private void writeTable(DatabaseState state, @Nullable TableState before, TableState after)
      throws IOException {
    String name = after.definition().name();
    if (before == null
        || before.definition() != after.definition()
        || !before.changes().equals(after.changes())) {
      writeDefinition(after);
    }
    PersistentTree<Item> items = before == null ? PersistentTree.empty() : before.items();
    StreamState oldStream = before == null ? null : before.stream();
    StreamState stream = after.stream();
    if (stream != null && stream != oldStream) {
      collectImages(state.findStream(stream.arn()), stream);
    }
    StreamState oldCapture = before == null ? null : before.capture();
    StreamState capture = after.capture();
    if (capture != null && capture != oldCapture) {
      collectImages(oldCapture, capture);
    }
    if (items != after.items()) {
      context.putByte(Mark.USE_TABLE);
      context.putString(name);
      context.putBoolean(false);
      out.putBytes(context.bytes(), 0, context.length());
      TreeDifference.visit(items, after.items(), this::writeItem);
      context.clear();
      lastKeyLength = 0;
    }
    if (stream != oldStream) {
      if (stream != null) {
        writeStream(state.findStream(stream.arn()), stream);
      }
      writeReference(Mark.TABLE_STREAM, name, stream);
    }
    if (capture != oldCapture) {
      if (capture != null) {
        writeStream(oldCapture, capture);
      }
      writeReference(Mark.TABLE_CAPTURE, name, capture);
    }
    images.clear();
  }

  private void writeReference(int mark, String table, @Nullable StreamState stream)
      throws IOException {
    begin(mark);
    out.putString(table);
    out.putOptionalString(stream == null ? null : stream.arn());
  }

  /**
   * Writes the new backups of tables that existed before, as the difference from these tables:
   * before the tables, because the reader then still has what they were.
   */
  private void writeBackupsOf(DatabaseState before, DatabaseState after) throws IOException {
    TreeDifference.visit(
        before.backups(),
        after.backups(),
        (key, length, old, now) -> {
          TableState base = now == null ? null : sameTable(before, now);
          if (now != null && base != null) {
            writeBackup(now, base.items(), null);
          }
        });
  }

  /**
   * Writes the other new backups: the first one of a table as the difference from the table, if it
   * exists, and each one after it as the difference from the one before. So backups share their
   * items again after they were read.
   */
  private void writeOtherBackups(DatabaseState before, DatabaseState after) throws IOException {
    if (before.backups() == after.backups()) {
      return;
    }
    Map<String, BackupState> latest = new HashMap<>();
    TreeCursor<BackupState> backups = after.backups().cursor();
    for (boolean more = backups.first(); more; more = backups.next()) {
      BackupState backup = backups.value();
      BackupState earlier = latest.put(backup.table().definition().id(), backup);
      if (before.backups().find(backup.key()) == null && sameTable(before, backup) == null) {
        TableState table = sameTable(after, backup);
        if (earlier != null) {
          writeBackup(backup, earlier.table().items(), earlier);
        } else {
          writeBackup(backup, table == null ? null : table.items(), null);
        }
      }
    }
    TreeDifference.visit(
        before.backups(),
        after.backups(),
        (key, length, old, now) -> {
          if (now == null) {
            begin(Mark.BACKUP_REMOVED);
            out.putCount(length);
            out.putBytes(key, 0, length);
          }
        });
  }

  /** Returns the table of which a backup is, or null. */
  private static @Nullable TableState sameTable(DatabaseState state, BackupState backup) {
    TableDefinition definition = backup.table().definition();
    TableState table = state.findTable(definition.name());
    return table != null && table.definition().id().equals(definition.id()) ? table : null;
  }

  /**
   * Writes a new backup.
   *
   * @param base the items to begin with; null for none
   * @param earlier the backup that has them; null if the table has them
   */
  private void writeBackup(
      BackupState backup, @Nullable PersistentTree<Item> base, @Nullable BackupState earlier)
      throws IOException {
    writeDefinition(backup);
    begin(Mark.BACKUP_BASE);
    out.putSized(backup.key());
    out.putBoolean(base != null);
    if (base != null) {
      out.putBoolean(earlier != null);
      if (earlier != null) {
        out.putSized(earlier.key());
      }
    }
    context.putByte(Mark.USE_BACKUP);
    context.putSized(backup.key());
    out.putBytes(context.bytes(), 0, context.length());
    TreeDifference.visit(
        base == null ? PersistentTree.empty() : base, backup.table().items(), this::writeItem);
    context.clear();
    lastKeyLength = 0;
  }

  /** Finds the images that will be written, to number the items that they are equal to. */
  private void collectImages(@Nullable StreamState before, StreamState stream) throws IOException {
    TreeDifference.visit(
        before == null ? PersistentTree.empty() : before.shards(),
        stream.shards(),
        (key, length, old, now) -> {
          if (now != null) {
            TreeDifference.visit(
                old == null ? PersistentTree.empty() : old.records(),
                now.records(),
                (number, numberLength, oldRecord, record) -> collectImages(record));
          }
        });
  }

  private void collectImages(@Nullable ChangeRecord record) {
    if (record != null && record.oldItem() != null) {
      images.put(record.oldItem(), NOT_WRITTEN);
    }
    if (record != null && record.newItem() != null) {
      images.put(record.newItem(), NOT_WRITTEN);
    }
  }

  private void writeItem(byte[] key, int length, @Nullable Item before, @Nullable Item after)
      throws IOException {
    boolean beforeIsImage = before != null && images.containsKey(before);
    if (after == null) {
      begin(beforeIsImage ? Mark.DELETE_IMAGE : Mark.DELETE);
      writeKey(key, length);
    } else {
      begin(Mark.PUT);
      writeKey(key, length);
      boolean isImage = images.containsKey(after);
      out.putByte(
          (after.numberScales() == 0 ? 0 : SCALED)
              | (beforeIsImage ? REPLACES : 0)
              | (isImage ? IS_IMAGE : 0));
      writeItem(after, after.numberScales() != 0);
    }
    know(before);
    know(after);
  }

  private void writeKey(byte[] key, int length) {
    int common = Arrays.mismatch(lastKey, 0, lastKeyLength, key, 0, length);
    common = common < 0 ? length : common;
    out.putCount(common);
    out.putCount(length - common);
    out.putBytes(key, common, length);
    if (lastKey.length < length) {
      lastKey = new byte[Math.max(64, 2 * length)];
    }
    System.arraycopy(key, 0, lastKey, 0, length);
    lastKeyLength = length;
  }

  private void writeItem(Item item, boolean scaled) {
    out.putCount(item.size());
    out.putSized(item.json());
    if (scaled) {
      out.putNumber(item.numberScales());
    }
  }

  /** Numbers an item if it is an image. */
  private void know(@Nullable Item item) {
    if (item != null && images.containsKey(item)) {
      images.put(item, knownCount++);
    }
  }

  private void writeStream(@Nullable StreamState before, StreamState stream) throws IOException {
    writeDefinition(stream);
    TreeDifference.visit(
        before == null ? PersistentTree.empty() : before.shards(),
        stream.shards(),
        (key, length, old, now) -> {
          if (now == null) {
            begin(Mark.SHARD_REMOVED);
            out.putString(Objects.requireNonNull(old).id());
          } else {
            writeShard(stream.arn(), old, now);
          }
        });
  }

  private void writeDefinition(StreamState stream) throws IOException {
    begin(Mark.STREAM);
    var unused = DefinitionForm.stream(Fields.of(out), stream.definition());
    out.putOptionalTime(stream.closedAt());
    out.putStrings(stream.tags());
  }

  private void writeDefinition(ShardState after) throws IOException {
    begin(Mark.SHARD);
    var unused = DefinitionForm.shard(Fields.of(out), after.definition());
    out.putNumber(after.lastSequence());
    out.putOptionalTime(after.closedAt());
    out.putNumber(after.trimmedThrough());
  }

  private void writeShard(String arn, @Nullable ShardState before, ShardState after)
      throws IOException {
    writeDefinition(after);
    context.putByte(Mark.USE_STREAM);
    context.putString(arn);
    context.putByte(Mark.USE_SHARD);
    context.putString(after.id());
    TreeDifference.visit(
        before == null ? PersistentTree.empty() : before.records(),
        after.records(),
        (key, length, old, now) -> writeRecord(old, now, after.trimmedThrough()));
    if (after.isOpen()) { // a closed shard has none
      TreeDifference.visit(
          before == null ? PersistentTree.empty() : before.collections(),
          after.collections(),
          (key, length, old, now) -> {
            begin(now == null ? Mark.COLLECTION_REMOVED : Mark.COLLECTION);
            out.putBytes(key, 0, length);
          });
    }
    context.clear();
  }

  private void writeRecord(
      @Nullable ChangeRecord before, @Nullable ChangeRecord after, long trimmedThrough)
      throws IOException {
    if (after != null) {
      begin(Mark.RECORD);
      out.putCount(after.sequenceNumber());
      out.putTime(after.createdAt());
      DefinitionForm.writeSource(out, after.source());
      writeImage(after.oldItem());
      writeImage(after.newItem());
    } else if (before != null && before.sequenceNumber() > trimmedThrough) {
      begin(Mark.RECORD_REMOVED);
      out.putCount(before.sequenceNumber());
    }
  }

  private void writeImage(@Nullable Item image) {
    if (image == null) {
      out.putCount(NO_IMAGE);
      return;
    }
    Integer number = images.get(image);
    if (number != null && number != NOT_WRITTEN) {
      out.putCount(number + KNOWN_IMAGES);
      return;
    }
    out.putCount(IMAGE);
    out.putBoolean(image.numberScales() != 0);
    writeItem(image, image.numberScales() != 0);
    images.put(image, knownCount++);
  }

  private final class Histories implements HistoryForm.Output {
    @Override
    public ByteWriter begin(int mark) throws IOException {
      StateWriter.this.begin(mark);
      return out;
    }

    @Override
    public ByteWriter context() {
      return context;
    }

    @Override
    public void writeItems(PersistentTree<Item> before, PersistentTree<Item> after)
        throws IOException {
      lastKeyLength = 0;
      TreeDifference.visit(before, after, StateWriter.this::writeItem);
      lastKeyLength = 0;
    }
  }
}
