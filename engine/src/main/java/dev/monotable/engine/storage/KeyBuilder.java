package dev.monotable.engine.storage;

import dev.monotable.value.AttributeValue;

/** Builds order-preserving keys of trees. Reusable; not thread-safe. */
public final class KeyBuilder {

  private byte[] bytes = new byte[256];
  private int length;

  /** Begins a new key. */
  public KeyBuilder clear() {
    length = 0;
    return this;
  }

  /** Appends the hash of a partition key, then its component. */
  public KeyBuilder partition(AttributeValue key) {
    return partition(key.array(), key.start());
  }

  /** Appends the hash of a partition key, then its component. The value stands in canonical JSON. */
  public KeyBuilder partition(byte[] json, int at) {
    throw new UnsupportedOperationException();
  }

  /** Appends the hash of a partition key of several attributes, then the component of each. */
  public KeyBuilder partition(AttributeValue[] keys, int count) {
    throw new UnsupportedOperationException();
  }

  /** Appends a value, S, N or B, so that another component can follow. */
  public KeyBuilder component(AttributeValue value) {
    return component(value.array(), value.start());
  }

  /** Appends a value, S, N or B, so that another component can follow. */
  public KeyBuilder component(byte[] json, int at) {
    throw new UnsupportedOperationException();
  }

  /** Appends a value, S, N or B, that ends the key (or the part that is compared): unescaped, unended. */
  public KeyBuilder last(AttributeValue value) {
    return last(value.array(), value.start());
  }

  /** Appends a value, S, N or B, that ends the key. */
  public KeyBuilder last(byte[] json, int at) {
    throw new UnsupportedOperationException();
  }

  /** Appends a value, S or B, as a component without its end: what all components that begin with it begin with. */
  public KeyBuilder componentPrefix(AttributeValue value) {
    throw new UnsupportedOperationException();
  }

  /**
   * Appends what orders index entries of equal index keys: a hash of the base table's partition and
   * sort key, where there is one.
   */
  public KeyBuilder tie(byte[] partitionJson, int partitionAt, byte[] sortJson, int sortAt) {
    throw new UnsupportedOperationException();
  }

  /** Appends bytes as they are. */
  public KeyBuilder append(byte[] source, int from, int to) {
    throw new UnsupportedOperationException();
  }

  /** Turns the key into the least key that is greater: appends a zero byte. */
  public KeyBuilder next() {
    throw new UnsupportedOperationException();
  }

  /**
   * Turns the key into the least key greater than all that begin with it.
   *
   * @return false, and an empty key, if there is none: the key was empty or all 0xff
   */
  public boolean nextPrefix() {
    throw new UnsupportedOperationException();
  }

  /** Turns the key into the first of a segment of a parallel scan. */
  public KeyBuilder segmentStart(int segment, int totalSegments) {
    throw new UnsupportedOperationException();
  }

  /** The array that holds the key; it changes when the key does, and another may replace it. */
  public byte[] array() {
    return bytes;
  }

  /** Length of the key. */
  public int length() {
    return length;
  }

  /** A copy of the key. */
  public byte[] toBytes() {
    return java.util.Arrays.copyOf(bytes, length);
  }
}
