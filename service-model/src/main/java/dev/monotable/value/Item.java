package dev.monotable.value;

import dev.monotable.api.Experimental;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An item: an immutable map of attributes as {@link CanonicalJson canonical JSON} bytes, with its
 * size in DynamoDB's bytes. Two items are equal if their attributes are equal, in any order.
 *
 * <p>An item takes 24 bytes of heap in addition to its bytes, and 8 more if it has {@link
 * #numberScales()}.
 */
public sealed class Item {

  /** An item without attributes. */
  public static final Item EMPTY = new Item(new byte[] {'{', '}'}, 0, null);

  private final byte[] json;
  private final int size;
  private final @Nullable ValueFault fault;

  Item(byte[] json, int size, @Nullable ValueFault fault) {
    this.json = json;
    this.size = size;
    this.fault = fault;
  }

  static Item of(byte[] json, int size, @Nullable ValueFault fault, int numberScales) {
    return numberScales == 0
        ? new Item(json, size, fault)
        : new Scaled(json, size, fault, numberScales);
  }

  /**
   * Returns a valid item from what its {@link #json()}, {@link #size()} and {@link #numberScales()}
   * returned before, unchecked.
   *
   * @param json never to be modified afterwards
   */
  public static Item stored(byte[] json, int size, int numberScales) {
    return of(json, size, null, numberScales);
  }

  /** An item with numbers that were sent in another scale. */
  private static final class Scaled extends Item {
    private final int numberScales;

    Scaled(byte[] json, int size, @Nullable ValueFault fault, int numberScales) {
      super(json, size, fault);
      this.numberScales = numberScales;
    }

    @Override
    public int numberScales() {
      return numberScales;
    }
  }

  /** Creates an item with attributes in the map's order; throws {@link InvalidValueException}. */
  public static Item of(Map<String, AttributeValue> attributes) {
    ItemWriter writer = new ItemWriter();
    writer.beginItem();
    for (Map.Entry<String, AttributeValue> attribute : attributes.entrySet()) {
      writer.name(attribute.getKey());
      writer.copy(attribute.getValue());
    }
    return end(writer);
  }

  /**
   * Creates an item from alternating names and values. A value is an {@link AttributeValue}, a
   * String, an Integer, a Long, a {@link DynamoNumber}, a Boolean or a byte[]. Throws {@link
   * IllegalArgumentException} for anything else, and {@link InvalidValueException}.
   */
  public static Item of(Object... namesAndValues) {
    if (namesAndValues.length % 2 != 0) {
      throw new IllegalArgumentException("A name without a value");
    }
    ItemWriter writer = new ItemWriter();
    writer.beginItem();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      if (!(namesAndValues[i] instanceof String name)) {
        throw new IllegalArgumentException("Not a name: " + namesAndValues[i]);
      }
      writer.name(name);
      write(writer, namesAndValues[i + 1]);
    }
    return end(writer);
  }

  private static void write(ItemWriter writer, Object value) {
    if (value instanceof AttributeValue attributeValue) {
      writer.copy(attributeValue);
    } else if (value instanceof String string) {
      writer.string(string);
    } else if (value instanceof Integer integer) {
      writer.number(integer);
    } else if (value instanceof Long integer) {
      writer.number(integer);
    } else if (value instanceof DynamoNumber number) {
      writer.number(number);
    } else if (value instanceof Boolean bool) {
      writer.bool(bool);
    } else if (value instanceof byte[] bytes) {
      writer.binary(bytes, 0, bytes.length);
    } else {
      throw new IllegalArgumentException("Not a value: " + value);
    }
  }

  private static Item end(ItemWriter writer) {
    ValueFault fault = writer.fault();
    if (fault != null) {
      throw new InvalidValueException(fault);
    }
    return writer.endItem();
  }

  /**
   * Reads DynamoDB JSON, canonical or not; throws {@link IllegalArgumentException} if it is not
   * JSON of this form. An invalid value sets the {@link #fault}.
   */
  public static Item parse(String json) {
    return new DynamoJsonParser(json).item();
  }

  /**
   * Returns the size in bytes by DynamoDB's rule: the UTF-8 bytes of all names and the sizes of all
   * values.
   */
  public int size() {
    return size;
  }

  /** Returns whether the item has no attributes. */
  public boolean isEmpty() {
    return json.length == 2;
  }

  /** Returns the number of attributes; walks the item. */
  public int attributeCount() {
    return CanonicalJson.memberCount(json, 0);
  }

  /** Returns whether the item has an attribute. */
  public boolean contains(String name) {
    return offsetOf(QuotedNames.of(name)) >= 0;
  }

  /** Returns the value of an attribute, or null if it is absent. */
  public @Nullable AttributeValue find(String name) {
    return find(QuotedNames.of(name));
  }

  /** Returns the value of an attribute by its {@link CanonicalJson#quote quoted name}, or null. */
  public @Nullable AttributeValue find(byte[] quotedName) {
    int at = offsetOf(quotedName);
    return at < 0 ? null : AttributeValue.at(json, at);
  }

  /** Returns the offset in {@link #json} of the attribute's value, or -1; allocates nothing. */
  public int offsetOf(byte[] quotedName) {
    return CanonicalJson.find(json, 0, quotedName);
  }

  /** Returns the attributes in stored order. */
  public Map<String, AttributeValue> toMap() {
    return Collections.unmodifiableMap(CanonicalJson.members(json, 0));
  }

  /** Gives each attribute to a consumer, in stored order, without a map of them. */
  public void forEach(BiConsumer<String, AttributeValue> consumer) {
    for (int m = CanonicalJson.firstMember(json, 0);
        m >= 0;
        m = CanonicalJson.nextMember(json, m)) {
      consumer.accept(
          CanonicalJson.nameOf(json, m), AttributeValue.at(json, CanonicalJson.valueOf(json, m)));
    }
  }

  /** Returns the length of the canonical JSON in bytes. */
  public int jsonLength() {
    return json.length;
  }

  /** Copies the canonical JSON into target at an offset and returns the offset after it. */
  public int copyJson(byte[] target, int at) {
    System.arraycopy(json, 0, target, at, json.length);
    return at + json.length;
  }

  /** Returns the canonical JSON itself; never modify it. */
  public byte[] json() {
    return json;
  }

  /**
   * Returns the first fault that DynamoDB would report, or null if all values are valid. The bytes
   * of an invalid item are unspecified, except that an item whose only fault is its nesting is
   * complete.
   */
  @Experimental
  public @Nullable ValueFault fault() {
    return fault;
  }

  /**
   * Returns a hash of the scales in which numbers were sent, such as {@code 1000} and {@code 1e3},
   * or {@code 1} and {@code 1.0}; 0 if all have the scale of their canonical text. The scale is not
   * a part of a number, so equal items can have different hashes.
   */
  public int numberScales() {
    return 0;
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof Item that
        && size == that.size
        && json.length == that.json.length
        && (Arrays.equals(json, that.json)
            || CanonicalComparison.equalMembers(json, 0, that.json, 0));
  }

  @Override
  public final int hashCode() {
    return CanonicalComparison.hashMembers(json, 0);
  }

  /** Returns the canonical JSON, cut to what a message repeats. */
  public String echo() {
    return CanonicalJson.jsonEcho(json, 0, json.length);
  }

  /** Returns the canonical JSON. */
  @Override
  public String toString() {
    return new String(json, StandardCharsets.UTF_8);
  }
}
