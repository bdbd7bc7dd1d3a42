package dev.monotable.engine.storage;

import dev.monotable.value.AttributeValue;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Builds the keys of trees: bytes whose unsigned order is the order of DynamoDB. Reusable; not
 * thread-safe.
 *
 * <h2>The order of DynamoDB</h2>
 *
 * The items of a partition key are ordered by their sort key: strings by their UTF-8 bytes,
 * binaries by their bytes, numbers by value. A scan walks the partitions by a hash. The hash was
 * found by the dynalite project (architect/dynalite, {@code db/index.js}) against the live service:
 * MD5 of the ASCII text {@code Outliers} followed by the partition key's bytes; the sort key is not
 * included. The bytes are a string's UTF-8, a binary's content, and for a number the form in which
 * it is stored:
 *
 * <ul>
 *   <li>zero is the byte 80;
 *   <li>a positive number 0.d1d2d3.. times 100^e is the byte e + c0 (hexadecimal), then one byte
 *       for each pair of digits, its value plus one;
 *   <li>a negative number has the first byte's complement, 101 minus each pair, and a byte 102 at
 *       the end if it has fewer than 20 pairs.
 * </ul>
 *
 * These bytes are in numeric order already, so that keys use them too.
 *
 * <p>A parallel scan divides the hash's first 12 bits: segment s of n begins at ceil(4096 s / n),
 * so that with more than 4096 segments some are empty. An index is scanned the same way, by the
 * hash of its own partition key. Entries with equal index keys come in the order of the hash of
 * {@code Outliers}, the base table's partition key and its sort key. (For an index partition key of
 * several attributes nothing is known; here the hash is that of their bytes in a row.)
 *
 * <h2>The keys</h2>
 *
 * <pre>
 *   table:  hash(8)  component(partition)     raw(sort)
 *   index:  hash(8)  component(partition) ..  component(sort) ..  tie(16)
 * </pre>
 *
 * A component is self-delimiting and compares like its value: a string's or binary's bytes with
 * each 00 written as 00 01, ended by 00 00, which is less than any continuation; a positive number
 * or zero ended by 00, which is less than any pair; a negative one ended by 102, which is greater.
 * A table's sort key is raw, since nothing follows. The {@link TieBreaker} decides the order of
 * index entries that a user can see, and makes them distinct.
 */
public final class KeyBuilder {

  private static final int HASH_LENGTH = 8;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final ThreadLocal<KeyBuilder> OF_THREAD = ThreadLocal.withInitial(KeyBuilder::new);

  private byte[] bytes = new byte[256];
  private int length;
  private final RawBytes raw = new RawBytes();

  /**
   * This thread's builder, cleared. A request builds several keys, one after the other; with a new
   * builder for each, buffers would be most of what it allocates.
   *
   * <p>Only operations, commits and reads take it here. All that they call, such as tables, indexes
   * and streams, is given the builder as a parameter; {@code ArchitectureTest} enforces this. There
   * is one builder for a thread, so nobody relies on the key in it across a call to others: each
   * begins with {@link #clear} and is done with the key when it returns.
   */
  public static KeyBuilder ofThread() {
    return OF_THREAD.get().clear();
  }

  /** Begins a new key. */
  public KeyBuilder clear() {
    length = 0;
    return this;
  }

  /** Appends the hash of a partition key, S, N or B, then its component. */
  public KeyBuilder partition(AttributeValue key) {
    return partition(key.array(), key.start());
  }

  /**
   * Appends the hash of a partition key, then its component; the value stands in canonical JSON.
   */
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

  /** Begins the hash of a partition key whose values follow by {@link #hashValue}. */
  public KeyBuilder beginHash() {
    raw.clear();
    return this;
  }

  /** Adds a value to the hash. */
  public KeyBuilder hashValue(byte[] json, int at) {
    raw.add(json, at);
    return this;
  }

  /** Appends the hash of the values added. */
  public KeyBuilder endHash() {
    appendHash();
    return this;
  }

  /** Appends a value, S, N or B, so that another value can follow. */
  public KeyBuilder component(AttributeValue value) {
    return component(value.array(), value.start());
  }

  /** Appends a value, S, N or B, so that another value can follow. */
  public KeyBuilder component(byte[] json, int at) {
    raw.clear();
    raw.add(json, at);
    return appendComponent(json[at + 2]);
  }

  /**
   * Appends a value, S, N or B, that ends the key: as it is. Appended to a table's partition, it is
   * also what all sort keys begin with that begin with this string or binary.
   */
  public KeyBuilder last(AttributeValue value) {
    return last(value.array(), value.start());
  }

  /** Appends a value, S, N or B, that ends the key. */
  public KeyBuilder last(byte[] json, int at) {
    raw.clear();
    raw.add(json, at);
    return append(raw.array(), RawBytes.START, raw.end());
  }

  /**
   * Appends a string or binary as a component without its end: the prefix of all that begin with
   * it.
   */
  public KeyBuilder componentPrefix(AttributeValue value) {
    return componentPrefix(value.array(), value.start());
  }

  /**
   * Appends a string or binary as a component without its end: the prefix of all that begin with
   * it.
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
   * The tie breaker of an item, which is the same for its entries in all indexes. The key so far is
   * kept.
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

  /** Appends bytes as they are. */
  public KeyBuilder append(byte[] source, int from, int to) {
    int added = to - from;
    reserve(added);
    System.arraycopy(source, from, bytes, length, added);
    length += added;
    return this;
  }

  /** Turns the key into the least key that is greater: appends a zero byte. */
  public KeyBuilder next() {
    reserve(1);
    bytes[length++] = 0;
    return this;
  }

  /**
   * Turns the key into the least key that is greater than all that begin with it.
   *
   * @return false if there is no such key, because every byte is ff; the key is empty then
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
   * Appends the hash at which a segment of a parallel scan begins, which is where the one before it
   * ends.
   *
   * @param segment from 0 to totalSegments, which is the end of the last
   * @return false, without appending anything, if it is beyond the last hash
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

  /** Whether the key built, which begins with a hash, lies in the segment of a parallel scan. */
  public boolean inSegment(int segment, int totalSegments) {
    int slice = (bytes[0] & 0xff) << 4 | (bytes[1] & 0xff) >>> 4;
    return slice >= slice(segment, totalSegments) && slice < slice(segment + 1, totalSegments);
  }

  /** The array that holds the key; building on changes it or replaces it by another. */
  public byte[] array() {
    return bytes;
  }

  /** Length of the key. */
  public int length() {
    return length;
  }

  /** Cuts the key to a length that it had before. */
  public KeyBuilder truncate(int shorterLength) {
    length = Math.min(length, shorterLength);
    return this;
  }

  /** A copy of the key. */
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

  /** Appends the value at hand so that another can follow. */
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
