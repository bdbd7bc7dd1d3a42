package dev.monotable.benchmark.stored;

import dev.monotable.value.AttributeType;
import dev.monotable.value.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compact bytes. A name is a two-byte number from a dictionary, which each table could have.
 * Strings are UTF-8, numbers are a scale and eight bytes. Strings, lists and maps are prefixed with
 * their length, so that an attribute can be skipped in one step.
 *
 * <pre>
 *   item   member*
 *   member name(2) value
 *   value  'S' length(2) bytes | 'N' scale(1) unscaled(8) | 'L' length(2) value* | 'M' length(2) member*
 * </pre>
 */
final class BinaryForm implements StoredForm<byte[]> {
  private static final int MAX_BYTES = 1 << 16;
  private static final int NUMBER_BYTES = 10;
  private static final byte[] MESSAGE = "Message".getBytes(StandardCharsets.US_ASCII);
  private static final long LIMIT = 1_000_000;

  /** The start of a member as JSON, such as {@code "PK":}, for each number of a name. */
  private final List<byte[]> names = new ArrayList<>();

  private final Map<String, Integer> numbers = new HashMap<>();
  private final byte[] buffer = new byte[MAX_BYTES];
  private final int pk = number("PK");
  private final int type = number("type");
  private final int edits = number("edits");

  private int number(String name) {
    Integer known = numbers.get(name);
    if (known != null) {
      return known;
    }
    names.add(
        (new String(CanonicalJson.quote(name), StandardCharsets.UTF_8) + ":")
            .getBytes(StandardCharsets.UTF_8));
    numbers.put(name, names.size() - 1);
    return names.size() - 1;
  }

  // ---- Store

  @Override
  public byte[] store(byte[] json) {
    return Arrays.copyOf(buffer, members(json, 0, 0));
  }

  private int members(byte[] json, int mapAt, int at) {
    int to = at;
    for (int member = CanonicalJson.firstMember(json, mapAt);
        member >= 0;
        member = CanonicalJson.nextMember(json, member)) {
      int nameEnd = CanonicalJson.nameEnd(json, member);
      to = putShort(to, known(json, member, nameEnd));
      to = value(json, CanonicalJson.valueOf(json, member), to);
    }
    return to;
  }

  /** Returns the number of a name. Most items have their names in the same order. */
  private int known(byte[] json, int from, int to) {
    for (int i = 0; i < names.size(); i++) {
      byte[] name = names.get(i);
      if (name.length == to - from + 1 && Arrays.equals(name, 0, name.length - 1, json, from, to)) {
        return i;
      }
    }
    return number(new String(json, from + 1, to - from - 2, StandardCharsets.UTF_8));
  }

  private int value(byte[] json, int valueAt, int at) {
    AttributeType valueType = CanonicalJson.type(json, valueAt);
    int start = at + 3;
    switch (valueType) {
      case S -> {
        buffer[at] = 'S';
        int end = CanonicalJson.copyContent(json, valueAt, buffer, start);
        putShort(at + 1, end - start);
        return end;
      }
      case N -> {
        buffer[at] = 'N';
        return number(json, valueAt, at + 1);
      }
      case L -> {
        buffer[at] = 'L';
        int end = start;
        for (int element = CanonicalJson.firstElement(json, valueAt);
            element >= 0;
            element = CanonicalJson.nextElement(json, element)) {
          end = value(json, element, end);
        }
        putShort(at + 1, end - start);
        return end;
      }
      case M -> {
        buffer[at] = 'M';
        int end = members(json, CanonicalJson.mapOf(json, valueAt), start);
        putShort(at + 1, end - start);
        return end;
      }
      case B, BOOL, NULL, SS, NS, BS -> throw new IllegalArgumentException(valueType.toString());
    }
    throw new IllegalStateException();
  }

  private int number(byte[] json, int valueAt, int at) {
    int from = CanonicalJson.contentStart(json, valueAt);
    int to = CanonicalJson.contentEnd(json, valueAt);
    boolean negative = json[from] == '-';
    long unscaled = 0;
    int scale = 0;
    boolean fraction = false;
    for (int i = negative ? from + 1 : from; i < to; i++) {
      if (json[i] == '.') {
        fraction = true;
      } else {
        unscaled = unscaled * 10 + json[i] - '0';
        scale += fraction ? 1 : 0;
      }
    }
    buffer[at] = (byte) scale;
    return putLong(buffer, at + 1, negative ? -unscaled : unscaled);
  }

  private int putShort(int at, int number) {
    buffer[at] = (byte) (number >>> 8);
    buffer[at + 1] = (byte) number;
    return at + 2;
  }

