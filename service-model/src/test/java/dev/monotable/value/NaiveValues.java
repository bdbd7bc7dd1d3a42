package dev.monotable.value;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The naive model: values as ordinary Java objects. S is a String, N a BigDecimal without trailing
 * zeros, B a ByteBuffer, a set a Set of these, L a List, M a Map, BOOL a Boolean, NULL {@link
 * #NULL}.
 */
final class NaiveValues {

  static final Object NULL = "null".toCharArray();

  private static final String[] PIECES = {
    "a",
    "b",
    "n",
    "u",
    "0",
    "1",
    "\"",
    "\\",
    "/",
    "\n",
    "\t",
    "\u0001",
    "\u001f",
    "\u007f",
    "\b",
    "\f",
    "\r",
    "\u0000",
    "é",
    "漢",
    "😀",
    "\u0080",
    "\uffff",
    "ab",
    "u0001",
    "{\"S\":\"x\"}"
  };

  private final Random random;

  NaiveValues(Random random) {
    this.random = random;
  }

  String string() {
    int pieces = random.nextInt(4) == 0 ? random.nextInt(40) : random.nextInt(5);
    StringBuilder string = new StringBuilder();
    for (int i = 0; i < pieces; i++) {
      string.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return string.toString();
  }

  String name() {
    return random.nextBoolean() ? "n" + random.nextInt(50) : "x" + string();
  }

  BigDecimal number() {
    if (random.nextBoolean()) {
      return normal(BigDecimal.valueOf(random.nextInt(2000) - 1000, random.nextInt(4)));
    }
    int digits = 1 + random.nextInt(38);
    StringBuilder unscaled = new StringBuilder(random.nextBoolean() ? "-" : "");
    unscaled.append((char) ('1' + random.nextInt(9)));
    for (int i = 1; i < digits; i++) {
      unscaled.append((char) ('0' + (random.nextBoolean() ? 0 : random.nextInt(10))));
    }
    int exponent = random.nextInt(256) - 130;
    return normal(new BigDecimal(unscaled + "E" + (exponent - digits + 1)));
  }

  static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  static BigDecimal normal(BigDecimal number) {
    return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
  }

  ByteBuffer binary() {
    byte[] bytes = new byte[random.nextInt(3) == 0 ? random.nextInt(30) : random.nextInt(4)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (random.nextBoolean() ? random.nextInt(3) - 1 : random.nextInt());
    }
    return ByteBuffer.wrap(bytes);
  }

  Object scalar() {
    return switch (random.nextInt(5)) {
      case 0 -> number();
      case 1 -> binary();
      case 2 -> random.nextBoolean();
      case 3 -> random.nextInt(4) == 0 ? NULL : string();
      default -> string();
    };
  }

  Set<Object> set() {
    Set<Object> set = new HashSet<>();
    int type = random.nextInt(3);
    for (int i = random.nextInt(12); i >= 0; i--) {
      set.add(type == 0 ? string() : type == 1 ? number() : binary());
    }
    return set;
  }

  Object value(int depth) {
    int kind = random.nextInt(depth > 0 ? 8 : 6);
    if (kind == 5) {
      return set();
    }
    if (kind == 6) {
      List<Object> list = new ArrayList<>();
      for (int i = random.nextInt(5); i > 0; i--) {
        list.add(value(depth - 1));
      }
      return list;
    }
    return kind == 7 ? members(random.nextInt(5), depth - 1) : scalar();
  }

  Map<String, Object> members(int count, int depth) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      members.put(name(), value(depth));
    }
    return members;
  }

  /** Returns an equal value, built in a different order. */
  Object reordered(Object value) {
    if (value instanceof Map<?, ?> map) {
      List<Object> names = new ArrayList<>(map.keySet());
      Collections.shuffle(names, random);
      Map<String, Object> members = new LinkedHashMap<>();
      for (Object name : names) {
        members.put((String) name, reordered(Objects.requireNonNull(map.get(name))));
      }
      return members;
    }
    if (value instanceof List<?> list) {
      return list.stream().map(this::reordered).collect(Collectors.toList());
    }
    return value;
  }

  /** Returns a similar value. */
  Object changed(Object value) {
    if (value instanceof Map<?, ?> map && !map.isEmpty()) {
      Map<Object, Object> members = new LinkedHashMap<>(map);
      Object name = new ArrayList<>(map.keySet()).get(random.nextInt(map.size()));
      if (random.nextBoolean()) {
        members.remove(name);
      } else {
        members.put(name, changed(Objects.requireNonNull(map.get(name))));
      }
      return members;
    }
    if (value instanceof List<?> list && !list.isEmpty()) {
      List<Object> elements = new ArrayList<>(list);
      Collections.shuffle(elements, random);
      return elements;
    }
    if (value instanceof String string) {
      return random.nextBoolean() ? string + "a" : string();
    }
    return value(1);
  }

  // ---- Conversion to canonical form and back

  static AttributeValue canonical(Object value) {
    if (NULL.equals(value)) {
      return AttributeValue.nul();
    } else if (value instanceof String string) {
      return AttributeValue.string(string);
    } else if (value instanceof BigDecimal number) {
      return AttributeValue.number(number.toString());
    } else if (value instanceof ByteBuffer bytes) {
      return AttributeValue.binary(bytes(bytes));
    } else if (value instanceof Boolean bool) {
      return AttributeValue.bool(bool);
    } else if (value instanceof List<?> list) {
      return AttributeValue.list(list.stream().map(NaiveValues::canonical).toList());
    } else if (value instanceof Map<?, ?> map) {
      return AttributeValue.map(canonicalMembers(map));
    }
    Set<?> set = (Set<?>) value;
    Object first = set.iterator().next();
    if (first instanceof String) {
      return AttributeValue.stringSet(set.stream().map(e -> (String) e).toList());
    } else if (first instanceof BigDecimal) {
      return AttributeValue.numberSet(
          set.stream().map(e -> DynamoNumber.of((BigDecimal) e)).toList());
    }
    return AttributeValue.binarySet(set.stream().map(e -> bytes((ByteBuffer) e)).toList());
  }

  static Map<String, AttributeValue> canonicalMembers(Map<?, ?> map) {
    Map<String, AttributeValue> members = new LinkedHashMap<>();
    map.forEach((name, value) -> members.put((String) name, canonical(value)));
    return members;
  }

  static Object decoded(AttributeValue value) {
    return switch (value.type()) {
      case S -> value.string();
      case N -> normal(value.number().toBigDecimal());
      case B -> ByteBuffer.wrap(value.binary());
      case BOOL -> value.bool();
      case NULL -> NULL;
      case L -> value.list().stream().map(NaiveValues::decoded).collect(Collectors.toList());
      case M -> decodedMembers(value.map());
      case SS -> new HashSet<Object>(value.stringSet());
      case NS ->
          value.numberSet().stream().map(n -> normal(n.toBigDecimal())).collect(Collectors.toSet());
      case BS -> value.binarySet().stream().map(ByteBuffer::wrap).collect(Collectors.toSet());
    };
  }

  static Map<String, Object> decodedMembers(Map<String, AttributeValue> members) {
    Map<String, Object> decoded = new LinkedHashMap<>();
    members.forEach((name, value) -> decoded.put(name, decoded(value)));
    return decoded;
  }

  // ---- Notations that a client may send

  /** Returns the value in DynamoDB JSON with white space, unneeded escapes and unusual numbers. */
  String sent(Object value) {
    if (NULL.equals(value)) {
      return object("NULL", "true");
    } else if (value instanceof String string) {
      return object("S", quoted(string));
    } else if (value instanceof BigDecimal number) {
      return object("N", quoted(sent(number)));
    } else if (value instanceof ByteBuffer bytes) {
      return object("B", quoted(Base64.getEncoder().encodeToString(bytes(bytes))));
    } else if (value instanceof Boolean bool) {
      return object("BOOL", bool.toString());
    } else if (value instanceof List<?> list) {
      return object("L", array(list.stream().map(this::sent).toList()));
    } else if (value instanceof Map<?, ?> map) {
      return object("M", sentMembers(map));
    }
    List<Object> set = new ArrayList<>((Set<?>) value);
    Collections.shuffle(set, random);
    if (set.get(0) instanceof String) {
      return object("SS", array(set.stream().map(e -> quoted((String) e)).toList()));
    } else if (set.get(0) instanceof BigDecimal) {
      return object("NS", array(set.stream().map(e -> quoted(sent((BigDecimal) e))).toList()));
    }
    return object(
        "BS",
        array(
            set.stream()
                .map(e -> quoted(Base64.getEncoder().encodeToString(bytes((ByteBuffer) e))))
                .toList()));
  }

  String sentMembers(Map<?, ?> map) {
    return map.entrySet().stream()
        .map(e -> quoted((String) e.getKey()) + space() + ":" + space() + sent(e.getValue()))
        .collect(Collectors.joining(space() + "," + space(), "{" + space(), space() + "}"));
  }

  private String sent(BigDecimal number) {
    if (number.signum() == 0) {
      return new String[] {"0", "-0", "0.00", "000", "0E5", ".0", "+0"}[random.nextInt(7)];
    }
    return switch (random.nextInt(5)) {
      case 0 -> number.toString();
      case 1 -> number.toEngineeringString();
      case 2 -> number.unscaledValue() + "e" + -number.scale();
      case 3 -> number.setScale(Math.max(0, number.scale()) + 2).toPlainString();
      default -> (number.signum() > 0 ? "+00" : "") + number.toPlainString();
    };
  }

  private String object(String type, String content) {
    return "{" + space() + quoted(type, false) + space() + ":" + content + space() + "}";
  }

  private String array(List<String> elements) {
    return elements.stream()
        .collect(Collectors.joining(space() + "," + space(), "[" + space(), space() + "]"));
  }

  private String space() {
    return random.nextInt(3) == 0 ? new String[] {" ", "\n", "\t", "\r"}[random.nextInt(4)] : "";
  }

  private String quoted(String text) {
    return quoted(text, true);
  }

  private String quoted(String text, boolean escaping) {
    StringBuilder json = new StringBuilder("\"");
    for (int c : text.codePoints().toArray()) {
      if (escaping && (random.nextInt(4) == 0 || c < ' ')) {
        for (char unit : Character.toChars(c)) {
          json.append(String.format(random.nextBoolean() ? "\\u%04x" : "\\u%04X", (int) unit));
        }
      } else if (c == '"' || c == '\\' || (c == '/' && random.nextBoolean())) {
        json.append('\\').append((char) c);
      } else {
        json.appendCodePoint(c);
      }
    }
    return json.append('"').toString();
  }

  // ---- DynamoDB's functions

  static int size(Object value) {
    if (NULL.equals(value) || value instanceof Boolean) {
      return 1;
    } else if (value instanceof String string) {
      return string.getBytes(StandardCharsets.UTF_8).length;
    } else if (value instanceof BigDecimal number) {
      return size(number);
    } else if (value instanceof ByteBuffer bytes) {
      return bytes(bytes).length;
    } else if (value instanceof Set<?> set) {
      return set.stream().mapToInt(NaiveValues::size).sum();
    } else if (value instanceof List<?> list) {
      return 3 + list.stream().mapToInt(e -> 1 + size(e)).sum();
    }
    Map<?, ?> map = (Map<?, ?>) value;
    return 3 + map.size() + membersSize(map);
  }

  static int membersSize(Map<?, ?> map) {
    return map.entrySet().stream().mapToInt(e -> size(e.getKey()) + size(e.getValue())).sum();
  }

  /** Counts pairs of digits, aligned at the decimal point, in plain notation. */
  private static int size(BigDecimal number) {
    if (number.signum() == 0) {
      return 1;
    }
    String plain = number.abs().toPlainString();
    int point = plain.indexOf('.');
    String whole = point < 0 ? plain : plain.substring(0, point);
    String fraction = point < 0 ? "" : plain.substring(point + 1);
    String aligned =
        (whole.length() % 2 == 0 ? "" : "0")
            + whole
            + fraction
            + (fraction.length() % 2 == 0 ? "" : "0");
    List<String> pairs = new ArrayList<>(Arrays.asList(aligned.split("(?<=\\G..)")));
    while (pairs.get(0).equals("00")) {
      pairs.remove(0);
    }
    while (pairs.get(pairs.size() - 1).equals("00")) {
      pairs.remove(pairs.size() - 1);
    }
    return Math.min(21, 1 + pairs.size() + (number.signum() < 0 ? 1 : 0));
  }

  static int sizeFunction(Object value) {
    if (NULL.equals(value) || value instanceof Boolean || value instanceof BigDecimal) {
      return -1;
    } else if (value instanceof String string) {
      return string.length();
    } else if (value instanceof ByteBuffer bytes) {
      return bytes(bytes).length;
    } else if (value instanceof Map<?, ?> map) {
      return map.size();
    }
    return ((java.util.Collection<?>) value).size();
  }

  static boolean contains(Object value, Object operand) {
    if (value instanceof String string) {
      return operand instanceof String part && string.contains(part);
    } else if (value instanceof ByteBuffer bytes) {
      return operand instanceof ByteBuffer part && latin1(bytes).contains(latin1(part));
    } else if (value instanceof Set<?> || value instanceof List<?>) {
      return ((java.util.Collection<?>) value).contains(operand);
    }
    return false;
  }

  static boolean beginsWith(Object value, Object prefix) {
    if (value instanceof String string) {
      return prefix instanceof String part && string.startsWith(part);
    }
    return value instanceof ByteBuffer bytes
        && prefix instanceof ByteBuffer part
        && latin1(bytes).startsWith(latin1(part));
  }

  private static String latin1(ByteBuffer bytes) {
    return new String(bytes(bytes), StandardCharsets.ISO_8859_1);
  }

  @SuppressWarnings("unchecked")
  static int compare(Object a, Object b) {
    if (a instanceof String x && b instanceof String y) {
      return Arrays.compareUnsigned(
          x.getBytes(StandardCharsets.UTF_8), y.getBytes(StandardCharsets.UTF_8));
    } else if (a instanceof ByteBuffer x && b instanceof ByteBuffer y) {
      return Arrays.compareUnsigned(bytes(x), bytes(y));
    }
    return ((Comparable<Object>) a).compareTo(b);
  }
}
