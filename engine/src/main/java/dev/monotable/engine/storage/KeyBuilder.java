package dev.monotable.engine.storage;

import dev.monotable.value.AttributeValue;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Builds the keys of trees: bytes whose unsigned order is DynamoDB's order. Reusable; not
 * thread-safe.
 *
 * <h2>DynamoDB's order</h2>
 *
 * The items of an item collection are ordered by their sort key: strings by their UTF-8 bytes,
 * binaries by their bytes, numbers by value. A Scan visits the item collections in the order of a
 * hash. The dynalite project (architect/dynalite, {@code db/index.js}) found that hash by testing
 * the live service: MD5 of the ASCII text {@code Outliers} followed by the bytes of the partition
 * key; the sort key is not included. These bytes are the UTF-8 of a string, the content of a
 * binary, and for a number the form in which DynamoDB stores it:
 *
 * <ul>
 *   <li>zero is the byte 80;
 *   <li>a positive number 0.d1d2d3.. times 100^e is the byte e + c0 (hexadecimal), then one byte
 *       for each pair of digits, its value plus one;
 *   <li>a negative number has the complement of the first byte, 101 minus each pair, and a final
 *       byte 102 if it has fewer than 20 pairs.
 * </ul>
 *
 * These bytes are already in numeric order, so keys use them too.
 *
 * <p>A parallel Scan divides the first 12 bits of the hash: segment s of n begins at ceil(4096 s /
 * n), so with more than 4096 segments some are empty. An index is scanned the same way, by the hash
 * of its own partition key. Index entries with equal index keys are in the order of the hash of
 * {@code Outliers}, the partition key of the base table and its sort key. (The order for an index
 * partition key of several attributes is not known; here the hash is that of their concatenated
 * bytes.)
 *
 * <h2>The keys</h2>
 *
 * <pre>
 *   table:  hash(8)  component(partition)     raw(sort)
 *   index:  hash(8)  component(partition) ..  component(sort) ..  tie(16)
 * </pre>
 *
 * A component is self-delimiting and compares like its value. For a string or binary it is the
 * bytes, with each 00 written as 00 01, followed by 00 00, which is less than any continuation. For
 * a positive number or zero it ends with 00, which is less than any pair; for a negative number it
 * ends with 102, which is greater. The sort key of a table is raw, because nothing follows it. The
 * {@link TieBreaker} determines the visible order of index entries with equal index keys, and makes
 * their keys unique.
 */
public final class KeyBuilder {

  private static final int HASH_LENGTH = 8;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /**
   * Refers weakly to the builders: otherwise each thread that has made a request, such as one of a
   * build tool, would keep this class, its class loader and all that it has loaded.
   */
  private static final ThreadLocal<@Nullable WeakReference<KeyBuilder>> OF_THREAD =
      new ThreadLocal<>();

  private byte[] bytes = new byte[256];
  private int length;
  private final RawBytes raw = new RawBytes();

  /**
   * Returns the builder of this thread, cleared. A request builds several keys in succession; if
   * each had a new builder, buffers would be most of what a request allocates.
   *
   * <p>Only operations, commits and reads call this. They pass the builder to everything they call,
   * such as tables, indexes and streams; {@code ArchitectureTest} enforces this. A thread has one
   * builder, so no method relies on its content across a call to another one: each begins with
   * {@link #clear} and has used the key when it returns.
   */
  public static KeyBuilder ofThread() {
    WeakReference<KeyBuilder> known = OF_THREAD.get();
    KeyBuilder builder = known == null ? null : known.get();
    return builder == null ? newOfThread() : builder.clear();
  }

  private static KeyBuilder newOfThread() {
    KeyBuilder builder = new KeyBuilder();
    OF_THREAD.set(new WeakReference<>(builder));
    return builder;
  }

  /** Starts a new key. */
  public KeyBuilder clear() {
    length = 0;
    return this;
  }

  /** Appends the hash of a partition key of type S, N or B, then its component. */
  public KeyBuilder partition(AttributeValue key) {
    return partition(key.array(), key.start());
  }

  /** Appends the hash of a partition key, given as canonical JSON, then its component. */
  public KeyBuilder partition(byte[] json, int at) {
    raw.clear();
    raw.add(json, at);
    appendHash();
    return appendComponent(json[at + 2]);
  }

  /** Appends the hash of a partition key of several attributes, then the component of each. */
  public KeyBuilder partition(AttributeValue[] keys, int count) {
    raw.clear();
    for (int i = 0; i < count; i++) {
      raw.add(keys[i].array(), keys[i].start());
    }
    appendHash();
    for (int i = 0; i < count; i++) {
      component(keys[i]);
    }
    return this;
  }

  /** Starts the hash of a partition key whose values {@link #hashValue} adds. */
  public KeyBuilder beginHash() {
    raw.clear();
    return this;
  }

  /** Adds a value to the hash. */
  public KeyBuilder hashValue(byte[] json, int at) {
    raw.add(json, at);
    return this;
  }

  /** Appends the hash of the added values. */
  public KeyBuilder endHash() {
    appendHash();
    return this;
  }

  /** Appends a value of type S, N or B that another value may follow. */
  public KeyBuilder component(AttributeValue value) {
    return component(value.array(), value.start());
  }

  /** Appends a value of type S, N or B that another value may follow. */
  public KeyBuilder component(byte[] json, int at) {
    raw.clear();
    raw.add(json, at);
    return appendComponent(json[at + 2]);
  }