  private static int putLong(byte[] target, int at, long number) {
    for (int i = 0; i < Long.BYTES; i++) {
      target[at + i] = (byte) (number >>> (56 - 8 * i));
    }
    return at + Long.BYTES;
  }

  // ---- Write

  @Override
  public int write(byte[] item, byte[] target, int at) {
    return writeMembers(item, 0, item.length, target, at);
  }

  private int writeMembers(byte[] item, int from, int to, byte[] target, int at) {
    int out = at;
    target[out++] = '{';
    for (int i = from; i < to; i = next(item, i + 2)) {
      if (i > from) {
        target[out++] = ',';
      }
      byte[] name = names.get(shortAt(item, i));
      System.arraycopy(name, 0, target, out, name.length);
      out = writeValue(item, i + 2, target, out + name.length);
    }
    target[out++] = '}';
    return out;
  }

  private int writeValue(byte[] item, int at, byte[] target, int to) {
    int out = to;
    byte valueType = item[at];
    target[out++] = '{';
    target[out++] = '"';
    target[out++] = valueType;
    target[out++] = '"';
    target[out++] = ':';
    int start = at + 3;
    switch (valueType) {
      case 'S' -> out = writeString(item, start, start + shortAt(item, at + 1), target, out);
      case 'N' -> out = writeNumber(longAt(item, at + 2), item[at + 1], target, out);
      case 'L' -> {
        target[out++] = '[';
        int end = start + shortAt(item, at + 1);
        for (int i = start; i < end; i = next(item, i)) {
          if (i > start) {
            target[out++] = ',';
          }
          out = writeValue(item, i, target, out);
        }
        target[out++] = ']';
      }
      default -> out = writeMembers(item, start, start + shortAt(item, at + 1), target, out);
    }
    target[out++] = '}';
    return out;
  }

  private static int writeString(byte[] item, int from, int to, byte[] target, int at) {
    int out = at;
    target[out++] = '"';
    int plain = from;
    while (plain < to && item[plain] != '"' && item[plain] != '\\' && (item[plain] & 0xe0) != 0) {
      plain++;
    }
    System.arraycopy(item, from, target, out, plain - from);
    out += plain - from;
    for (int i = plain; i < to; i++) {
      if (item[i] == '"' || item[i] == '\\') {
        target[out++] = '\\';
      }
      target[out++] = item[i];
    }
    target[out++] = '"';
    return out;
  }

  private static int writeNumber(long unscaled, int scale, byte[] target, int at) {
    int out = at;
    target[out++] = '"';
    long rest = Math.abs(unscaled);
    if (unscaled < 0) {
      target[out++] = '-';
    }
    int digits = 1;
    for (long power = rest; power >= 10; power /= 10) {
      digits++;
    }
    digits = Math.max(digits, scale + 1);
    int end = out + digits + (scale > 0 ? 1 : 0);
    int to = end;
    for (int i = 0; i < digits; i++) {
      if (scale > 0 && i == scale) {
        target[--to] = '.';
      }
      target[--to] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    target[end] = '"';
    return end + 1;
  }

  // ---- Navigate

  private static int shortAt(byte[] item, int at) {
    return (item[at] & 0xff) << 8 | item[at + 1] & 0xff;
  }

  private static long longAt(byte[] item, int at) {
    long number = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      number = number << 8 | item[at + i] & 0xff;
    }
    return number;
  }

  /** Returns the offset after a value. */
  private static int next(byte[] item, int at) {
    return item[at] == 'N' ? at + NUMBER_BYTES : at + 3 + shortAt(item, at + 1);
  }

  private static int find(byte[] item, int name) {
    for (int i = 0; i < item.length; i = next(item, i + 2)) {
      if (shortAt(item, i) == name) {
        return i + 2;
      }
    }
    return -1;
  }

  @Override
  public boolean test(byte[] item) {
    int typeAt = find(item, type);
    int editsAt = find(item, edits);
    return find(item, pk) >= 0
        && typeAt >= 0
        && item[typeAt] == 'S'
        && Arrays.equals(
            item, typeAt + 3, typeAt + 3 + shortAt(item, typeAt + 1), MESSAGE, 0, MESSAGE.length)
        && editsAt >= 0
        && item[editsAt] == 'N'
        && item[editsAt + 1] == 0
        && longAt(item, editsAt + 2) < LIMIT;
  }

  @Override
  public byte[] update(byte[] item) {
    byte[] updated = item.clone();
    int at = find(item, edits);
    putLong(updated, at + 2, longAt(item, at + 2) + 1);
    return updated;
  }
}
