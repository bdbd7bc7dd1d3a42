package dev.monotable.schema;

import dev.monotable.value.KeyedHash;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map that keeps the order of its entries. It takes two arrays, and a hash table if it
 * has more than a few entries. Requests contain small maps (names, values, tables) that are mostly
 * iterated.
 *
 * <p>Clients choose the keys. A table of many entries uses {@link KeyedHash}, because keys with the
 * same {@link String#hashCode} are easy to find and would make each lookup a scan.
 *
 * @param <V> the type of the values, which may be null as in JSON
 */
public final class FrozenMap<V extends @Nullable Object> extends AbstractMap<String, V> {
  private static final int SCANNED = 8;

  /** Up to this many entries are found by their {@link String#hashCode}, which strings keep. */
  private static final int UNKEYED = 128;

  private final String[] keys;
  private final @Nullable Object[] values;
  private final int size;

  /**
   * A hash table with open addressing, at most half full. It holds index + 1 of each entry, and is
   * empty if the map is scanned.
   */
  private final int[] slots;

  private FrozenMap(String[] keys, @Nullable Object[] values, int size, int[] slots) {
    this.keys = keys;
    this.values = values;
    this.size = size;
    this.slots = slots;
  }

  @Override
  public int size() {
    return size;
  }

  /** Returns the key at an index below {@link #size()}. */
  public String keyAt(int index) {
    return keys[checked(index)];
  }

  /** Returns the value at an index below {@link #size()}. */
  @SuppressWarnings({"unchecked", "NullAway"}) // only the builder sets values, which include null
  public V valueAt(int index) {
    return (V) values[checked(index)];
  }

  private int checked(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException(index);
    }
    return index;
  }

  @Override
  public @Nullable V get(@Nullable Object key) {
    int index = indexOf(key);
    return index < 0 ? null : valueAt(index);
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return indexOf(key) >= 0;
  }

  private int indexOf(@Nullable Object key) {
    return key instanceof String name ? indexOf(keys, size, slots, name) : -1;
  }

  private static int indexOf(String[] keys, int size, int[] slots, String key) {
    if (slots.length == 0) {
      for (int i = 0; i < size; i++) {
        if (keys[i].equals(key)) {
          return i;
        }
      }
      return -1;
    }
    int mask = slots.length - 1;
    for (int slot = hash(key, mask) & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
      int index = slots[slot] - 1;
      if (keys[index].equals(key)) {
        return index;
      }
    }
    return -1;
  }

  private static int hash(String key, int mask) {
    if (mask >= UNKEYED * 2) {
      return (int) KeyedHash.of(key);
    }
    int hash = key.hashCode();
    return hash ^ (hash >>> 16);
  }

  /** Returns the maximum number of slots that a lookup of a key reads. */
  int longestProbe() {
    int mask = slots.length - 1;
    int longest = 0;
    for (int slot = 0; slot <= mask; slot++) {
      if (slots[slot] != 0) {
        int home = hash(keys[slots[slot] - 1], mask) & mask;
        longest = Math.max(longest, ((slot - home) & mask) + 1);
      }
    }
    return longest;
  }

  @Override
  public Set<Map.Entry<String, V>> entrySet() {
    return new Entries();
  }

  private final class Entries extends AbstractSet<Map.Entry<String, V>> {
    @Override
    public int size() {
      return size;
    }

    @Override
    public Iterator<Map.Entry<String, V>> iterator() {
      return new Iterator<>() {
        private int next;

        @Override
        public boolean hasNext() {
          return next < size;
        }

        @Override
        public Map.Entry<String, V> next() {
          if (next >= size) {
            throw new NoSuchElementException();
          }
          int index = next++;
          return new SimpleImmutableEntry<>(keyAt(index), valueAt(index));
        }
      };
    }
  }

  /**
   * Builds a map. Not thread safe; not reusable after {@link #build()}.
   *
   * @param <V> the values
   */
  public static final class Builder<V extends @Nullable Object> {
    private String[] keys;
    private @Nullable Object[] values;
    private int size;
    private int[] slots = {};

    public Builder() {
      this(SCANNED);
    }

    public Builder(int expectedSize) {
      keys = new String[Math.max(1, expectedSize)];
      values = new Object[keys.length];
    }

    /**
     * Appends an entry. A key that is already present keeps its position and gets the new value.
     */
    public Builder<V> put(String key, @Nullable V value) {
      int known = indexOf(keys, size, slots, key);
      if (known >= 0) {
        values[known] = value;
        return this;
      }
      if (size == keys.length) {
        keys = Arrays.copyOf(keys, size * 2);
        values = Arrays.copyOf(values, size * 2);
      }
      keys[size] = key;
      values[size] = value;
      size++;
      if (size > SCANNED) {
        if (size * 2 > slots.length) {
          slots = new int[Integer.highestOneBit(size) * 4];
          for (int i = 0; i < size; i++) {
            index(i);
          }
        } else {
          index(size - 1);
        }
      }
      return this;
    }

    private void index(int index) {
      int mask = slots.length - 1;
      int slot = hash(keys[index], mask) & mask;
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = index + 1;
    }

    public FrozenMap<V> build() {
      return new FrozenMap<>(keys, values, size, slots);
    }
  }
}
