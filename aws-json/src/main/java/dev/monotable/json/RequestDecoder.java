package dev.monotable.json;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Wording;
import dev.monotable.schema.Constraints;
import dev.monotable.schema.FrozenMap;
import dev.monotable.schema.ListSchema;
import dev.monotable.schema.MapSchema;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.ShapeType;
import dev.monotable.schema.SimpleSchema;
import dev.monotable.schema.StructureSchema;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.CanonicalJson;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import dev.monotable.value.ValueFault;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decodes JSON into request records by their schemas. Reusable, for one thread.
 *
 * <p>It reads the text once and stops at the first member of a wrong type, as AWS does: the only
 * failure is a SerializationException. Unknown members are skipped, null counts as absent, and the
 * last of repeated members counts. Attribute values never become objects: the {@link ItemWriter}
 * converts their bytes into canonical form. An invalid value of the right JSON type, such as an
 * invalid number or an empty set, stays in the record as the fault of its item.
 */
final class RequestDecoder {
  private static final byte[][] TRUE = words("true", "t", "yes", "y", "1");
  private static final byte[][] FALSE = words("false", "f", "no", "n", "0");

  /** The maximum length of a number. Converting a number takes time quadratic in its length. */
  private static final int MAX_NUMBER_BYTES = 1_000;

  private static final ShapeSchema STRING = simple(ShapeType.STRING);
  private static final ShapeSchema BOOLEAN = simple(ShapeType.BOOLEAN);
  private static final ShapeSchema ATTRIBUTE_VALUE = simple(ShapeType.ATTRIBUTE_VALUE);
  private static final ShapeSchema ITEM = simple(ShapeType.ITEM);

  private final JsonReader in = new JsonReader();
  private final ItemWriter items = new ItemWriter();
  private final Symbols symbols = new Symbols();
  private final SerializationFaults faults;

  /** Whether the members of the next structure are checked strictly. */
  private boolean strict;

  /** Whether a value so far is unusual, as {@link ValueFault#unusual()} defines. */
  private boolean unusual;

  RequestDecoder(Wording wording) {
    this.faults = new SerializationFaults(wording);
  }

  private static ShapeSchema simple(ShapeType type) {
    return SimpleSchema.of(type, type.name(), Constraints.NONE);
  }

  /**
   * Decodes a request.
   *
   * @throws DynamoException a SerializationException
   */
  <T extends Record> T decode(StructureSchema<T> schema, byte[] body, int start, int end) {
    return decode(schema, body, start, end, false);
  }

  /**
   * Decodes a request.
   *
   * @param asStrict whether the deserializer of {@link StrictTypes} reads it
   * @throws DynamoException a SerializationException, or a ValidationException of a strict request
   *     without a required member
   */
  <T extends Record> T decode(
      StructureSchema<T> schema, byte[] body, int start, int end, boolean asStrict) {
    in.reset(body, start, end);
    strict = asStrict;
    int c = in.peek();
    if (c != '{') {
      in.skipValue();
      in.finish();
      throw c == '[' ? faults.collection(schema) : JsonReader.malformed();
    }
    unusual = false;
    T request = structure(schema);
    in.finish();
    return unusual ? decodeUnusual(schema, body, start, end) : request;
  }

  /** Decodes a request again and marks its faults, which may precede the value that is unusual. */
  private <T extends Record> T decodeUnusual(
      StructureSchema<T> schema, byte[] body, int start, int end) {
    in.reset(body, start, end);
    items.markUnusual(true);
    try {
      return structure(schema);
    } finally {
      items.markUnusual(false);
    }
  }

  /**
   * Checks that a text is JSON.
   *
   * @throws DynamoException a SerializationException, if it is not
   */
  void check(byte[] body, int start, int end) {
    in.reset(body, start, end);
    in.skipValue();
    in.finish();
  }

  private <T extends Record> T structure(StructureSchema<T> schema) {
    @Nullable Object[] values = new Object[schema.memberCount()];
    boolean strictly = strict;
    strict = false;
    boolean more = in.beginObject();
    while (more) {
      in.unescape();
      int index = schema.memberIndex(in.text(), in.from(), in.to());
      if (index < 0) {
        in.skipValue();
      } else {
        if (strictly) {
          StrictTypes.require(in, schema.member(index));
        }
        Object value = value(schema.member(index).schema(), true);
        if (value != null) {
          values[index] = value;
        }
      }
      more = in.nextMember();
    }
    if (strictly) {
      StrictTypes.requireAll(in, schema, values);
    }
    return schema.create(values);
  }