  /**
   * Appends the last value of a key, of type S, N or B, unchanged. If it is a string or binary that
   * follows the partition key of a table, the result is also the prefix of all sort keys that begin
   * with it.
   */
  public KeyBuilder last(AttributeValue value) {
    return last(value.array(), value.start());
  }

  /** Appends the last value of a key, of type S, N or B, unchanged. */
  public KeyBuilder last(byte[] json, int at) {
    raw.clear();
    raw.add(json, at);
    return append(raw.array(), RawBytes.START, raw.end());
  }

  /**
   * Appends a string or binary as a component without its end: the prefix of all components that
   * begin with it.
   */
  public KeyBuilder componentPrefix(AttributeValue value) {
    return componentPrefix(value.array(), value.start());
  }

  /**
   * Appends a string or binary as a component without its end: the prefix of all components that
   * begin with it.
   */
  public KeyBuilder componentPrefix(byte[] json, int at) {
    raw.clear();
    raw.add(json, at);
    appendEscaped();
    return this;
  }

  /** Appends the tie breaker of an index entry. */
  public KeyBuilder tieBreaker(TieBreaker tieBreaker) {
    reserve(TieBreaker.LENGTH);
    LONG.set(bytes, length, tieBreaker.order());
    LONG.set(bytes, length + Long.BYTES, tieBreaker.identity());
    length += TieBreaker.LENGTH;
    return this;
  }

  /**
   * Returns the tie breaker of an item, which is the same for its entries in all indexes. The key
   * built so far does not change.
   *
   * @param sortJson null if the table has no sort key
   */
  public TieBreaker tieBreakerOf(
      byte[] partitionJson, int partitionAt, byte @Nullable [] sortJson, int sortAt) {
    raw.clear();
    raw.add(partitionJson, partitionAt);
    int partitionEnd = raw.end();
    if (sortJson != null) {
      raw.add(sortJson, sortAt);
    }
    return new TieBreaker(raw.hash(), raw.identity(partitionEnd));
  }

  /** Appends bytes unchanged. */
  public KeyBuilder append(byte[] source, int from, int to) {
    int added = to - from;
    reserve(added);
    System.arraycopy(source, from, bytes, length, added);
    length += added;
    return this;
  }

  /** Appends a zero byte: the key becomes the least key that is greater. */
  public KeyBuilder next() {
    reserve(1);
    bytes[length++] = 0;
    return this;
  }

  /**
   * Changes the key into the least key that is greater than all keys that begin with it.
   *
   * @return false if there is no such key because every byte is ff; the key is then empty
   */
  public boolean nextPrefix() {
    while (length > 0 && bytes[length - 1] == (byte) 0xff) {
      length--;
    }
    if (length == 0) {
      return false;
    }
    bytes[length - 1]++;
    return true;
  }

  /**
   * Appends the hash at which a segment of a parallel Scan begins, which is also where the previous
   * one ends.
   *
   * @param segment 0 to totalSegments; totalSegments is the end of the last segment
   * @return false, without appending anything, if the segment begins beyond the last hash
   */
  public boolean segment(int segment, int totalSegments) {
    int slice = slice(segment, totalSegments);
    if (slice == 4096) {
      return false;
    }
    reserve(2);
    bytes[length++] = (byte) (slice >>> 4);
    bytes[length++] = (byte) (slice << 4);
    return true;
  }

  private static int slice(int segment, int totalSegments) {
    return (int) ((4096L * segment + totalSegments - 1) / totalSegments);
  }

  /** Returns whether the key, which begins with a hash, is in the segment of a parallel Scan. */
  public boolean inSegment(int segment, int totalSegments) {
    int slice = (bytes[0] & 0xff) << 4 | (bytes[1] & 0xff) >>> 4;
    return slice >= slice(segment, totalSegments) && slice < slice(segment + 1, totalSegments);
  }

  /** Returns the array that contains the key; further appends modify or replace it. */
  public byte[] array() {
    return bytes;
  }

  /** Returns the length of the key in bytes. */
  public int length() {
    return length;
  }

  /** Truncates the key to a length that it had before. */
  public KeyBuilder truncate(int shorterLength) {
    length = Math.min(length, shorterLength);
    return this;
  }

  /** Returns a copy of the key. */
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  private void reserve(int added) {
    if (bytes.length - length < added) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + added));
    }
  }

  private void appendHash() {
    reserve(HASH_LENGTH);
    LONG.set(bytes, length, raw.recentHash());
    length += HASH_LENGTH;
  }

  /** Appends the value in {@link #raw} so that another can follow. */
  private KeyBuilder appendComponent(byte type) {
    if (type == 'N') {
      byte[] number = raw.array();
      int end = raw.end();
      append(number, RawBytes.START, end);
      boolean negative = number[RawBytes.START] >= 0;
      if (!negative) {
        return next();
      }
      if (number[end - 1] != 102) {
        reserve(1);
        bytes[length++] = 102;
      }
      return this;
    }
    appendEscaped();
    reserve(2);
    bytes[length++] = 0;
    bytes[length++] = 0;
    return this;
  }

  private void appendEscaped() {
    byte[] source = raw.array();
    int end = raw.end();
    if (!raw.hasZero()) {
      append(source, RawBytes.START, end);
      return;
    }
    reserve(2 * (end - RawBytes.START));
    for (int i = RawBytes.START; i < end; i++) {
      byte b = source[i];
      bytes[length++] = b;
      if (b == 0) {
        bytes[length++] = 1;
      }
    }
  }
}
