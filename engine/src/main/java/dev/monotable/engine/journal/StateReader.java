package dev.monotable.engine.journal;

import dev.monotable.engine.definition.StreamDefinition;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.engine.shard.ChangeSource;
import dev.monotable.engine.shard.ShardDefinition;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.ByteReader;
import dev.monotable.engine.storage.Fields;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TimedMap;
import dev.monotable.engine.storage.UnknownEntryException;
import dev.monotable.engine.table.BackupState;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.IndexType;
import dev.monotable.engine.table.ItemHold;
import dev.monotable.engine.table.SettingType;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.table.TransactionToken;
import dev.monotable.engine.table.TransferState;
import dev.monotable.model.ExportDescription;
import dev.monotable.model.ImportTableDescription;
import dev.monotable.schema.Structure;
import dev.monotable.value.Item;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads differences that a {@link StateWriter} has written, one after the other, and returns the
 * state at their end. What is derived from items is built once at the end, so reading many
 * differences costs little more than reading their items. For one thread and one use.
 *
 * <p>Blocks may be missing: the reader then returns what the others contain, and leaves out what
 * they do not define. {@link #losses} names what is missing.
 */
public final class StateReader {
  private static final int HASH_BYTES = 8;

  private final Limits limits;
  private final List<? extends IndexType> indexTypes;
  private final List<SettingType<?>> settingTypes;
  private final Map<String, TableReplay> tables = new HashMap<>();
  private final Map<String, StreamReplay> streams = new HashMap<>();
  private final Set<String> closedStreams = new HashSet<>();

  /** By the key of the backup, as text. */
  private final Map<String, BackupReplay> backups = new TreeMap<>();

  private TimedMap<TransactionToken> tokens = TimedMap.empty();
  private TimedMap<ItemHold> holds = TimedMap.empty();
  private PersistentTree<TransferState> transfers = PersistentTree.empty();
  private long lastSequenceNumber;
  private @Nullable Instant nextChange;

  /** Whether an image of the record was in a block that is missing. */
  private boolean isImageMissing;

  /** The items that images may refer to; null where an item is missing. */
  private final List<@Nullable Item> known = new ArrayList<>();

  /** The parts of the whole state that were read so far. */
  private final Map<String, Long> itemCounts = new TreeMap<>();

  private final Map<String, Long> recordCounts = new TreeMap<>();
  private final Map<String, Long> backupCounts = new TreeMap<>();

  /** The tables that {@link #losses} has found to be incomplete. */
  private final Set<String> incompleteTables = new HashSet<>();

  private byte[] key = new byte[64];
  private int keyLength;
  private @Nullable TableReplay table;
  private boolean hasImages;

  /** Whether there may be streams that nothing refers to. */
  private boolean streamsLeft;

  private StreamReplay stream = new StreamReplay();
  private StreamReplay.Shard shard = new StreamReplay.Shard();

  /**
   * @param limits of the database
   * @param indexTypes the types of indexes that its tables may have
   * @param settingTypes the types of settings that its tables may have
   */
  public StateReader(
      Limits limits, List<? extends IndexType> indexTypes, List<SettingType<?>> settingTypes) {
    this.limits = limits;
    this.indexTypes = indexTypes;
    this.settingTypes = settingTypes;
  }

  /**
   * Reads a block.
   *
   * @throws IllegalArgumentException if it is not a block that was written
   */
  public void read(byte[] bytes, int from, int to) {
    ByteReader in = new ByteReader(bytes, from, to);
    keyLength = 0;
    while (in.hasMore()) {
      int mark = in.nextByte();
      if (!readItem(mark, in)
          && !readTable(mark, in)
          && !readStream(mark, in)
          && !readBackup(mark, in)) {
        readOther(mark, in);
      }
    }
  }

  private boolean readItem(int mark, ByteReader in) {
    switch (mark) {
      case Mark.PUT -> {
        nextKey(in);
        int flags = in.nextByte();
        if (flags > StateWriter.ALL_FLAGS) {
          throw new UnknownEntryException("flag of an item", flags);
        }
        Item item = nextItem(in, (flags & StateWriter.SCALED) != 0);
        Item before = table == null ? null : table.put(key, keyLength, item);
        if ((flags & StateWriter.REPLACES) != 0) {
          known.add(before);
        }
        if (hasImages || (flags & StateWriter.IS_IMAGE) != 0) {
          known.add(item);
        }
      }
      case Mark.DELETE, Mark.DELETE_IMAGE -> {
        nextKey(in);
        Item before = table == null ? null : table.delete(key, keyLength);
        if (hasImages || mark == Mark.DELETE_IMAGE) {
          known.add(before);
        }
      }
      case Mark.KNOWN -> {
        long count = in.nextCount();
        while (known.size() < count) {
          known.add(null); // it was in a block that is missing
        }
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void nextKey(ByteReader in) {
    long common = in.nextCount();
    int rest = in.nextLength();
    if (common < 0 || common > keyLength) {
      throw new IllegalArgumentException("a key has a longer prefix than the key before");
    }
    int length = (int) common + rest;
    if (key.length < length) {
      key = Arrays.copyOf(key, Math.max(length, 2 * key.length));
    }
    in.copyBytes(key, (int) common, rest);
    keyLength = length;
  }

  private static Item nextItem(ByteReader in, boolean scaled) {
    int size = (int) in.nextCount();
    byte[] json = in.nextSized();
    return Item.stored(json, size, scaled ? (int) in.nextNumber() : 0);
  }

  private boolean readTable(int mark, ByteReader in) {
    switch (mark) {
      case Mark.START -> {
        known.clear();
        dropStreams();
        tables.values().forEach(TableReplay::endFirst);
      }
      case Mark.TABLE_REMOVED -> {
        tables.remove(in.nextString());
        streamsLeft = true;
      }
      case Mark.TABLE ->
          define(DefinitionForm.read(in, indexTypes, settingTypes), DefinitionForm.readChanges(in));
      case Mark.FORMER_TABLE ->
          define(
              DefinitionForm.readFormer(in, indexTypes, settingTypes),
              DefinitionForm.readChanges(in));
      case Mark.USE_TABLE -> {
        table = tableOf(in.nextString());
        hasImages = in.nextBoolean();
        keyLength = 0;
      }
      case Mark.TABLE_STREAM -> {
        tableOf(in.nextString()).setStream(in.nextOptionalString());
        streamsLeft = true;
      }
      case Mark.TABLE_CAPTURE -> {
        tableOf(in.nextString()).setCapture(in.nextOptionalString());
        streamsLeft = true;
      }
      case Mark.VERSION -> {
        TableReplay its = tableOf(in.nextString());
        long second = in.nextNumber();
        useItems(its.history().begin(second, in.nextBoolean() ? its : null));
      }
      case Mark.USE_VERSION -> {
        TableReplay its = tableOf(in.nextString());
        useItems(its.history().use(in.nextNumber()));
      }
      case Mark.VERSION_END -> {
        TableReplay its = tableOf(in.nextString());
        long second = in.nextNumber();
        its.history().end(second, in.nextCount());
      }
      case Mark.HISTORY -> tableOf(in.nextString()).history().read(in);
      case Mark.ITEM_COUNT -> itemCounts.put(in.nextString(), in.nextCount());
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Sets to what the following items belong, of which no stream record has images. */
  private void useItems(TableReplay items) {
    table = items;
    hasImages = false;
    keyLength = 0;
  }

  /** Returns a table, which has no definition yet if the block with it is missing. */
  private TableReplay tableOf(String name) {
    return tables.computeIfAbsent(name, unknown -> new TableReplay());
  }

  private void define(TableDefinition definition, List<TableChange> changes) {
    TableReplay present = tableOf(definition.name());
    TableDefinition before = present.definition();
    if (before != null && !before.id().equals(definition.id())) {
      present = new TableReplay();
      tables.put(definition.name(), present);
      streamsLeft = true;
    }
    present.define(definition, changes);
  }

  /** Drops the streams that neither a table nor the database refers to any longer. */
  private void dropStreams() {
    if (streamsLeft) {
      streamsLeft = false;
      Set<String> kept = new HashSet<>(closedStreams);
      for (TableReplay replay : tables.values()) {
        kept.addAll(replay.streams());
      }
      streams.keySet().retainAll(kept);
    }
  }

  private boolean readStream(int mark, ByteReader in) {
    switch (mark) {
      case Mark.STREAM -> {
        StreamDefinition definition = DefinitionForm.stream(Fields.of(in), null);
        stream = streamOf(definition.arn());
        stream.define(definition, in.nextOptionalTime(), in.nextStrings());
      }
      case Mark.USE_STREAM -> stream = streamOf(in.nextString());
      case Mark.CLOSED_STREAM -> closedStreams.add(in.nextString());
      case Mark.CLOSED_STREAM_REMOVED -> {
        closedStreams.remove(in.nextString());
        streamsLeft = true;
      }
      case Mark.SHARD -> shard = readShard(in);
      case Mark.USE_SHARD -> shard = stream.shard(in.nextString());
      case Mark.SHARD_REMOVED -> stream.removeShard(in.nextString());
      case Mark.RECORD_COUNT -> recordCounts.put(in.nextString(), in.nextCount());
      case Mark.RECORD -> readRecord(in);
      case Mark.RECORD_REMOVED -> shard.remove(in.nextCount());
      case Mark.COLLECTION -> shard.addCollection(in.nextBytes(HASH_BYTES));
      case Mark.COLLECTION_REMOVED -> shard.removeCollection(in.nextBytes(HASH_BYTES));
      default -> {
        return false;
      }
    }
    return true;
  }

  private StreamReplay streamOf(String arn) {
    return streams.computeIfAbsent(arn, unknown -> new StreamReplay());
  }

  private StreamReplay.Shard readShard(ByteReader in) {
    ShardDefinition definition = DefinitionForm.shard(Fields.of(in), null);
    long lastSequence = in.nextNumber();
    lastSequenceNumber = Math.max(lastSequenceNumber, lastSequence);
    Instant closedAt = in.nextOptionalTime();
    return stream.define(definition, lastSequence, closedAt, in.nextNumber());
  }

  private void readRecord(ByteReader in) {
    long number = in.nextCount();
    Instant createdAt = in.nextTime();
    ChangeSource source = DefinitionForm.readSource(in);
    isImageMissing = false;
    Item before = nextImage(in);
    Item after = nextImage(in);
    if (!isImageMissing) {
      shard.add(new ChangeRecord(number, createdAt, before, after, source));
    }
  }

  private @Nullable Item nextImage(ByteReader in) {
    long form = in.nextCount();
    if (form == StateWriter.NO_IMAGE) {
      return null;
    }
    if (form == StateWriter.IMAGE) {
      boolean scaled = in.nextBoolean();
      Item image = nextItem(in, scaled);
      known.add(image);
      return image;
    }
    long number = form - StateWriter.KNOWN_IMAGES;
    Item image = number < known.size() ? known.get((int) number) : null;
    isImageMissing |= image == null;
    return image;
  }

  private boolean readBackup(int mark, ByteReader in) {
    switch (mark) {
      case Mark.BACKUP -> {
        BackupReplay.Definition definition = readBackup(in);
        byte[] itsKey = BackupState.key(definition.id(), definition.table().name());
        backupOf(text(itsKey)).define(definition);
      }
      case Mark.BACKUP_BASE -> {
        BackupReplay backup = backupOf(text(in.nextSized()));
        if (in.nextBoolean()) {
          backup.startFrom(
              in.nextBoolean() ? backupOf(text(in.nextSized())).table() : sourceOf(backup));
        }
      }
      case Mark.USE_BACKUP -> {
        table = backupOf(text(in.nextSized())).table();
        hasImages = false;
        keyLength = 0;
      }
      case Mark.BACKUP_REMOVED -> backups.remove(text(in.nextSized()));
      case Mark.BACKUP_COUNT -> backupCounts.put(text(in.nextSized()), in.nextCount());
      default -> {
        return false;
      }
    }
    return true;
  }

  private static String text(byte[] key) {
    return new String(key, StandardCharsets.UTF_8);
  }

  private BackupReplay backupOf(String itsKey) {
    return backups.computeIfAbsent(itsKey, unknown -> new BackupReplay());
  }

  private BackupReplay.Definition readBackup(ByteReader in) {
    String id = in.nextString();
    String name = in.nextString();
    BackupState.Type type = in.nextOf(BackupState.Type.values(), WrittenCode::of);
    Instant createdAt = in.nextTime();
    Instant expiresAt = in.nextOptionalTime();
    return new BackupReplay.Definition(
        id, name, type, createdAt, expiresAt, DefinitionForm.read(in, indexTypes, settingTypes));
  }

  /** Returns the table of which a backup is; an empty one if the block with it is missing. */
  private TableReplay sourceOf(BackupReplay backup) {
    BackupReplay.Definition definition = backup.definition();
    TableReplay source = definition == null ? null : tables.get(definition.table().name());
    return source == null ? new TableReplay() : source;
  }

  private void readOther(int mark, ByteReader in) {
    switch (mark) {
      case Mark.TOKEN, Mark.TOKEN_WITH_UNITS -> {
        byte[] token = in.nextSized();
        byte[] fingerprint = in.nextSized();
        Instant writtenAt = in.nextTime();
        Instant until = in.nextTime();
        short[] readUnits = new short[mark == Mark.TOKEN ? 0 : in.nextLength()];
        for (int i = 0; i < readUnits.length; i++) {
          readUnits[i] = (short) in.nextCount();
        }
        tokens = tokens.with(token, new TransactionToken(fingerprint, writtenAt, until, readUnits));
      }
      case Mark.TOKEN_REMOVED -> tokens = tokens.without(in.nextSized());
      case Mark.HOLD -> {
        byte[] item = in.nextSized();
        holds = holds.with(item, new ItemHold(in.nextTime()));
      }
      case Mark.HOLD_REMOVED -> holds = holds.without(in.nextSized());
      case Mark.TRANSFER -> transfers = readTransfer(in, false).addTo(transfers);
      case Mark.CALLERS_TRANSFER -> transfers = readTransfer(in, true).addTo(transfers);
      case Mark.BULK_OPERATION -> transfers = BulkForm.read(in, transfers);
      case Mark.BULK_ENTRY -> transfers = BulkForm.readEntry(in, transfers, true);
      case Mark.BULK_ENTRY_REMOVED -> transfers = BulkForm.readEntry(in, transfers, false);
      case Mark.TRANSFER_REMOVED -> transfers = transfers.without(in.nextSized());
      case Mark.SEQUENCE -> lastSequenceNumber = in.nextCount();
      case Mark.NEXT_CHANGE -> nextChange = in.nextOptionalTime();
      default -> throw new UnknownEntryException("entry", mark);
    }
  }

  private static TransferState readTransfer(ByteReader in, boolean hasCaller) {
    Structure description =
        in.nextBoolean()
            ? RecordForm.read(in, ExportDescription.SCHEMA)
            : RecordForm.read(in, ImportTableDescription.SCHEMA);
    Instant dueAt = in.nextOptionalTime();
    return new TransferState(description, dueAt, hasCaller ? in.nextString() : null);
  }

  /**
   * Returns what is missing of a whole state that was read last, one line each. Empty if blocks are
   * missing that contained nothing, or if it is not known what they contained.
   */
  public List<String> losses() {
    List<String> losses = new ArrayList<>();
    itemCounts.forEach(
        (name, all) -> {
          TableReplay replay = tables.get(name);
          long read = replay == null || replay.definition() == null ? 0 : replay.size();
          if (read < all) {
            incompleteTables.add(name);
            losses.add(all - read + " of " + all + " items of the table " + name + " are lost");
          }
        });
    recordCounts.forEach(
        (arn, all) -> {
          StreamReplay replay = streams.get(arn);
          long read = replay == null ? 0 : replay.records();
          if (read < all) {
            losses.add(all - read + " of " + all + " records of the stream " + arn + " are lost");
          }
        });
    backupCounts.forEach(
        (itsKey, all) -> {
          BackupReplay replay = backups.get(itsKey);
          long read = replay == null || replay.definition() == null ? 0 : replay.table().size();
          if (read < all) {
            losses.add(all - read + " of " + all + " items of the backup " + itsKey + " are lost");
          }
        });
    return losses;
  }

  /** Returns whether {@link #losses} knows what the whole state has. */
  public boolean knowsContents() {
    return !itemCounts.isEmpty() || !recordCounts.isEmpty() || !backupCounts.isEmpty();
  }

  /** Returns the state after all differences. */
  public DatabaseState finish() {
    DatabaseState.Builder state = DatabaseState.EMPTY.toBuilder();
    for (Map.Entry<String, TableReplay> entry : tables.entrySet()) {
      TableReplay replay = entry.getValue();
      boolean isComplete = !incompleteTables.contains(entry.getKey());
      TableState table = replay.finish(limits, streams, isComplete);
      if (table != null) {
        state.table(table);
      }
    }
    tables.clear();
    for (BackupReplay replay : backups.values()) {
      BackupState backup = replay.finish(limits);
      if (backup != null) {
        state.backup(backup);
      }
    }
    backups.clear();
    for (String arn : closedStreams) {
      StreamReplay replay = streams.get(arn);
      StreamState closed = replay == null ? null : replay.finish();
      if (closed != null) {
        state.closedStream(closed);
      }
    }
    return state
        .tokens(tokens)
        .holds(holds)
        .transfers(transfers)
        .lastSequenceNumber(lastSequenceNumber)
        .nextChange(nextChange)
        .build();
  }
}
