package dev.monotable.value;

import java.util.Arrays;

/**
 * Equality of two values whose maps may have their members in different orders, in linear time. As
 * long as the members are in the same order, both values are walked in step. From the first map on
 * in which they are not, the ends of the nested values of {@code b} are known, so that no level of
 * nesting walks over the levels below it again. For one comparison.
 */
final class UnorderedEquality {
  private static final int NOT_EQUAL = -1;
  private static final int[] UNKNOWN = {};

  private final byte[] a;
  private final byte[] b;

  /** The starts of the lists and maps in {@code b}, ascending, and their ends; from the root on. */
  private int[] starts = UNKNOWN;

  private int[] ends = UNKNOWN;
  private int nested;
  private int root;

  /** The offset after the last value of {@code b} that was equal. */
  private int bEnd;

  UnorderedEquality(byte[] a, byte[] b) {
    this.a = a;
    this.b = b;
  }

  /** Returns whether two lists or maps are equal. */
  boolean equal(int aAt, int bAt) {
    root = bAt;
    return endIfEqual(aAt, bAt) >= 0;
  }

  /** Returns whether two maps of members, given by their opening braces, are equal. */
  boolean equalMembers(int aMap, int bMap) {
    root = bMap;
    return membersEnd(aMap, bMap) >= 0;
  }

  /** Returns the offset after the value of {@code a}, or {@link #NOT_EQUAL}. */
  private int endIfEqual(int aAt, int bAt) {
    byte type = a[aAt + 2];
    if (type != b[bAt + 2] || a[aAt + 3] != b[bAt + 3]) {
      return NOT_EQUAL;
    }
    if (a[aAt + 3] != '"' || (type != 'M' && type != 'L')) {
      int end = CanonicalJson.end(a, aAt);
      bEnd = bAt + end - aAt;
      return bEnd <= b.length && Arrays.equals(a, aAt, end, b, bAt, bEnd) ? end : NOT_EQUAL;
    }
    int end = type == 'M' ? membersEnd(aAt + 5, bAt + 5) : elementsEnd(aAt + 5, bAt + 5);
    bEnd++;
    return end < 0 ? NOT_EQUAL : end + 1;
  }

  private int elementsEnd(int aList, int bList) {
    int x = aList + 1;
    int y = bList + 1;
    if (a[x] == ']' || b[y] == ']') {
      bEnd = y + 1;
      return a[x] == b[y] ? x + 1 : NOT_EQUAL;
    }
    while (true) {
      x = endIfEqual(x, y);
      if (x < 0 || a[x] != b[bEnd]) {
        return NOT_EQUAL;
      }
      if (a[x] == ']') {
        bEnd++;
        return x + 1;
      }
      x++;
      y = bEnd + 1;
    }
  }

  private int membersEnd(int aMap, int bMap) {
    int x = aMap + 1;
    int y = bMap + 1;
    if (a[x] == '}' || b[y] == '}') {
      bEnd = y + 1;
      return a[x] == b[y] ? x + 1 : NOT_EQUAL;
    }
    while (true) {
      int nameEnd = CanonicalJson.nameEnd(a, x);
      int after = y + nameEnd - x;
      if (after >= b.length || b[after] != ':' || !Arrays.equals(a, x, nameEnd, b, y, after)) {
        return unorderedEnd(x, y);
      }
      x = endIfEqual(nameEnd + 1, after + 1);
      if (x < 0 || a[x] != b[bEnd]) {
        return NOT_EQUAL;
      }
      if (a[x] == '}') {
        bEnd++;
        return x + 1;
      }
      x++;
      y = bEnd + 1;
    }
  }

  /** Compares the rest of two maps, from a member of each on. */
  private int unorderedEnd(int aMember, int bMember) {
    Members members = new Members(bMember);
    int left = members.count;
    int x = aMember;
    while (true) {
      int nameEnd = CanonicalJson.nameEnd(a, x);
      int value = members.valueOf(x, nameEnd);
      int end = value < 0 ? NOT_EQUAL : endIfEqual(nameEnd + 1, value);
      left--;
      if (end < 0 || left < 0) {
        return NOT_EQUAL;
      }
      if (a[end] == '}') {
        bEnd = members.end;
        return left == 0 ? end + 1 : NOT_EQUAL;
      }
      x = end + 1;
    }
  }

  /** The remaining members of a map of {@code b}, by the hashes of their names. */
  private final class Members {
    private int[] offsets = new int[16];
    private final int[] slots;
    private int count;

    /** The offset after the closing brace of the map. */
    private int end;

    Members(int first) {
      int at = first;
      while (true) {
        if (count == offsets.length) {
          offsets = Arrays.copyOf(offsets, count * 2);
        }
        offsets[count++] = at;
        int next = endOf(CanonicalJson.valueOf(b, at));
        if (b[next] != ',') {
          end = next + 1;
          break;
        }
        at = next + 1;
      }
      slots = new int[Integer.highestOneBit(count) * 4];
      for (int i = 0; i < count; i++) {
        int nameAt = offsets[i];
        int slot = slot(b, nameAt, CanonicalJson.nameEnd(b, nameAt));
        while (slots[slot] != 0) {
          slot = slot + 1 & slots.length - 1;
        }
        slots[slot] = i + 1;
      }
    }

    private int slot(byte[] json, int from, int to) {
      return (int) KeyedHash.of(json, from, to) & slots.length - 1;
    }

    /** Returns the offset of the value of a name of {@code a}, or -1. */
    int valueOf(int name, int nameEnd) {
      int slot = slot(a, name, nameEnd);
      for (; slots[slot] != 0; slot = slot + 1 & slots.length - 1) {
        int other = offsets[slots[slot] - 1];
        int after = other + nameEnd - name;
        if (after < b.length
            && b[after] == ':'
            && Arrays.equals(a, name, nameEnd, b, other, after)) {
          return after + 1;
        }
      }
      return -1;
    }
  }

  /** Returns the offset after a value of {@code b}. */
  private int endOf(int at) {
    byte type = b[at + 2];
    if (b[at + 3] != '"' || (type != 'M' && type != 'L')) {
      return CanonicalJson.end(b, at);
    }
    if (starts.length == 0) {
      findEnds();
    }
    int place = Arrays.binarySearch(starts, 0, nested, at);
    return place >= 0 ? ends[place] : CanonicalJson.end(b, at);
  }

  /** Finds the ends of all objects and lists of {@code b} that may be lists or maps. */
  private void findEnds() {
    starts = new int[64];
    ends = new int[64];
    int[] open = new int[64];
    int depth = 0;
    int i = root;
    do {
      switch (b[i]) {
        case '"' -> i = Bytes.closingQuote(b, i + 1);
        case '{', '[' -> {
          if (depth == open.length) {
            open = Arrays.copyOf(open, depth * 2);
          }
          open[depth++] = nested;
          if (nested == starts.length) {
            starts = Arrays.copyOf(starts, nested * 2);
            ends = Arrays.copyOf(ends, nested * 2);
          }
          starts[nested++] = i;
        }
        case '}', ']' -> ends[open[--depth]] = i + 1;
        default -> {}
      }
      i++;
    } while (depth > 0);
  }
}
