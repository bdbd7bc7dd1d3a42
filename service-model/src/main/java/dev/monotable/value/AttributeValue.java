package dev.monotable.value;

import dev.monotable.api.Experimental;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An attribute value: an immutable slice of {@link CanonicalJson canonical JSON}.
 *
 * <p>Two values are equal if DynamoDB considers them equal: they have the same type, numbers are
 * compared by value, and sets and maps ignore order. The accessors decode the content; they throw
 * {@link IllegalStateException} if the value has another type.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_AttributeValue.html">AttributeValue</a>
 */
public final class AttributeValue {

  private static final AttributeValue TRUE = literal("{\"BOOL\":true}");
  private static final AttributeValue FALSE = literal("{\"BOOL\":false}");
  private static final AttributeValue NULL = literal("{\"NULL\":true}");

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

  private static AttributeValue literal(String json) {
    byte[] bytes = Bytes.ascii(json);
    return new AttributeValue(bytes, 0, bytes.length, null);
  }

  /** Creates a view of the value at an offset of canonical bytes, which must never change. */
  public static AttributeValue at(byte[] json, int at) {
    return new AttributeValue(json, at, CanonicalJson.end(json, at), null);
  }

  /** Creates a string. A lone surrogate becomes U+FFFD. */
  public static AttributeValue string(String value) {
    ItemWriter writer = begin();
    writer.string(value);
    return end(writer);
  }

  /**
   * Creates a number in any notation that DynamoDB accepts; throws {@link InvalidValueException}.
   */
  public static AttributeValue number(String value) {
    ItemWriter writer = begin();
    writer.number(value);
    return end(writer);
  }

  /** Creates a number. */
  public static AttributeValue number(long value) {
    ItemWriter writer = begin();
    writer.number(value);
    return end(writer);
  }

  /** Creates a number. */
  public static AttributeValue number(DynamoNumber value) {
    ItemWriter writer = begin();
    writer.number(value);
    return end(writer);
  }

  /** Creates a binary. */
  public static AttributeValue binary(byte[] value) {
    ItemWriter writer = begin();
    writer.binary(value, 0, value.length);
    return end(writer);
  }

  /** Creates a boolean. */
  public static AttributeValue bool(boolean value) {
    return value ? TRUE : FALSE;
  }

  /** Creates the null value. */
  public static AttributeValue nul() {
    return NULL;
  }

  /** Creates a list; throws {@link InvalidValueException} if it is nested too deep. */
  public static AttributeValue list(Collection<AttributeValue> elements) {
    ItemWriter writer = begin();
    writer.beginList();
    for (AttributeValue element : elements) {
      writer.copy(element);
    }
    writer.endList();
    return end(writer);
  }

  /** Creates a list; throws {@link InvalidValueException} if it is nested too deep. */
  public static AttributeValue list(AttributeValue... elements) {
    return list(Arrays.asList(elements));
  }

  /**
   * Creates a map; throws {@link InvalidValueException} if it is nested too deep or a name is
   * empty.
   */
  public static AttributeValue map(Map<String, AttributeValue> members) {
    ItemWriter writer = begin();
    writer.beginMap();
    for (Map.Entry<String, AttributeValue> member : members.entrySet()) {
      writer.name(member.getKey());
      writer.copy(member.getValue());
    }
    writer.endMap();
    return end(writer);
  }

  /**
   * Creates a set of strings; throws {@link InvalidValueException} if it is empty or two are equal.
   */
  public static AttributeValue stringSet(Collection<String> elements) {
    ItemWriter writer = begin();
    writer.beginSet(AttributeType.SS);
    for (String element : elements) {
      byte[] utf8 = Bytes.utf8(element);
      writer.member(utf8, 0, utf8.length);
    }
    writer.endSet();
    return end(writer);
  }

  /**
   * Creates a set of strings; throws {@link InvalidValueException} if it is empty or two are equal.
   */
  public static AttributeValue stringSet(String... elements) {
    return stringSet(Arrays.asList(elements));
  }

  /**
   * Creates a set of numbers; throws {@link InvalidValueException} if it is empty or two are equal.
   */
  public static AttributeValue numberSet(Collection<DynamoNumber> elements) {
    ItemWriter writer = begin();
    writer.beginSet(AttributeType.NS);
    for (DynamoNumber element : elements) {
      writer.member(element.text(), 0, element.text().length);
    }
    writer.endSet();
    return end(writer);
  }

  /**
   * Creates a set of numbers in any notation that DynamoDB accepts; throws {@link
   * InvalidValueException} if it is empty, two are equal, or one is not a number.
   */
  public static AttributeValue numberSet(String... elements) {
    List<DynamoNumber> numbers = new ArrayList<>(elements.length);
    for (String element : elements) {
      numbers.add(DynamoNumber.parse(element));
    }
    return numberSet(numbers);
  }

  /**
   * Creates a set of binaries; throws {@link InvalidValueException} if it is empty or two are
   * equal.
   */
  public static AttributeValue binarySet(Collection<byte[]> elements) {
    ItemWriter writer = begin();
    writer.beginSet(AttributeType.BS);
    for (byte[] element : elements) {
      writer.binaryMember(element, 0, element.length);
    }
    writer.endSet();
    return end(writer);
  }

  /**
   * Creates a set of binaries; throws {@link InvalidValueException} if it is empty or two are
   * equal.
   */
  public static AttributeValue binarySet(byte[]... elements) {
    return binarySet(Arrays.asList(elements));
  }

