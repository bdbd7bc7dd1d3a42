package dev.monotable.value;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An immutable map of attributes: canonical DynamoDB JSON and its size in DynamoDB's bytes. */
public final class Item {

  /** The item without attributes. */
  public static final Item EMPTY = new Item(new byte[] {'{', '}'}, 0, null);

  private final byte[] json;
  private final int size;
  private final @Nullable ValueFault fault;

  Item(byte[] json, int size, @Nullable ValueFault fault) {
    this.json = json;
    this.size = size;
    this.fault = fault;
  }

  /** The item of the given attributes, in the map's order. */
  public static Item of(Map<String, AttributeValue> attributes) {
    throw new UnsupportedOperationException();
  }

  /**
   * The item of names and values in turn. A value is an {@link AttributeValue}, a String, an Integer,
   * a Long, a {@link DynamoNumber}, a Boolean or a byte[].
   */
  public static Item of(Object... namesAndValues) {
    throw new UnsupportedOperationException();
  }

  /**
   * Reads DynamoDB JSON, canonical or not; throws {@link IllegalArgumentException} if it is not JSON
   * of this form. Invalid values become {@link #fault}.
   */
  public static Item parse(String json) {
    throw new UnsupportedOperationException();
  }

  /** Sum over the attributes of the name's UTF-8 bytes and the value's bytes, by DynamoDB's rule. */
  public int size() {
    return size;
  }

  /** Whether there is no attribute. */
  public boolean isEmpty() {
    return json.length == 2;
  }

  /** How many attributes there are; walks the item. */
  public int attributeCount() {
    throw new UnsupportedOperationException();
  }

  /** Whether there is an attribute of this name. */
  public boolean contains(String name) {
    throw new UnsupportedOperationException();
  }

  /** The attribute of this name, or null. */
  public @Nullable AttributeValue find(String name) {
    throw new UnsupportedOperationException();
  }

  /** The attribute whose {@link CanonicalJson#quote quoted name} this is, or null. */
  public @Nullable AttributeValue find(byte[] quotedName) {
    throw new UnsupportedOperationException();
  }

  /** Offset in {@link #json} of the attribute's value, or -1; allocates nothing. */
  public int offsetOf(byte[] quotedName) {
    return CanonicalJson.find(json, 0, quotedName);
  }

  /** The attributes in stored order. */
  public Map<String, AttributeValue> toMap() {
    throw new UnsupportedOperationException();
  }

  /** Bytes of the canonical JSON. */
  public int jsonLength() {
    return json.length;
  }

  /** Copies the canonical JSON into target at an offset and returns the offset after it. */
  public int copyJson(byte[] target, int at) {
    System.arraycopy(json, 0, target, at, json.length);
    return at + json.length;
  }

  /** The canonical JSON itself; never modify it. */
  public byte[] json() {
    return json;
  }

  /** The first fault among the values that were sent, or null; the bytes of a faulty item mean nothing. */
  public @Nullable ValueFault fault() {
    return fault;
  }
}
