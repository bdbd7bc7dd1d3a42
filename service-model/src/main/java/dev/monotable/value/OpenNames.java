package dev.monotable.value;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The names of the open item and maps, to find repeated names. The last member of a name counts;
 * earlier ones are removed together when the map ends.
 *
 * <p>A name is given by the offset of its opening quote in the writer's buffer.
 */
final class OpenNames {

  /** Up to this many names of a map are compared one by one; more use a hash table. */
  private static final int MAX_LINEAR_NAMES = 32;

  /**
   * Up to this many names of a map are found by a hash without a key. Clients can find names with
   * the same hash; more names use {@link KeyedHash}.
   */
  private static final int MAX_UNKEYED_NAMES = 128;

  /** The number of open lists and maps. */
  private int depth;

  /**
   * For each of these and for the item: the first name, the first replaced member, and the hash
   * table.
   */
  private int[] firstName = new int[8];

  private int[] firstDead = new int[8];
  private int[] @Nullable [] tables = new int[8][];
  private boolean[] tabled = new boolean[8];
  private boolean[] keyed = new boolean[8];

  /** The hashes and offsets of all names; the innermost map's come last. */
  private int count;

  private int[] hashes = new int[32];
  private int[] starts = new int[32];

  /** The start and end of replaced members; the innermost map's come last. */
  private int deadCount;

  private long[] dead = new long[4];

  /** Starts an item without names. */
  void clear() {
    depth = 0;
    count = 0;
    deadCount = 0;
    firstName[0] = 0;
    firstDead[0] = 0;
    tabled[0] = false;
    keyed[0] = false;
  }

  /** Opens a list or map. */
  void open() {
    depth++;
    if (depth == firstName.length) {
      int capacity = depth * 2;
      firstName = Arrays.copyOf(firstName, capacity);
      firstDead = Arrays.copyOf(firstDead, capacity);
      tables = Arrays.copyOf(tables, capacity);
      tabled = Arrays.copyOf(tabled, capacity);
      keyed = Arrays.copyOf(keyed, capacity);
    }
    firstName[depth] = count;
    firstDead[depth] = deadCount;
    tabled[depth] = false;
    keyed[depth] = false;
  }

  /** Closes the innermost list or map. */
  void close() {
    count = firstName[depth];
    depth--;
  }

  /**
   * Adds the name at {@code start}, which ends the buffer at {@code end}, to the innermost map.
   * Returns the offset of the same name in it, which the new one replaces, or -1.
   */
  int put(byte[] buffer, int start, int end) {
    int hash =
        keyed[depth] ? (int) KeyedHash.of(buffer, start, end) : Bytes.hash(buffer, start, end);
    int same = find(buffer, start, end, hash);
    if (same >= 0) {
      int earlier = starts[same];
      starts[same] = start;
      return earlier;
    }
    add(buffer, start, hash);
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

  private void add(byte[] buffer, int start, int hash) {
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
      rebuildTable(buffer, inMap);
    }
  }

  private void rebuildTable(byte[] buffer, int inMap) {
    tables[depth] = new int[Integer.highestOneBit(inMap) * 8];
    tabled[depth] = true;
    if (inMap > MAX_UNKEYED_NAMES && !keyed[depth]) {
      keyed[depth] = true;
      for (int i = firstName[depth]; i < count; i++) {
        int end = Bytes.closingQuote(buffer, starts[i] + 1) + 1;
        hashes[i] = (int) KeyedHash.of(buffer, starts[i], end);
      }
    }
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

  /** Returns the maximum number of slots that a lookup of a name of the innermost map reads. */
  int longestProbe() {
    int[] table = table();
    int mask = table.length - 1;
    int longest = 0;
    for (int slot = 0; slot <= mask; slot++) {
      if (table[slot] != 0) {
        int home = hashes[table[slot] - 1] & mask;
        longest = Math.max(longest, ((slot - home) & mask) + 1);
      }
    }
    return longest;
  }

  private int[] table() {
    int[] table = tables[depth];
    if (table == null) {
      throw new IllegalStateException("No table of names at depth " + depth);
    }
    return table;
  }

  /** Marks a member of the innermost map for removal. */
  void drop(int from, int to) {
    if (deadCount == dead.length) {
      dead = Arrays.copyOf(dead, deadCount * 2);
    }
    dead[deadCount++] = (long) from << 32 | to;
  }

  /**
   * Removes the marked members of the innermost map, which ends the buffer, and returns its new
   * end.
   */
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