  /**
   * Decodes a value; null for null.
   *
   * @param field whether it is a member of a structure, rather than an element or the value of a
   *     map
   */
  private @Nullable Object value(ShapeSchema schema, boolean field) {
    int c = in.peek();
    if (c == 'n') {
      in.literal();
      return null;
    }
    return switch (schema.type()) {
      case STRING -> {
        if (c != '"') {
          throw wrongScalar(c, "String", schema);
        }
        in.string();
        yield symbols.string(in);
      }
      case BOOLEAN -> bool(c);
      case INTEGER ->
          (int)
              Math.max(Integer.MIN_VALUE, Math.min(whole(c, "Integer", schema), Integer.MAX_VALUE));
      case LONG -> whole(c, "Long", schema);
      case DOUBLE -> {
        number(c, "Double", schema);
        yield Double.parseDouble(in.asString());
      }
      case TIMESTAMP -> time(c, schema);
      case ATTRIBUTE_VALUE -> {
        requireObject(c, schema, field);
        items.beginValue();
        attributeValue(c);
        AttributeValue value = items.endValue();
        yield value;
      }
      case ITEM -> {
        requireObject(c, schema, field);
        yield item();
      }
      case LIST -> {
        requireList(c, field);
        yield list(((ListSchema) schema).element());
      }
      case MAP -> {
        requireObject(c, schema, field);
        yield map(((MapSchema) schema).value());
      }
      case STRUCTURE -> {
        requireObject(c, schema, field);
        yield structure((StructureSchema<?>) schema);
      }
    };
  }

  private List<@Nullable Object> list(ShapeSchema element) {
    List<@Nullable Object> elements = new ArrayList<>();
    boolean more = in.beginList();
    while (more) {
      elements.add(value(element, false));
      more = in.nextElement();
    }
    return elements;
  }

  private FrozenMap<@Nullable Object> map(ShapeSchema value) {
    FrozenMap.Builder<@Nullable Object> entries = new FrozenMap.Builder<>(4);
    boolean more = in.beginObject();
    while (more) {
      String key = symbols.string(in);
      entries.put(key, value(value, false));
      more = in.nextMember();
    }
    return entries.build();
  }

  private Item item() {
    items.beginItem();
    members();
    return items.endItem();
  }

  private void members() {
    boolean more = in.beginObject();
    while (more) {
      if (in.escaped()) {
        items.jsonName(in.text(), in.from(), in.to());
      } else {
        items.plainName(in.text(), in.from(), in.to());
      }
      attributeValue(in.peek());
      more = in.nextMember();
    }
  }

  private void attributeValue(int c) {
    if (c == 'n') {
      in.literal();
      items.emptyValue();
      return;
    }
    requireObject(c, ATTRIBUTE_VALUE, false);
    int seen = 0;
    boolean more;
    AttributeType scalar = scalarType(in.beginTyped());
    if (scalar != null) {
      seen = 1 << scalar.ordinal();
      typedValue(scalar, '"');
      more = in.nextMember();
    } else {
      more = in.beginObject();
    }
    while (more) {
      AttributeType type = attributeType();
      if (type == null) {
        in.skipValue();
      } else {
        int first = in.peek();
        if (first == 'n') {
          in.literal();
        } else {
          if (seen != 0) {
            items.discardValue();
          }
          seen |= 1 << type.ordinal();
          typedValue(type, first);
        }
      }
      more = in.nextMember();
    }
    if (seen == 0) {
      items.emptyValue();
    } else if ((seen & seen - 1) != 0) {
      unusual = true;
      items.severalTypes();
    }
  }

  /** Returns the data type with a name of one byte whose value is a JSON string, or null. */
  private static @Nullable AttributeType scalarType(int name) {
    return switch (name) {
      case 'S' -> AttributeType.S;
      case 'N' -> AttributeType.N;
      case 'B' -> AttributeType.B;
      default -> null;
    };
  }

  /** Returns the data type named by the last string, or null. */
  private @Nullable AttributeType attributeType() {
    in.unescape();
    return CanonicalJson.typeNamed(in.text(), in.from(), in.to());
  }

  private void typedValue(AttributeType type, int c) {
    switch (type) {
      case S -> {
        requireString(c);
        if (in.escaped()) {
          items.jsonString(in.text(), in.from(), in.to());
        } else {
          items.plainString(in.text(), in.from(), in.to());
        }
      }
      case N -> {
        requireString(c);
        in.unescape();
        items.number(in.text(), in.from(), in.to());
      }
      case B -> {
        base64(c);
        if (!items.base64(in.text(), in.from(), in.to())) {
          throw SerializationFaults.malformedBase64(in.text(), in.from(), in.to());
        }
      }
      case BOOL -> {
        unusual |= c == '"';
        items.bool(bool(c));
      }
      case NULL -> {
        unusual |= c == '"';
        items.nul(bool(c));
      }
      case SS, NS, BS -> set(type, c);
      case L -> {
        requireList(c, true);
        items.beginList();
        boolean more = in.beginList();
        while (more) {
          attributeValue(in.peek());
          more = in.nextElement();
        }
        items.endList();
      }
      case M -> {
        requireObject(c, ITEM, true);
        items.beginMap();
        members();
        items.endMap();
      }
    }
  }

  private void set(AttributeType type, int c) {
    requireList(c, true);
    items.beginSet(type);
    boolean more = in.beginList();
    while (more) {
      int first = in.peek();
      if (first == 'n') {
        in.literal();
        items.nullMember();
      } else if (type == AttributeType.SS) {
        requireString(first);
        items.jsonMember(in.text(), in.from(), in.to());
      } else if (type == AttributeType.NS) {
        requireString(first);
        in.unescape();
        items.member(in.text(), in.from(), in.to());
      } else {
        base64(first);
        if (!items.member(in.text(), in.from(), in.to())) {
          throw SerializationFaults.malformedBase64(in.text(), in.from(), in.to());
        }
      }
      more = in.nextElement();
    }
    items.endSet();
  }

