package dev.monotable.engine.journal;

import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TimedMap;
import dev.monotable.engine.storage.TreeDifference;
import dev.monotable.engine.table.ChangeRecord;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.ItemHold;
import dev.monotable.engine.table.ShardDefinition;
import dev.monotable.engine.table.ShardState;
import dev.monotable.engine.table.StreamState;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.TransactionToken;
import dev.monotable.value.Item;
import java.io.IOException;
import java.util.Arrays;
import java.util.IdentityHashMap;
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
 */
public final class StateWriter {
  private static final int BLOCK_BYTES = 64 << 10;

  /** How the image of a stream record is written; numbers from 2 refer to a known item. */
  static final int NO_IMAGE = 0;

  static final int IMAGE = 1;
  static final int KNOWN_IMAGES = 2;

  /** The flags of {@link Mark#PUT}. */
  static final int SCALED = 1;

  static final int REPLACES = 2;

  private final BlockOutput output;
  private final ByteWriter out = new ByteWriter();

  /** The entries that each new block begins with. */
  private final ByteWriter context = new ByteWriter();

  /** The key of the item before, in the same block; keys are written without its prefix. */
  private byte[] lastKey = {};

  private int lastKeyLength;

  /** The numbers of items that images may refer to; null until a table needs it. */
  private @Nullable IdentityHashMap<Item, Integer> known;

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
    TreeDifference.visit(
        before.tables(),
        after.tables(),
        (key, length, old, now) -> {
          if (now == null) {
            begin(Mark.TABLE_REMOVED);
            out.putString(Objects.requireNonNull(old).definition().name());
          } else {
            boolean same = old != null && old.definition().id().equals(now.definition().id());
            writeTable(before, same ? old : null, now);
          }
        });
    TreeDifference.visit(
        before.closedStreams(),
        after.closedStreams(),
        (key, length, old, now) -> {
          if (now == null) {
            begin(Mark.CLOSED_STREAM_REMOVED);
            out.putString(Objects.requireNonNull(old).arn());
          } else {
            writeStream(before, now);
            begin(Mark.CLOSED_STREAM);
            out.putString(now.arn());
          }
        });
    writeTokens(before.tokens(), after.tokens());
    writeHolds(before.holds(), after.holds());
    if (before.lastSequenceNumber() != after.lastSequenceNumber()) {
      begin(Mark.SEQUENCE);
      out.putCount(after.lastSequenceNumber());
    }
    if (!Objects.equals(before.nextChange(), after.nextChange())) {
      begin(Mark.NEXT_CHANGE);
      out.putOptionalTime(after.nextChange());
    }
    output.write(out.bytes(), out.length(), true);
  }

  /** Begins an entry, in a new block if the last one is full. */
  private void begin(int mark) throws IOException {
    if (out.length() >= BLOCK_BYTES) {
      output.write(out.bytes(), out.length(), false);
      out.clear();
      lastKeyLength = 0;
      out.putBytes(context.bytes(), 0, context.length());
    }
    out.putByte(mark);
  }

  private void writeTable(DatabaseState state, @Nullable TableState before, TableState after)
      throws IOException {
    String name = after.definition().name();
    if (before == null
        || before.definition() != after.definition()
        || !before.changes().equals(after.changes())) {
      begin(Mark.TABLE);
      DefinitionForm.write(out, after.definition());
      DefinitionForm.write(out, after.changes());
    }
    PersistentTree<Item> items = before == null ? PersistentTree.empty() : before.items();
    StreamState oldStream = before == null ? null : before.stream();
    StreamState stream = after.stream();
    boolean hasImages = stream != null && stream != oldStream;
    if (items != after.items()) {
      context.putByte(Mark.USE_TABLE);
      context.putString(name);
      context.putBoolean(hasImages);
      out.putBytes(context.bytes(), 0, context.length());
      TreeDifference.visit(
          items,
          after.items(),
          (key, length, old, now) -> writeItem(key, length, old, now, hasImages));
      context.clear();
      lastKeyLength = 0;
    }
    if (stream != oldStream) {
      if (stream != null) {
        writeStream(state, stream);
      }
      begin(Mark.TABLE_STREAM);
      out.putString(name);
      out.putOptionalString(stream == null ? null : stream.arn());
    }
  }

  private void writeItem(
      byte[] key, int length, @Nullable Item before, @Nullable Item after, boolean hasImages)
      throws IOException {
    begin(after == null ? Mark.DELETE : Mark.PUT);
    writeKey(key, length);
    if (after != null) {
      boolean replaces = hasImages && before != null;
      out.putByte((after.numberScales() == 0 ? 0 : SCALED) | (replaces ? REPLACES : 0));
      writeItem(after, after.numberScales() != 0);
    }
    if (hasImages && before != null) {
      know(before);
    }
    if (hasImages && after != null) {
      know(after);
    }
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

  private void know(Item item) {
    IdentityHashMap<Item, Integer> items = known;
    if (items == null) {
      items = new IdentityHashMap<>();
      known = items;
    }
    items.put(item, knownCount++);
  }

  private void writeStream(DatabaseState state, StreamState stream) throws IOException {
    StreamState before = state.findStream(stream.arn());
    begin(Mark.STREAM);
    DefinitionForm.write(out, stream.definition(), stream.closedAt(), stream.tags());
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

  private void writeShard(String arn, @Nullable ShardState before, ShardState after)
      throws IOException {
    begin(Mark.SHARD);
    ShardDefinition shard = after.definition();
    out.putString(shard.id());
    out.putOptionalString(shard.parentId());
    out.putNumber(shard.firstHash());
    out.putNumber(shard.lastHash());
    out.putCount(shard.firstSequence());
    out.putTime(shard.openedAt());
    out.putNumber(after.lastSequence());
    out.putOptionalTime(after.closedAt());
    out.putNumber(after.trimmedThrough());
    context.putByte(Mark.USE_STREAM);
    context.putString(arn);
    context.putByte(Mark.USE_SHARD);
    context.putString(shard.id());
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
      out.putBoolean(after.byService());
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
    Integer number = known == null ? null : known.get(image);
    if (number != null) {
      out.putCount(number + KNOWN_IMAGES);
      return;
    }
    out.putCount(IMAGE);
    out.putBoolean(image.numberScales() != 0);
    writeItem(image, image.numberScales() != 0);
    know(image);
  }

  private void writeTokens(TimedMap<TransactionToken> before, TimedMap<TransactionToken> after)
      throws IOException {
    TreeDifference.visit(
        before.values(),
        after.values(),
        (key, length, old, now) -> {
          begin(now == null ? Mark.TOKEN_REMOVED : Mark.TOKEN);
          out.putCount(length);
          out.putBytes(key, 0, length);
          if (now != null) {
            out.putSized(now.fingerprint());
            out.putTime(now.writtenAt());
            out.putTime(now.until());
          }
        });
  }

  private void writeHolds(TimedMap<ItemHold> before, TimedMap<ItemHold> after) throws IOException {
    TreeDifference.visit(
        before.values(),
        after.values(),
        (key, length, old, now) -> {
          begin(now == null ? Mark.HOLD_REMOVED : Mark.HOLD);
          out.putCount(length);
          out.putBytes(key, 0, length);
          if (now != null) {
            out.putTime(now.until());
          }
        });
  }
}
