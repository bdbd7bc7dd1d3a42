package dev.monotable.value;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One attribute value: an immutable slice of canonical JSON. */
public final class AttributeValue {

  private final byte[] json;
  private final int start;
  private final int end;
  private final @Nullable ValueFault fault;

  AttributeValue(byte[] json, int start, int end, @Nullable ValueFault fault) {
    this.json = json;
    this.start = start;
    this.end = end;
    this.fault = fault;
  }

  /** A view of the value at an offset of canonical bytes, which must never change. */
  public static AttributeValue at(byte[] json, int at) {
    throw new UnsupportedOperationException();
  }

  /** A string. */
  public static AttributeValue string(String value) {
    throw new UnsupportedOperationException();
  }

  /** A number in any notation that DynamoDB accepts; throws {@link InvalidValueException}. */
  public static AttributeValue number(String value) {
    throw new UnsupportedOperationException();
  }

  /** A number. */
  public static AttributeValue number(long value) {
    throw new UnsupportedOperationException();
  }

  /** A number. */
  public static AttributeValue number(DynamoNumber value) {
    throw new UnsupportedOperationException();
  }

  /** A binary. */
  public static AttributeValue binary(byte[] value) {
    throw new UnsupportedOperationException();
  }

  /** A boolean. */
  public static AttributeValue bool(boolean value) {
    throw new UnsupportedOperationException();
  }

  /** The null value. */
  public static AttributeValue nul() {
    throw new UnsupportedOperationException();
  }

  /** A list. */
  public static AttributeValue list(Collection<AttributeValue> elements) {
    throw new UnsupportedOperationException();
  }

  /** A list. */
  public static AttributeValue list(AttributeValue... elements) {
    throw new UnsupportedOperationException();
  }

  /** A map. */
  public static AttributeValue map(Map<String, AttributeValue> members) {
    throw new UnsupportedOperationException();
  }

  /** A set of strings. */
  public static AttributeValue stringSet(Collection<String> elements) {
    throw new UnsupportedOperationException();
  }

  /** A set of strings. */
  public static AttributeValue stringSet(String... elements) {
    throw new UnsupportedOperationException();
  }

  /** A set of numbers. */
  public static AttributeValue numberSet(Collection<DynamoNumber> elements) {
    throw new UnsupportedOperationException();
  }

  /** A set of numbers, each in any notation that DynamoDB accepts. */
  public static AttributeValue numberSet(String... elements) {
    throw new UnsupportedOperationException();
  }

  /** A set of binaries. */
  public static AttributeValue binarySet(Collection<byte[]> elements) {
    throw new UnsupportedOperationException();
  }

  /** A set of binaries. */
  public static AttributeValue binarySet(byte[]... elements) {
    throw new UnsupportedOperationException();
  }

  /** Reads DynamoDB JSON, canonical or not; throws {@link IllegalArgumentException}. */
  public static AttributeValue parse(String json) {
    throw new UnsupportedOperationException();
  }

  /** The data type. */
  public AttributeType type() {
    throw new UnsupportedOperationException();
  }

  /** The content of a string. */
  public String string() {
    throw new UnsupportedOperationException();
  }

  /** The content of a number. */
  public DynamoNumber number() {
    throw new UnsupportedOperationException();
  }

  /** The canonical text of a number. */
  public String numberText() {
    throw new UnsupportedOperationException();
  }

  /** The content of a binary, a new array. */
  public byte[] binary() {
    throw new UnsupportedOperationException();
  }

  /** The content of a boolean. */
  public boolean bool() {
    throw new UnsupportedOperationException();
  }

  /** The elements of a list. */
  public List<AttributeValue> list() {
    throw new UnsupportedOperationException();
  }

  /** The members of a map, in stored order. */
  public Map<String, AttributeValue> map() {
    throw new UnsupportedOperationException();
  }

  /** The elements of a string set, in stored order. */
  public List<String> stringSet() {
    throw new UnsupportedOperationException();
  }

  /** The elements of a number set, in stored order. */
  public List<DynamoNumber> numberSet() {
    throw new UnsupportedOperationException();
  }

  /** The elements of a binary set, in stored order. */
  public List<byte[]> binarySet() {
    throw new UnsupportedOperationException();
  }

  /** Bytes of this value in an item, by DynamoDB's rule; a name is not included. */
  public int size() {
    throw new UnsupportedOperationException();
  }

  /** What is wrong with the value that was sent, or null; the bytes of a faulty value mean nothing. */
  public @Nullable ValueFault fault() {
    return fault;
  }

  /** The array that holds the canonical bytes, from {@link #start} to {@link #end}; never modify it. */
  public byte[] array() {
    return json;
  }

  /** Offset of the value's opening brace. */
  public int start() {
    return start;
  }

  /** Offset after the value's closing brace. */
  public int end() {
    return end;
  }
}
