package dev.monotable.benchmark.stored;

import dev.monotable.value.AttributeType;
import dev.monotable.value.CanonicalJson;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A map from attribute names to decoded values, as in the AWS SDKs: strings, decimals, lists and
 * maps. All items share the strings of the names.
 */
final class MapForm implements StoredForm<Map<String, Object>> {
  private static final BigDecimal LIMIT = BigDecimal.valueOf(1_000_000);

  private final Map<String, String> names = new HashMap<>();

  @Override
  public Map<String, Object> store(byte[] json) {
    return members(json, 0);
  }

  private Map<String, Object> members(byte[] json, int mapAt) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int member = CanonicalJson.firstMember(json, mapAt);
        member >= 0;
        member = CanonicalJson.nextMember(json, member)) {
      String name = CanonicalJson.nameOf(json, member);
      map.put(
          names.computeIfAbsent(name, same -> same),
          value(json, CanonicalJson.valueOf(json, member)));
    }
    return map;
  }

  private Object value(byte[] json, int at) {
    AttributeType type = CanonicalJson.type(json, at);
    return switch (type) {
      case S -> text(json, at);
      case N -> new BigDecimal(text(json, at));
      case L -> {
        List<Object> list = new ArrayList<>(CanonicalJson.elementCount(json, at));
        for (int element = CanonicalJson.firstElement(json, at);
            element >= 0;
            element = CanonicalJson.nextElement(json, element)) {
          list.add(value(json, element));
        }
        yield list;
      }
      case M -> members(json, CanonicalJson.mapOf(json, at));
      case B, BOOL, NULL, SS, NS, BS -> throw new IllegalArgumentException(type.toString());
    };
  }

  /** Returns the content as a string; strings of the chat design contain no escapes. */
  private static String text(byte[] json, int at) {
    int from = CanonicalJson.contentStart(json, at);
    return new String(
        json, from, CanonicalJson.contentEnd(json, at) - from, StandardCharsets.UTF_8);
  }

  @Override
  public int write(Map<String, Object> item, byte[] target, int at) {
    int out = at;
    target[out++] = '{';
    for (Map.Entry<String, Object> member : item.entrySet()) {
      if (out > at + 1) {
        target[out++] = ',';
      }
      out = string(member.getKey(), target, out);
      target[out++] = ':';
      out = value(member.getValue(), target, out);
    }
    target[out++] = '}';
    return out;
  }

  private int value(Object value, byte[] target, int at) {
    int out = at;
    target[out++] = '{';
    target[out++] = '"';
    if (value instanceof String text) {
      out = string(text, target, tag('S', target, out));
    } else if (value instanceof BigDecimal number) {
      out = string(number.toPlainString(), target, tag('N', target, out));
    } else if (value instanceof List<?> list) {
      out = tag('L', target, out);
      target[out++] = '[';
      for (int i = 0; i < list.size(); i++) {
        if (i > 0) {
          target[out++] = ',';
        }
        out = value(list.get(i), target, out);
      }
      target[out++] = ']';
    } else {
      @SuppressWarnings("unchecked") // the map holds nothing else
      Map<String, Object> map = (Map<String, Object>) value;
      out = write(map, target, tag('M', target, out));
    }
    target[out++] = '}';
    return out;
  }

  private static int tag(char type, byte[] target, int at) {
    target[at] = (byte) type;
    target[at + 1] = '"';
    target[at + 2] = ':';
    return at + 3;
  }

  @SuppressWarnings("deprecation") // the only access to a String's Latin-1 bytes without a copy
  private static int string(String text, byte[] target, int at) {
    int length = text.length();
    target[at] = '"';
    boolean plain = true;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      plain &= c >= ' ' && c < 128 && c != '"' && c != '\\';
    }
    if (!plain) {
      throw new IllegalArgumentException("strings with escapes are not supported");
    }
    text.getBytes(0, length, target, at + 1);
    target[at + 1 + length] = '"';
    return at + length + 2;
  }

  @Override
  public boolean test(Map<String, Object> item) {
    return item.containsKey("PK")
        && "Message".equals(item.get("type"))
        && item.get("edits") instanceof BigDecimal edits
        && edits.compareTo(LIMIT) < 0;
  }

  @Override
  public Map<String, Object> update(Map<String, Object> item) {
    Map<String, Object> updated = new LinkedHashMap<>(item);
    if (updated.get("edits") instanceof BigDecimal edits) {
      updated.put("edits", edits.add(BigDecimal.ONE));
    }
    return updated;
  }
}