  private void requireString(int c) {
    if (c != '"') {
      throw wrongScalar(c, "String", STRING);
    }
    in.string();
  }

  private void base64(int c) {
    if (c == '"') {
      in.string();
      in.unescape();
      return;
    }
    if (c == '[') {
      throw faults.collectionForBytes();
    }
    if (c == '{') {
      throw SerializationFaults.structure();
    }
    found(c);
    throw SerializationFaults.notBase64();
  }

  private boolean bool(int c) {
    if (c == 't' || c == 'f') {
      return in.literal() == 't';
    }
    if (c != '"') {
      throw wrongScalar(c, "Boolean", BOOLEAN);
    }
    in.string();
    if (isOneOf(TRUE)) {
      return true;
    }
    if (isOneOf(FALSE)) {
      return false;
    }
    throw SerializationFaults.notBoolean();
  }

  /** Returns whether the last string is one of some words, in any case. */
  private boolean isOneOf(byte[][] words) {
    for (byte[] word : words) {
      if (in.isIgnoringCase(word)) {
        return true;
      }
    }
    return false;
  }

  private static byte[][] words(String... words) {
    byte[][] bytes = new byte[words.length][];
    for (int i = 0; i < words.length; i++) {
      bytes[i] = words[i].getBytes(StandardCharsets.US_ASCII);
    }
    return bytes;
  }

  private void number(int c, String wanted, ShapeSchema schema) {
    if (c != '-' && (c < '0' || c > '9')) {
      throw wrongScalar(c, wanted, schema);
    }
    in.number();
    if (in.to() - in.from() > MAX_NUMBER_BYTES) {
      throw JsonReader.malformed();
    }
  }

  /**
   * Decodes a whole number. A fraction is cut off, and a number out of range becomes the nearest in
   * the range (nubo-db/dynoxide 3.2.0 {@code tests/scan_member_stages.rs}, eu-west-2).
   */
  private long whole(int c, String wanted, ShapeSchema schema) {
    number(c, wanted, schema);
    if (in.decimal() || in.to() - in.from() > 18) {
      BigDecimal number = exact();
      return number.compareTo(BigDecimal.valueOf(Long.MIN_VALUE)) < 0
          ? Long.MIN_VALUE
          : number.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
              ? Long.MAX_VALUE
              : number.longValue();
    }
    byte[] text = in.text();
    int at = in.from();
    boolean negative = text[at] == '-';
    if (negative) {
      at++;
    }
    long value = 0;
    for (; at < in.to(); at++) {
      value = value * 10 + (text[at] - '0');
    }
    return negative ? -value : value;
  }

  private BigDecimal exact() {
    try {
      return new BigDecimal(in.asString());
    } catch (NumberFormatException e) { // an exponent beyond 32 bits
      throw JsonReader.malformed();
    }
  }

  private Instant time(int c, ShapeSchema schema) {
    number(c, "Date", schema);
    BigDecimal seconds = exact();
    // Checks the magnitude first: a number like 1E999999999 must not be expanded.
    if (seconds.precision() - (long) seconds.scale() > 15 || seconds.scale() > MAX_NUMBER_BYTES) {
      throw JsonReader.malformed();
    }
    BigDecimal millis = seconds.movePointRight(3).setScale(0, RoundingMode.DOWN);
    return Instant.ofEpochMilli(millis.longValue());
  }

  private void requireList(int c, boolean field) {
    if (c == '[') {
      return;
    }
    if (c == '{') {
      throw SerializationFaults.structure();
    }
    found(c);
    throw field ? SerializationFaults.field() : faults.nestedCollection();
  }

  private void requireObject(int c, ShapeSchema schema, boolean field) {
    if (c == '{') {
      return;
    }
    if (c == '[') {
      throw faults.collection(schema);
    }
    found(c);
    if (field) {
      throw SerializationFaults.field();
    }
    ShapeType type = schema.type();
    throw type == ShapeType.MAP || type == ShapeType.ITEM
        ? faults.nestedCollection()
        : SerializationFaults.element();
  }

  private DynamoException wrongScalar(int c, String wanted, ShapeSchema schema) {
    if (c == '{') {
      return SerializationFaults.structure();
    }
    if (c == '[') {
      return faults.collection(schema);
    }
    return SerializationFaults.scalar(found(c), wanted);
  }

  /** Reads an unexpected string, number or boolean and returns AWS's name for it. */
  private String found(int c) {
    switch (c) {
      case '"':
        in.string();
        return "STRING_VALUE";
      case 't', 'f':
        return in.literal() == 't' ? "TRUE_VALUE" : "FALSE_VALUE";
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
        in.number();
        return in.decimal() ? "DECIMAL_VALUE" : "NUMBER_VALUE";
      default:
        throw JsonReader.malformed();
    }
  }
}
