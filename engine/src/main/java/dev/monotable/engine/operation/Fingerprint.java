package dev.monotable.engine.operation;

import dev.monotable.schema.Structure;
import dev.monotable.schema.StructureSchema;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.CanonicalJson;
import dev.monotable.value.Item;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A 128-bit hash of what a request does, which shows whether another request does the same. The
 * order of lists counts. The order of the members of items, of maps and of name tables does not:
 * some SDKs write maps in a random order, and repeat a request in another one.
 *
 * <p>Two lanes each multiply and rotate eight bytes at a time, straight from the canonical bytes of
 * items. The members of a map are hashed one by one, and their hashes added. Every SDK sends a
 * token with every transaction, and a cryptographic digest of the printed request took longer than
 * the transaction. The hash need not be cryptographic, because a collision gains nothing in their
 * own database.
 */
public final class Fingerprint {
  /** The number of bytes of a hash. */
  public static final int BYTES = 2 * Long.BYTES;

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long FIRST = 0x87C37B91114253D5L;
  private static final long SECOND = 0x4CF5AD432745937FL;

  private long one = FIRST;
  private long two = SECOND;

  /** Adds every member of a structure, nested ones included. */
  public Fingerprint add(Structure structure) {
    add(structure.schema(), structure);
    return this;
  }

  @SuppressWarnings("unchecked") // a structure's schema has the class of the structure
  private <T extends Record> void add(StructureSchema<T> schema, Structure structure) {
    T members = (T) structure;
    for (int i = 0; i < schema.memberCount(); i++) {
      addValue(schema.value(members, i));
    }
  }

  private void addValue(@Nullable Object value) {
    if (value == null) {
      mix(-1);
    } else if (value instanceof String text) {
      add(text);
    } else if (value instanceof Item item) {
      addMembers(item.json(), 0);
    } else if (value instanceof AttributeValue attribute) {
      addValue(attribute.array(), attribute.start());
    } else if (value instanceof Structure structure) {
      add(structure);
    } else if (value instanceof List<?> list) {
      add(list);
    } else if (value instanceof Map<?, ?> map) {
      addMap(map);
    } else {
      add(value.toString());
    }
  }

  /** Adds the elements of a list in their order. */
  public Fingerprint add(List<?> list) {
    mix(list.size());
    for (Object element : list) {
      addValue(element);
    }
    return this;
  }

  private void addMap(Map<?, ?> map) {
    long outerOne = one;
    long outerTwo = two;
    long sumOne = 0;
    long sumTwo = 0;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      begin();
      addValue(entry.getKey());
      addValue(entry.getValue());
      sumOne += spread(one);
      sumTwo += spread(two);
    }
    one = outerOne;
    two = outerTwo;
    mix(map.size());
    mix(sumOne);
    mix(sumTwo);
  }

  /** Adds the members of an item or a map, addressed by its opening brace. */
  private void addMembers(byte[] json, int mapAt) {
    long outerOne = one;
    long outerTwo = two;
    long sumOne = 0;
    long sumTwo = 0;
    int count = 0;
    int member = CanonicalJson.firstMember(json, mapAt);
    while (member >= 0) {
      int nameEnd = CanonicalJson.nameEnd(json, member);
      begin();
      addBytes(json, member, nameEnd);
      addValue(json, nameEnd + 1);
      sumOne += spread(one);
      sumTwo += spread(two);
      count++;
      member = CanonicalJson.nextMember(json, member);
    }
    one = outerOne;
    two = outerTwo;
    mix(count);
    mix(sumOne);
    mix(sumTwo);
  }

  /** Adds a value in canonical form; equal sets and numbers have the same bytes. */
  private void addValue(byte[] json, int at) {
    AttributeType type = CanonicalJson.type(json, at);
    if (type == AttributeType.M) {
      mix(type.ordinal());
      addMembers(json, CanonicalJson.mapOf(json, at));
    } else if (type == AttributeType.L) {
      mix(type.ordinal());
      int elements = 0;
      int element = CanonicalJson.firstElement(json, at);
      while (element >= 0) {
        addValue(json, element);
        elements++;
        element = CanonicalJson.nextElement(json, element);
      }
      mix(elements);
    } else {
      addBytes(json, at, CanonicalJson.end(json, at));
    }
  }

  /** Adds a text. */
  public Fingerprint add(String text) {
    int length = text.length();
    mix(length);
    for (int i = 0; i < length; i++) {
      mix(text.charAt(i));
    }
    return this;
  }

  private void addBytes(byte[] bytes, int from, int to) {
    mix(to - from);
    int at = from;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      mix((long) WORD.get(bytes, at));
    }
    for (; at < to; at++) {
      mix(bytes[at]);
    }
  }

  private void begin() {
    one = FIRST;
    two = SECOND;
  }

  private void mix(long word) {
    one = (Long.rotateLeft(one, 27) ^ word) * FIRST;
    two = (Long.rotateLeft(two, 31) + word) * SECOND;
  }

  /** Spreads every bit over all others, so that sums of hashes of members do not cancel out. */
  private static long spread(long lane) {
    long bits = (lane ^ lane >>> 33) * 0xFF51AFD7ED558CCDL;
    bits = (bits ^ bits >>> 33) * 0xC4CEB9FE1A85EC53L;
    return bits ^ bits >>> 33;
  }

  /** Returns the hash, 16 bytes. */
  public byte[] toBytes() {
    return ByteBuffer.allocate(BYTES)
        .putLong(one ^ one >>> 29 ^ two)
        .putLong(two ^ two >>> 32)
        .array();
  }
}
