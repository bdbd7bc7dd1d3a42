package dev.monotable.value;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The names of the item and the maps that are being written, by which a name that comes twice is
 * found. The last member of a name is the one that counts; earlier ones are noted, and taken out
 * all at once when the map ends.
 *
 * <p>A name is addressed by its opening quote in the writer's buffer, which every method is given.
 */
final class OpenNames {

  /** Up to so many names of one map are compared one by one; more go through a hash table. */
  private static final int MAX_LINEAR_NAMES = 32;

  /** How many lists and maps are open in the item. */
  private int depth;

  /** For each of these, and for the item: its first name, its first member replaced, its table. */
  private int[] firstName = new int[8];

  private int[] firstDead = new int[8];
  private int[] @Nullable [] tables = new int[8][];
  private boolean[] tabled = new boolean[8];

  /** Hashes and offsets of all names, those of the innermost map last. */
  private int count;

  private int[] hashes = new int[32];
  private int[] starts = new int[32];

  /** Start and end of the members replaced, those of the innermost map last. */
  private int deadCount;

  private long[] dead = new long[4];

  /** Begins with an item that has no names. */
  void clear() {
    depth = 0;
    count = 0;
    deadCount = 0;
    firstName[0] = 0;
    firstDead[0] = 0;
    tabled[0] = false;
  }

  /** A list or map opens. */
  void open() {
    depth++;
    if (depth == firstName.length) {
      int capacity = depth * 2;
      firstName = Arrays.copyOf(firstName, capacity);
      firstDead = Arrays.copyOf(firstDead, capacity);
      tables = Arrays.copyOf(tables, capacity);
      tabled = Arrays.copyOf(tabled, capacity);
    }
    firstName[depth] = count;
    firstDead[depth] = deadCount;
    tabled[depth] = false;
  }

  /** The innermost list or map is closed. */
  void close() {
    count = firstName[depth];
    depth--;
  }

  /**
   * Adds the name at {@code start}, which ends the buffer at {@code end}, to the innermost map.
   * Returns where the same name stands in it already, and takes its place, or -1.
   */
  int put(byte[] buffer, int start, int end) {
    int hash = Bytes.hash(buffer, start, end);
    int same = find(buffer, start, end, hash);
    if (same >= 0) {
      int earlier = starts[same];
      starts[same] = start;
      return earlier;
    }
    add(start, hash);
    return -1;
  }

  private int find(byte[] buffer, int start, int end, int hash) {
    if (!tabled[depth]) {
      for (int i = count - 1; i >= firstName[depth]; i--) {
        if (hashes[i] == hash && same(buffer, starts[i], start, end)) {
          return i;
        }
      }
      return -1;
    }
    int[] table = table();
    for (int slot = hash & (table.length - 1);
        table[slot] != 0;
        slot = slot + 1 & table.length - 1) {
      int i = table[slot] - 1;
      if (hashes[i] == hash && same(buffer, starts[i], start, end)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean same(byte[] buffer, int earlier, int start, int end) {
    int earlierEnd = earlier + end - start;
    return earlierEnd <= start
        && buffer[earlierEnd] == ':'
        && Arrays.equals(buffer, earlier, earlierEnd, buffer, start, end);
  }

  private void add(int start, int hash) {
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, count * 2);
      starts = Arrays.copyOf(starts, count * 2);
    }
    hashes[count] = hash;
    starts[count] = start;
    count++;
    int inMap = count - firstName[depth];
    if (tabled[depth] && inMap * 2 <= table().length) {
      insert(count - 1);
    } else if (inMap > MAX_LINEAR_NAMES) {
      rebuildTable(inMap);
    }
  }

  private void rebuildTable(int inMap) {
    tables[depth] = new int[Integer.highestOneBit(inMap) * 8];
    tabled[depth] = true;
    for (int i = firstName[depth]; i < count; i++) {
      insert(i);
    }
  }

  private void insert(int index) {
    int[] table = table();
    int slot = hashes[index] & (table.length - 1);
    while (table[slot] != 0) {
      slot = slot + 1 & table.length - 1;
    }
    table[slot] = index + 1;
  }

  private int[] table() {
    int[] table = tables[depth];
    if (table == null) {
      throw new IllegalStateException("No table of names at depth " + depth);
    }
    return table;
  }

  /** Notes that the bytes of a member of the innermost map are to go. */
  void drop(int from, int to) {
    if (deadCount == dead.length) {
      dead = Arrays.copyOf(dead, deadCount * 2);
    }
    dead[deadCount++] = (long) from << 32 | to;
  }

  /** Takes out what is to go of the innermost map, which ends the buffer; returns its new end. */
  int compact(byte[] buffer, int end) {
    int first = firstDead[depth];
    if (deadCount == first) {
      return end;
    }
    Arrays.sort(dead, first, deadCount);
    int at = (int) (dead[first] >>> 32);
    for (int i = first; i < deadCount; i++) {
      int from = (int) dead[i];
      int to = i + 1 < deadCount ? (int) (dead[i + 1] >>> 32) : end;
      System.arraycopy(buffer, from, buffer, at, to - from);
      at += to - from;
    }
    deadCount = first;
    return at;
  }
}