  /**
   * Reads DynamoDB JSON, canonical or not; throws {@link IllegalArgumentException} if it is not
   * JSON of this form. An invalid value gets a {@link #fault}.
   */
  public static AttributeValue parse(String json) {
    return new DynamoJsonParser(json).value();
  }

  private static ItemWriter begin() {
    ItemWriter writer = new ItemWriter();
    writer.beginValue();
    return writer;
  }

  private static AttributeValue end(ItemWriter writer) {
    ValueFault fault = writer.fault();
    if (fault != null) {
      throw new InvalidValueException(fault);
    }
    return writer.endValue();
  }

  /** Returns the data type. */
  public AttributeType type() {
    return CanonicalJson.type(json, start);
  }

  /** Returns the content of a string. */
  public String string() {
    require(AttributeType.S);
    return CanonicalJson.decode(json, start + 6, end - 2);
  }

  /** Returns the content of a string, cut to what a message repeats. */
  public String stringEcho() {
    require(AttributeType.S);
    return CanonicalJson.echo(json, start + 6, end - 2);
  }

  /** Returns the content of a number. */
  public DynamoNumber number() {
    require(AttributeType.N);
    return new DynamoNumber(Arrays.copyOfRange(json, start + 6, end - 2));
  }

  /** Returns the canonical text of a number. */
  public String numberText() {
    return number().toString();
  }

  /** Returns the content of a binary, a new array. */
  public byte[] binary() {
    require(AttributeType.B);
    return decodeBinary(start + 6, end - 2);
  }

  /** Returns the content of a binary in base64, cut to what a message repeats. */
  public String base64Echo() {
    require(AttributeType.B);
    return CanonicalJson.echo(json, start + 6, end - 2);
  }

  /** Returns the content of a boolean. */
  public boolean bool() {
    require(AttributeType.BOOL);
    return CanonicalJson.bool(json, start);
  }

  /** Returns the elements of a list. */
  public List<AttributeValue> list() {
    require(AttributeType.L);
    List<AttributeValue> elements = new ArrayList<>();
    for (int e = firstElement(); e >= 0; e = CanonicalJson.nextElement(json, e)) {
      elements.add(at(json, e));
    }
    return Collections.unmodifiableList(elements);
  }

  /** Returns the members of a map, in stored order. */
  public Map<String, AttributeValue> map() {
    require(AttributeType.M);
    return Collections.unmodifiableMap(
        CanonicalJson.members(json, CanonicalJson.mapOf(json, start)));
  }

  /** Returns the elements of a string set, in stored order. */
  public List<String> stringSet() {
    require(AttributeType.SS);
    List<String> elements = new ArrayList<>();
    for (int e = firstElement(); e >= 0; e = CanonicalJson.nextElement(json, e)) {
      elements.add(CanonicalJson.decode(json, e + 1, Bytes.closingQuote(json, e + 1)));
    }
    return Collections.unmodifiableList(elements);
  }

  /** Returns the elements of a number set, in stored order. */
  public List<DynamoNumber> numberSet() {
    require(AttributeType.NS);
    List<DynamoNumber> elements = new ArrayList<>();
    for (int e = firstElement(); e >= 0; e = CanonicalJson.nextElement(json, e)) {
      int to = Bytes.closingQuote(json, e + 1);
      elements.add(new DynamoNumber(Arrays.copyOfRange(json, e + 1, to)));
    }
    return Collections.unmodifiableList(elements);
  }

  /** Returns the elements of a binary set, in stored order, as new arrays. */
  public List<byte[]> binarySet() {
    require(AttributeType.BS);
    List<byte[]> elements = new ArrayList<>();
    for (int e = firstElement(); e >= 0; e = CanonicalJson.nextElement(json, e)) {
      elements.add(decodeBinary(e + 1, Bytes.closingQuote(json, e + 1)));
    }
    return Collections.unmodifiableList(elements);
  }

  private int firstElement() {
    return CanonicalJson.firstElement(json, start);
  }

  private byte[] decodeBinary(int from, int to) {
    byte[] bytes = new byte[Bytes.base64Length(json, from, to)];
    Bytes.decodeBase64(json, from, to, bytes, 0);
    return bytes;
  }

  private void require(AttributeType type) {
    if (type() != type) {
      throw new IllegalStateException("The value is of type " + type() + ", not " + type);
    }
  }

  /**
   * Returns the size of this value in an item, in bytes by DynamoDB's rule, without the attribute
   * name.
   */
  public int size() {
    return CanonicalSize.of(json, start);
  }

  /**
   * Returns the fault of an invalid value, or null. The bytes of an invalid value are unspecified.
   */
  @Experimental
  public @Nullable ValueFault fault() {
    return fault;
  }

  /**
   * Returns the array that holds the canonical bytes, from {@link #start} to {@link #end}; never
   * modify it.
   */
  public byte[] array() {
    return json;
  }

  /** Returns the offset of the value's opening brace. */
  public int start() {
    return start;
  }

  /** Returns the offset after the value's closing brace. */
  public int end() {
    return end;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AttributeValue that
        && CanonicalComparison.equal(json, start, that.json, that.start);
  }

  @Override
  public int hashCode() {
    return CanonicalComparison.hash(json, start);
  }

  /** Returns the canonical JSON, cut to what a message repeats. */
  public String echo() {
    return CanonicalJson.jsonEcho(json, start, end);
  }

  /** Returns the canonical JSON. */
  @Override
  public String toString() {
    return new String(json, start, end - start, StandardCharsets.UTF_8);
  }
}
