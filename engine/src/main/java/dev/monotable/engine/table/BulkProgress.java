package dev.monotable.engine.table;

import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.model.OutputTypeEnum;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a bulk operation. It changes in the commits that write the items, so an operation
 * that is interrupted goes on with the first record that it has not processed.
 *
 * @param objects the number of objects; 0 until they are known
 * @param position of the next record
 * @param units the write units that were consumed, or not consumed in their second
 * @param files the number of files of reports that were written
 * @param reportBytes the size of the reports in {@code entries}
 * @param waitsUntil when the operation goes on; null if it need not wait
 * @param entries the objects, the reports that are not in a file yet, and the entries of the
 *     manifest, by {@link Entry#key}
 */
public record BulkProgress(
    int objects,
    Position position,
    long units,
    int files,
    long reportBytes,
    @Nullable Instant waitsUntil,
    PersistentTree<byte[]> entries) {
  /** The progress of an operation that has not begun. */
  public static final BulkProgress NONE =
      new BulkProgress(0, new Position(0, 0, 0), 0, 0, 0, null, PersistentTree.empty());

  /**
   * The place of a record.
   *
   * @param object the number of the object, from 0
   * @param record the number of the record in its object, from 0
   * @param bytes the size of the objects before
   */
  public record Position(int object, long record, long bytes) {}

  /** The kinds of entries, in the order of their codes, which never changes. */
  public enum Entry {
    OBJECT,
    ERROR,
    CONDITION_CHECK_FAILURE,
    FILE;

    /** Returns the kind of a report. */
    public static Entry of(OutputTypeEnum type) {
      return type == OutputTypeEnum.ERROR ? ERROR : CONDITION_CHECK_FAILURE;
    }

    /** Returns the key of an entry in {@link BulkProgress#entries}. */
    public byte[] key(long number) {
      return ByteBuffer.allocate(1 + Long.BYTES).put((byte) ordinal()).putLong(number).array();
    }
  }

  /** Returns the progress when the objects are known. */
  public BulkProgress begin(List<byte[]> found) {
    PersistentTree<byte[]> next = entries;
    for (int i = 0; i < found.size(); i++) {
      next = next.with(Entry.OBJECT.key(i), found.get(i));
    }
    return new BulkProgress(found.size(), position, units, files, reportBytes, waitsUntil, next);
  }

  /** Returns the progress after the position, the units and the wait have changed. */
  public BulkProgress at(Position next, long consumed, @Nullable Instant until) {
    return new BulkProgress(objects, next, consumed, files, reportBytes, until, entries);
  }

  /** Returns the progress with further reports. */
  public BulkProgress with(PersistentTree<byte[]> next, long bytes) {
    return new BulkProgress(objects, position, units, files, bytes, waitsUntil, next);
  }

  /**
   * Returns the progress after a file was written.
   *
   * @param kind that of its reports, which are removed
   * @param file the entry of the manifest
   */
  public BulkProgress written(Entry kind, byte[] file) {
    PersistentTree<byte[]> next = entries;
    long removed = 0;
    TreeCursor<byte[]> cursor = entries.cursor();
    byte[] first = kind.key(0);
    boolean more = cursor.seekCeiling(first, first.length);
    while (more && cursor.key()[0] == first[0]) {
      removed += cursor.value().length;
      next = next.without(cursor.key());
      more = cursor.next();
    }
    next = next.with(Entry.FILE.key(files), file);
    return new BulkProgress(
        objects, position, units, files + 1, reportBytes - removed, waitsUntil, next);
  }

  /** Returns the entries of a kind, in their order. */
  public List<byte[]> entries(Entry kind) {
    List<byte[]> found = new ArrayList<>();
    TreeCursor<byte[]> cursor = entries.cursor();
    byte[] first = kind.key(0);
    boolean more = cursor.seekCeiling(first, first.length);
    while (more && cursor.key()[0] == first[0]) {
      found.add(cursor.value());
      more = cursor.next();
    }
    return found;
  }

  /** Returns the approximate bytes of heap of the entries. */
  public long heapBytes() {
    long bytes = 0;
    TreeCursor<byte[]> cursor = entries.cursor();
    for (boolean more = cursor.first(); more; more = cursor.next()) {
      bytes += 64 + cursor.value().length;
    }
    return bytes;
  }
}
