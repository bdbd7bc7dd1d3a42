package dev.monotable.value;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one writer of canonical bytes: builds items and values into one growing buffer, which the
 * next item uses again. Not thread safe.
 *
 * <p>Shape of use: {@code beginItem (name value)* endItem}, or {@code beginValue value endValue}. A
 * value is one call for a scalar or a copy, or {@code beginMap (name value)* endMap}, {@code
 * beginList value* endList}, {@code beginSet member* endSet}. The calls must come in this order;
 * the writer does not check that.
 *
 * <p>What it looks after: escapes, UTF-8, numbers in normal form, sets in order, the size in
 * DynamoDB's bytes, repeated names (the last one wins), and what a value must be. A value that is
 * not one becomes a {@link ValueFault}; writing goes on, and the item or value carries the fault
 * that DynamoDB would report: an empty attribute name at the top first, then the first invalid
 * value, then nesting, then an empty name inside.
 *
 * @see CanonicalJson
 */
public final class ItemWriter {

  /**
   * Levels that a document may have; the value of a top-level attribute is at level 1.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html">Quotas:
   *     nested attribute depth</a>
   */
  public static final int MAX_LEVELS = 32;

  /**
   * Bytes that the name of an attribute may have.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html">Quotas:
   *     attribute names</a>
   */
  public static final int MAX_NAME_BYTES = 65535;

  /** A buffer that grew beyond this for one item is not kept for the next. */
  private static final int MAX_KEPT_BUFFER = 1 << 20;

  /** Up to so many names of one map are compared one by one; more go through a hash table. */
  private static final int MAX_LINEAR_NAMES = 32;

  /** Room that is always there beyond what is asked for: prefixes, suffixes, a word's overhang. */
  private static final int SLACK = 32;

  private static final byte[] REPLACEMENT = {(byte) 0xef, (byte) 0xbf, (byte) 0xbd};

  private static final byte[] HEX = Bytes.ascii("0123456789abcdef");

  private static final int TOP_NAME_RANK = 0;
  private static final int VALUE_RANK = 1;
  private static final int NESTING_RANK = 2;
  private static final int INNER_NAME_RANK = 3;
  private static final int NO_FAULT_RANK = 4;

  private byte[] buffer = new byte[512];
  private int length;
  private int size;
  private @Nullable ValueFault fault;
  private int faultRank;

  /** Whether an item is written, so that names at depth 0 are those of attributes. */
  private boolean item;

  private int attributeName;

  /** Where the last value, or the one that is being written, starts, and the size before it. */
  private int valueStart;

  private int sizeBefore;

  /** The open lists, maps and sets, innermost last. */
  private int depth;

  private int[] frameStart = new int[8];
  private int[] frameSize = new int[8];
  private int[] frameNames = new int[8];
  private int[] frameDead = new int[8];
  private int[] @Nullable [] frameTable = new int[8][];
  private boolean[] frameTabled = new boolean[8];

  /** Hashes and offsets of the names of the open maps, those of the innermost last. */
  private int nameCount;

  private int[] nameHash = new int[32];
  private int[] nameStart = new int[32];

  /** Replaced members of the open maps, start and end, those of the innermost last. */
  private int deadCount;

  private long[] dead = new long[4];

  private byte setType;
  private int setCount;
  private int[] setElements = new int[16];
  private boolean setOrdered;
  private byte[] scratch = new byte[64];

  private static final ThreadLocal<ItemWriter> OF_THREAD = ThreadLocal.withInitial(ItemWriter::new);

  /** A writer with a small buffer. */
  public ItemWriter() {}

  /**
   * This thread's writer, for an item that is written at one go: a new writer is more to allocate
   * than most items. Whoever takes it must end the item before calling anything that may take it
   * too.
   */
  public static ItemWriter ofThread() {
    return OF_THREAD.get();
  }

  // ---- Whole items and values

  /** Starts an item, forgetting whatever was unfinished. */
  public void beginItem() {
    begin(true);
    buffer[length++] = '{';
  }

  /** Ends the item: one copy of exactly its bytes. */
  public Item endItem() {
    if (length == 1) {
      return fault == null ? Item.EMPTY : new Item(new byte[] {'{', '}'}, 0, fault);
    }
    compact();
    ensure(1);
    buffer[length++] = '}';
    return new Item(Arrays.copyOf(buffer, length), size, fault);
  }

  /** Starts a value that stands alone, forgetting whatever was unfinished. */
  public void beginValue() {
    begin(false);
  }

  /** Ends the value that stands alone: one copy of exactly its bytes. */
  public AttributeValue endValue() {
    return new AttributeValue(Arrays.copyOf(buffer, length), 0, length, fault);
  }

  private void begin(boolean item) {
    if (buffer.length > MAX_KEPT_BUFFER) {
      buffer = new byte[512];
    }
    length = 0;
    size = 0;
    fault = null;
    faultRank = NO_FAULT_RANK;
    this.item = item;
    depth = 0;
    nameCount = 0;
    deadCount = 0;
    frameNames[0] = 0;
    frameDead[0] = 0;
    frameTabled[0] = false;
    attributeName = -1;
  }

  /** The fault so far, or null. */
  public @Nullable ValueFault fault() {
    return fault;
  }

  /** DynamoDB's bytes written so far. */
  public int size() {
    return size;
  }

  // ---- Names

  /** The name of the next member, as UTF-8 that is not escaped. Invalid UTF-8 becomes U+FFFD. */
  public void name(byte[] utf8, int from, int to) {
    int start = beginName(to - from);
    size += text(utf8, from, to);
    endName(start);
  }

  /** The name of the next member, as the content of a JSON string, escapes and all. */
  public void jsonName(byte[] source, int from, int to) {
    if (Bytes.backslash(source, from, to) == to) {
      name(source, from, to);
    } else {
      int end = unescape(source, from, to);
      name(scratch, 0, end);
    }
  }

  /** The name of the next member, from valid UTF-8 in which there is nothing to escape. */
  public void plainName(byte[] utf8, int from, int to) {
    int start = beginName(to - from);
    plain(utf8, from, to);
    endName(start);
  }

  /** The name of the next member. A lone surrogate becomes U+FFFD. */
  public void name(String name) {
    byte[] utf8 = Bytes.utf8(name);
    name(utf8, 0, utf8.length);
  }

  /**
   * The name of the next member in canonical form with quotes, see {@link CanonicalJson#quote}.
   * That it is not repeated, and not empty, is up to the caller.
   */
  public void quotedName(byte[] quotedName) {
    quotedName(quotedName, 0, quotedName.length);
  }

  /** As {@link #quotedName(byte[])}, the name being a part of an array. */
  public void quotedName(byte[] json, int from, int to) {
    ensure(to - from);
    if (buffer[length - 1] != '{') {
      buffer[length++] = ',';
    }
    if (depth == 0) {
      attributeName = length;
    } else {
      size++;
    }
    System.arraycopy(json, from, buffer, length, to - from);
    length += to - from;
    buffer[length++] = ':';
    size += contentSize(json, from + 1, to - 1);
  }

  private static int contentSize(byte[] json, int from, int to) {
    if (Bytes.backslash(json, from, to) == to) {
      return to - from;
    }
    return Bytes.utf8(CanonicalJson.decode(json, from, to)).length;
  }

  private int beginName(int atLeast) {
    ensure(atLeast);
    if (buffer[length - 1] != '{') {
      buffer[length++] = ',';
    }
    int start = length;
    buffer[length++] = '"';
    if (depth == 0) {
      attributeName = start;
    } else {
      size++;
    }
    return start;
  }

  private void endName(int start) {
    ensure(2);
    buffer[length++] = '"';
    if (length == start + 2) {
      if (depth == 0) {
        fault(TOP_NAME_RANK, ValueFault.of(ValueFault.Kind.EMPTY_ATTRIBUTE_NAME));
      } else {
        fault(INNER_NAME_RANK, ValueFault.of(ValueFault.Kind.EMPTY_ATTRIBUTE_NAME));
      }
    }
    if (length - start > MAX_NAME_BYTES
        && contentSize(buffer, start + 1, length - 1) > MAX_NAME_BYTES) {
      fault(VALUE_RANK, ValueFault.of(ValueFault.Kind.LONG_ATTRIBUTE_NAME));
    }
    int hash = Bytes.hash(buffer, start, length);
    int earlier = findName(start, hash);
    if (earlier >= 0) {
      dropMember(nameStart[earlier]);
      nameStart[earlier] = start;
    } else {
      addName(start, hash);
    }
    buffer[length++] = ':';
  }

  /** Index of the name of the innermost map that is the same as the one from start on, or -1. */
  private int findName(int start, int hash) {
    int first = frameNames[depth];
    if (!frameTabled[depth]) {
      for (int i = nameCount - 1; i >= first; i--) {
        if (nameHash[i] == hash && sameName(nameStart[i], start)) {
          return i;
        }
      }
      return -1;
    }
    int[] table = table();
    for (int slot = hash & (table.length - 1);
        table[slot] != 0;
        slot = slot + 1 & table.length - 1) {
      int i = table[slot] - 1;
      if (nameHash[i] == hash && sameName(nameStart[i], start)) {
        return i;
      }
    }
    return -1;
  }

  private boolean sameName(int earlier, int start) {
    int end = earlier + length - start;
    return end <= start
        && buffer[end] == ':'
        && Arrays.equals(buffer, earlier, end, buffer, start, length);
  }

  private void addName(int start, int hash) {
    if (nameCount == nameHash.length) {
      nameHash = Arrays.copyOf(nameHash, nameCount * 2);
      nameStart = Arrays.copyOf(nameStart, nameCount * 2);
    }
    nameHash[nameCount] = hash;
    nameStart[nameCount] = start;
    nameCount++;
    int count = nameCount - frameNames[depth];
    if (frameTabled[depth] && count * 2 <= table().length) {
      insert(nameCount - 1);
    } else if (count > MAX_LINEAR_NAMES) {
      rebuildTable(count);
    }
  }

  private void rebuildTable(int count) {
    frameTable[depth] = new int[Integer.highestOneBit(count) * 8];
    frameTabled[depth] = true;
    for (int i = frameNames[depth]; i < nameCount; i++) {
      insert(i);
    }
  }

  private void insert(int index) {
    int[] table = table();
    int slot = nameHash[index] & (table.length - 1);
    while (table[slot] != 0) {
      slot = slot + 1 & table.length - 1;
    }
    table[slot] = index + 1;
  }

  private int[] table() {
    int[] table = frameTable[depth];
    if (table == null) {
      throw new IllegalStateException("No table of names at depth " + depth);
    }
    return table;
  }

  /** Notes that a member is replaced by one that is being written: it is taken out in the end. */
  private void dropMember(int from) {
    int to = CanonicalJson.memberEnd(buffer, from) + 1;
    size -= CanonicalJson.memberSize(buffer, from) + (depth == 0 ? 0 : 1);
    if (deadCount == dead.length) {
      dead = Arrays.copyOf(dead, deadCount * 2);
    }
    dead[deadCount++] = (long) from << 32 | to;
  }

  /** Takes the replaced members of the innermost map out, all at once. */
  private void compact() {
    int first = frameDead[depth];
    if (deadCount == first) {
      return;
    }
    Arrays.sort(dead, first, deadCount);
    int at = (int) (dead[first] >>> 32);
    for (int i = first; i < deadCount; i++) {
      int from = (int) dead[i];
      int to = i + 1 < deadCount ? (int) (dead[i + 1] >>> 32) : length;
      System.arraycopy(buffer, from, buffer, at, to - from);
      at += to - from;
    }
    length = at;
    deadCount = first;
  }

  // ---- Scalars

  /** A string, from UTF-8 that is not escaped. Invalid UTF-8 becomes U+FFFD. */
  public void string(byte[] utf8, int from, int to) {
    beginScalar('S', to - from);
    size += text(utf8, from, to);
    endScalar();
  }

  /** A string, from the content of a JSON string, escapes and all. */
  public void jsonString(byte[] source, int from, int to) {
    if (Bytes.backslash(source, from, to) == to) {
      string(source, from, to);
    } else {
      int end = unescape(source, from, to);
      string(scratch, 0, end);
    }
  }

  /** A string, from valid UTF-8 in which there is nothing to escape. */
  public void plainString(byte[] utf8, int from, int to) {
    beginScalar('S', to - from);
    plain(utf8, from, to);
    endScalar();
  }

  private void plain(byte[] utf8, int from, int to) {
    int count = to - from;
    System.arraycopy(utf8, from, buffer, length, count);
    length += count;
    size += count;
  }

  /** A string. A lone surrogate becomes U+FFFD. */
  public void string(String value) {
    byte[] utf8 = Bytes.utf8(value);
    string(utf8, 0, utf8.length);
  }

  /** A number, normalised from the text that was sent. */
  public void number(byte[] text, int from, int to) {
    beginScalar('N', Math.max(to - from, Decimals.MAX_LENGTH));
    decimal(text, from, to);
    endScalar();
  }

  /** A number, from the content of a JSON string, escapes and all. */
  public void jsonNumber(byte[] source, int from, int to) {
    if (Bytes.backslash(source, from, to) == to) {
      number(source, from, to);
    } else {
      int end = unescape(source, from, to);
      number(scratch, 0, end);
    }
  }

  /** A number, normalised from the text that was sent. */
  public void number(String text) {
    byte[] utf8 = Bytes.utf8(text);
    number(utf8, 0, utf8.length);
  }

  /** A number. */
  public void number(long value) {
    beginScalar('N', 20);
    int start = length;
    length = Decimals.write(value, buffer, length);
    size += Decimals.size(buffer, start, length);
    endScalar();
  }

  /** A number. */
  public void number(DynamoNumber value) {
    number(value.text(), 0, value.text().length);
  }

  /**
   * The sum of the two N values at the given offsets, or their difference. A result that has no
   * place in DynamoDB becomes the fault.
   */
  public void sum(byte[] left, int leftAt, byte[] right, int rightAt, boolean subtract) {
    int leftFrom = leftAt + 6;
    int leftTo = Bytes.closingQuote(left, leftFrom);
    int rightFrom = rightAt + 6;
    int rightTo = Bytes.closingQuote(right, rightFrom);
    if (Decimals.isShortInteger(left, leftFrom, leftTo)
        && Decimals.isShortInteger(right, rightFrom, rightTo)) {
      long x = Decimals.parseLong(left, leftFrom, leftTo);
      long y = Decimals.parseLong(right, rightFrom, rightTo);
      number(subtract ? x - y : x + y);
      return;
    }
    BigDecimal x = new BigDecimal(ascii(left, leftFrom, leftTo));
    BigDecimal y = new BigDecimal(ascii(right, rightFrom, rightTo));
    number(Decimals.text(subtract ? x.subtract(y) : x.add(y)));
  }

  private static String ascii(byte[] json, int from, int to) {
    return new String(json, from, to - from, StandardCharsets.ISO_8859_1);
  }

  /**
   * A binary in standard base64 with padding; writes nothing and returns false if it is not that.
   */
  public boolean base64(byte[] text, int from, int to) {
    if (!Bytes.isBase64(text, from, to)) {
      return false;
    }
    beginScalar('B', to - from);
    copyBase64(text, from, to);
    endScalar();
    return true;
  }

  /** As {@link #base64}, from the content of a JSON string, escapes and all. */
  public boolean jsonBase64(byte[] source, int from, int to) {
    if (Bytes.backslash(source, from, to) == to) {
      return base64(source, from, to);
    }
    int end = unescape(source, from, to);
    return base64(scratch, 0, end);
  }

  /** A binary from its bytes. */
  public void binary(byte[] bytes, int from, int to) {
    beginScalar('B', (to - from) / 3 * 4 + 4);
    length = Bytes.encodeBase64(bytes, from, to, buffer, length);
    size += to - from;
    endScalar();
  }

  /** A boolean. */
  public void bool(boolean value) {
    beginAny(0);
    put(value ? "{\"BOOL\":true}" : "{\"BOOL\":false}");
    size++;
  }

  /** The null value; false, which can be sent, is a fault. */
  public void nul(boolean value) {
    if (!value) {
      fault(VALUE_RANK, ValueFault.of(ValueFault.Kind.NULL_FALSE));
    }
    beginAny(0);
    put("{\"NULL\":true}");
    size++;
  }

  /** A value that was sent without a data type: a fault. */
  public void emptyValue() {
    fault(VALUE_RANK, ValueFault.of(ValueFault.Kind.EMPTY_VALUE));
    nul(true);
  }

  /**
   * Takes the last value back, so that another can be written in its place. For a value that was
   * sent with several data types: {@code value, discardValue, value, severalTypes}; so faults
   * inside the values come first, as on AWS.
   */
  public void discardValue() {
    length = valueStart;
    size = sizeBefore;
    if (length > 0 && buffer[length - 1] == ',') {
      length--;
    }
  }

  /** Says that the last value was sent with several data types: a fault. */
  public void severalTypes() {
    fault(VALUE_RANK, ValueFault.of(ValueFault.Kind.SEVERAL_TYPES));
  }

  // ---- Documents

  /** Starts a map. */
  public void beginMap() {
    beginAny(0);
    put("{\"M\":{");
    size += 3;
    push();
  }

  /** Ends the map. */
  public void endMap() {
    compact();
    nameCount = frameNames[depth];
    end('}');
  }

  /** Starts a list. */
  public void beginList() {
    beginAny(0);
    put("{\"L\":[");
    size += 3;
    push();
  }

  /** Ends the list. */
  public void endList() {
    end(']');
  }

  private void push() {
    depth++;
    if (depth == frameStart.length) {
      int capacity = depth * 2;
      frameStart = Arrays.copyOf(frameStart, capacity);
      frameSize = Arrays.copyOf(frameSize, capacity);
      frameNames = Arrays.copyOf(frameNames, capacity);
      frameDead = Arrays.copyOf(frameDead, capacity);
      frameTable = Arrays.copyOf(frameTable, capacity);
      frameTabled = Arrays.copyOf(frameTabled, capacity);
    }
    frameStart[depth] = valueStart;
    frameSize[depth] = sizeBefore;
    frameNames[depth] = nameCount;
    frameDead[depth] = deadCount;
    frameTabled[depth] = false;
  }

  private void end(char close) {
    ensure(2);
    buffer[length++] = (byte) close;
    buffer[length++] = '}';
    valueStart = frameStart[depth];
    sizeBefore = frameSize[depth];
    depth--;
  }

  // ---- Sets

  /** Starts a set: SS, NS or BS. */
  public void beginSet(AttributeType type) {
    beginAny(0);
    setType =
        switch (type) {
          case SS -> (byte) 'S';
          case NS -> (byte) 'N';
          case BS -> (byte) 'B';
          case S, N, B, M, L, BOOL, NULL -> throw new IllegalArgumentException(type + " is no set");
        };
    setCount = 0;
    setOrdered = true;
    put("{\"SS\":[");
    buffer[length - 5] = setType;
  }

  /**
   * An element of the set: UTF-8, a number's text, or base64, by the set's type. Writes nothing and
   * returns false if it should be base64 and is not.
   */
  public boolean member(byte[] text, int from, int to) {
    if (setType == 'B' && !Bytes.isBase64(text, from, to)) {
      return false;
    }
    int element = beginElement(Math.max(to - from, Decimals.MAX_LENGTH));
    if (setType == 'S') {
      size += text(text, from, to);
    } else if (setType == 'N') {
      decimal(text, from, to);
    } else {
      copyBase64(text, from, to);
    }
    endElement(element);
    return true;
  }

  /** As {@link #member}, from the content of a JSON string, escapes and all. */
  public boolean jsonMember(byte[] source, int from, int to) {
    if (Bytes.backslash(source, from, to) == to) {
      return member(source, from, to);
    }
    int end = unescape(source, from, to);
    return member(scratch, 0, end);
  }

  /** An element of a binary set from its bytes. */
  public void binaryMember(byte[] bytes, int from, int to) {
    int element = beginElement((to - from) / 3 * 4 + 4);
    length = Bytes.encodeBase64(bytes, from, to, buffer, length);
    size += to - from;
    endElement(element);
  }

  /** A null among the elements of the set: a fault. */
  public void nullMember() {
    fault(VALUE_RANK, ValueFault.of(ValueFault.Kind.NULL_IN_SET, setTypeName()));
  }

  /** An element of another set of the same type, addressed by its opening quote. */
  public void copyElement(byte[] json, int elementAt) {
    int end = Bytes.closingQuote(json, elementAt + 1);
    int element = beginElement(end - elementAt);
    System.arraycopy(json, elementAt + 1, buffer, length, end - elementAt - 1);
    length += end - elementAt - 1;
    size += elementSize(json, elementAt, end);
    endElement(element);
  }

  private int elementSize(byte[] json, int elementAt, int end) {
    return switch (setType) {
      case 'S' -> contentSize(json, elementAt + 1, end);
      case 'N' -> Decimals.size(json, elementAt + 1, end);
      default -> Bytes.base64Length(json, elementAt + 1, end);
    };
  }

  /** Ends the set: puts its elements in order, and finds out if there are none, or equal ones. */
  public void endSet() {
    if (setCount == 0) {
      fault(VALUE_RANK, ValueFault.of(ValueFault.Kind.EMPTY_SET, setTypeName()));
    } else if (!setOrdered) {
      orderElements();
    }
    ensure(2);
    buffer[length++] = ']';
    buffer[length++] = '}';
  }

  /** Writes the union of two sets of the same type. */
  public void union(byte[] a, int aAt, byte[] b, int bAt) {
    beginSet(CanonicalJson.type(a, aAt));
    int x = CanonicalJson.firstElement(a, aAt);
    int y = CanonicalJson.firstElement(b, bAt);
    while (x >= 0 || y >= 0) {
      int order = x < 0 ? 1 : y < 0 ? -1 : CanonicalJson.compareElements(setType, a, x, b, y);
      if (order <= 0) {
        copyElement(a, x);
        x = CanonicalJson.nextElement(a, x);
      } else {
        copyElement(b, y);
      }
      if (order >= 0) {
        y = CanonicalJson.nextElement(b, y);
      }
    }
    endSet();
  }

  /**
   * Writes the elements of a set that are not in another of the same type. If none is left it
   * writes nothing and returns false, there being no empty sets.
   */
  public boolean difference(byte[] a, int aAt, byte[] b, int bAt) {
    boolean begun = false;
    byte type = a[aAt + 2];
    int y = CanonicalJson.firstElement(b, bAt);
    for (int x = CanonicalJson.firstElement(a, aAt); x >= 0; x = CanonicalJson.nextElement(a, x)) {
      int order = -1;
      while (y >= 0 && (order = CanonicalJson.compareElements(type, a, x, b, y)) > 0) {
        y = CanonicalJson.nextElement(b, y);
      }
      if (y >= 0 && order == 0) {
        continue;
      }
      if (!begun) {
        beginSet(CanonicalJson.type(a, aAt));
        begun = true;
      }
      copyElement(a, x);
    }
    if (begun) {
      endSet();
    }
    return begun;
  }

  private String setTypeName() {
    return (char) setType + "S";
  }

  private int beginElement(int atLeast) {
    ensure(atLeast);
    if (setCount > 0) {
      buffer[length++] = ',';
    }
    buffer[length++] = '"';
    return length - 1;
  }

  private void endElement(int element) {
    ensure(2);
    buffer[length++] = '"';
    if (setCount == setElements.length) {
      setElements = Arrays.copyOf(setElements, setCount * 2);
    }
    setElements[setCount++] = element;
    if (setOrdered && setCount > 1) {
      int before = setElements[setCount - 2];
      setOrdered = CanonicalJson.compareElements(setType, buffer, before, buffer, element) < 0;
    }
  }

  private void orderElements() {
    int[] ordered = Arrays.copyOf(setElements, setCount);
    sort(ordered, new int[setCount], 0, setCount);
    int first = setElements[0];
    byte[] contents = Arrays.copyOfRange(buffer, first, length);
    boolean duplicates = false;
    int to = first;
    for (int i = 0; i < setCount; i++) {
      int element = ordered[i] - first;
      if (i > 0) {
        int before = ordered[i - 1] - first;
        duplicates |=
            CanonicalJson.compareElements(setType, contents, before, contents, element) == 0;
        buffer[to++] = ',';
      }
      int end = Bytes.closingQuote(contents, element + 1) + 1;
      System.arraycopy(contents, element, buffer, to, end - element);
      to += end - element;
    }
    if (duplicates && faultRank > VALUE_RANK) {
      List<String> arguments = new ArrayList<>();
      arguments.add(setTypeName());
      for (int i = 0; i < setCount; i++) {
        int element = setElements[i] - first;
        int end = Bytes.closingQuote(contents, element + 1);
        arguments.add(CanonicalJson.decode(contents, element + 1, end));
      }
      fault(VALUE_RANK, new ValueFault(ValueFault.Kind.DUPLICATES_IN_SET, null, arguments));
    }
  }

  /** Merge sort of elements by what they are. */
  private void sort(int[] elements, int[] spare, int from, int to) {
    if (to - from < 2) {
      return;
    }
    int middle = (from + to) >>> 1;
    sort(elements, spare, from, middle);
    sort(elements, spare, middle, to);
    System.arraycopy(elements, from, spare, from, to - from);
    int x = from;
    int y = middle;
    for (int i = from; i < to; i++) {
      boolean left =
          y == to
              || (x < middle
                  && CanonicalJson.compareElements(setType, buffer, spare[x], buffer, spare[y])
                      <= 0);
      elements[i] = left ? spare[x++] : spare[y++];
    }
  }

  // ---- Copies

  /** A copy of the canonical value at an offset; returns the offset after the value. */
  public int copy(byte[] json, int at) {
    long sizeAndEnd = CanonicalJson.sizeAndEnd(json, at);
    int end = (int) sizeAndEnd;
    beginAny(end - at);
    System.arraycopy(json, at, buffer, length, end - at);
    length += end - at;
    size += (int) (sizeAndEnd >>> 32);
    // A value of n bytes cannot be deeper than that: most need not be looked into.
    if (end - at > (MAX_LEVELS - depth) * 8
        && depth + CanonicalJson.depth(json, at) >= MAX_LEVELS) {
      fault(NESTING_RANK, ValueFault.of(ValueFault.Kind.NESTING_TOO_DEEP));
    }
    return end;
  }

  /** A copy of a value, with its fault if it has one. */
  public void copy(AttributeValue value) {
    ValueFault faultOfValue = value.fault();
    if (faultOfValue != null) {
      fault(VALUE_RANK, faultOfValue);
    }
    copy(value.array(), value.start());
  }

  /**
   * A copy of a member, name and value; {@code memberAt} is the offset of its name's opening quote.
   * That the name is not repeated is up to the caller. Returns the offset after the member, where
   * there is a comma if another follows.
   */
  public int copyMember(byte[] json, int memberAt) {
    int nameEnd = CanonicalJson.nameEnd(json, memberAt);
    quotedName(json, memberAt, nameEnd);
    return copy(json, nameEnd + 1);
  }

  /**
   * A copy of members as they stand in a map: from the first one's opening quote up to the last
   * one's closing brace. That no name is repeated, and that nothing gets too deep, is up to the
   * caller.
   *
   * @param memberSize DynamoDB's bytes of these members, if the caller knows them, and otherwise
   *     -1; only their sum counts, so that what was split can be given in one place and 0 in the
   *     other
   */
  public void copyMembers(byte[] json, int from, int to, int memberSize) {
    if (from >= to) {
      size += Math.max(memberSize, 0);
      return;
    }
    ensure(to - from);
    if (buffer[length - 1] != '{') {
      buffer[length++] = ',';
    }
    System.arraycopy(json, from, buffer, length, to - from);
    length += to - from;
    if (memberSize >= 0) {
      size += memberSize;
      return;
    }
    int member = from;
    while (member < to) {
      size += CanonicalJson.memberSize(json, member) + (depth == 0 ? 0 : 1);
      member = CanonicalJson.memberEnd(json, member) + 1;
    }
  }

  // ---- Pieces

  /** A name in canonical form, with its quotes. */
  byte[] quote(byte[] utf8) {
    begin(false);
    ensure(utf8.length);
    buffer[length++] = '"';
    text(utf8, 0, utf8.length);
    ensure(1);
    buffer[length++] = '"';
    return Arrays.copyOf(buffer, length);
  }

  /** Starts any value: the comma before it in a list, and what discarding it needs. */
  private void beginAny(int atLeast) {
    ensure(atLeast);
    sizeBefore = size;
    if (length > 0) {
      byte last = buffer[length - 1];
      if (last == '}') {
        buffer[length++] = ',';
        size++;
      } else if (last == '[') {
        size++;
      }
    }
    valueStart = length;
    if (depth >= MAX_LEVELS) {
      fault(NESTING_RANK, ValueFault.of(ValueFault.Kind.NESTING_TOO_DEEP));
    }
  }

  private void beginScalar(char type, int atLeast) {
    beginAny(atLeast);
    byte[] out = buffer;
    int at = length;
    out[at] = '{';
    out[at + 1] = '"';
    out[at + 2] = (byte) type;
    out[at + 3] = '"';
    out[at + 4] = ':';
    out[at + 5] = '"';
    length = at + 6;
  }

  private void endScalar() {
    ensure(2);
    buffer[length++] = '"';
    buffer[length++] = '}';
  }

  @SuppressWarnings("deprecation") // The characters are ASCII, of which this takes the low bytes.
  private void put(String ascii) {
    ascii.getBytes(0, ascii.length(), buffer, length);
    length += ascii.length();
  }

  private void decimal(byte[] text, int from, int to) {
    int start = length;
    int end = Decimals.normalize(text, from, to, buffer, start);
    if (end < 0) {
      String sent = new String(text, from, to - from, StandardCharsets.UTF_8);
      fault(VALUE_RANK, Decimals.fault(end, sent));
      buffer[start] = '0';
      end = start + 1;
    }
    length = end;
    size += Decimals.size(buffer, start, end);
  }

  private void copyBase64(byte[] text, int from, int to) {
    System.arraycopy(text, from, buffer, length, to - from);
    length += to - from;
    size += Bytes.base64Length(text, from, to);
  }

  /** Writes UTF-8 with what must be escaped escaped, and returns how many bytes of UTF-8 it is. */
  private int text(byte[] utf8, int from, int to) {
    int extra = 0;
    int start = length;
    int i = from;
    while (i < to) {
      int plain = Bytes.plainEnd(utf8, i, to);
      // Room for what is left and for the longest single step.
      ensure(to - i + 8);
      System.arraycopy(utf8, i, buffer, length, plain - i);
      length += plain - i;
      i = plain;
      while (i < to) {
        byte c = utf8[i];
        if (c < 0) {
          int sequence = Bytes.utf8Length(utf8, i, to);
          if (sequence == 0) {
            ensure(to - i + 8);
            System.arraycopy(REPLACEMENT, 0, buffer, length, 3);
            length += 3;
            i++;
          } else {
            for (int k = 0; k < sequence; k++) {
              buffer[length++] = utf8[i++];
            }
          }
        } else if (c < ' ' || c == '"' || c == '\\') {
          ensure(to - i + 8);
          extra += escape(c);
          i++;
        } else {
          break;
        }
      }
    }
    return length - start - extra;
  }

  /** Writes an escape and returns how many bytes it has more than one. */
  private int escape(byte c) {
    buffer[length++] = '\\';
    char letter =
        switch (c) {
          case '"' -> '"';
          case '\\' -> '\\';
          case '\b' -> 'b';
          case '\f' -> 'f';
          case '\n' -> 'n';
          case '\r' -> 'r';
          case '\t' -> 't';
          default -> 'u';
        };
    buffer[length++] = (byte) letter;
    if (letter != 'u') {
      return 1;
    }
    buffer[length++] = '0';
    buffer[length++] = '0';
    buffer[length++] = HEX[c >> 4];
    buffer[length++] = HEX[c & 15];
    return 5;
  }

  /**
   * Undoes the escapes of a JSON string into the scratch buffer, which may be replaced by a larger
   * one, and returns how many bytes that are; throws {@link IllegalArgumentException} if an escape
   * is not well formed.
   */
  private int unescape(byte[] source, int from, int to) {
    if (scratch.length < to - from) {
      scratch = new byte[Math.max(to - from, scratch.length * 2)];
    }
    byte[] out = scratch;
    int at = 0;
    int i = from;
    while (i < to) {
      int plain = Bytes.backslash(source, i, to);
      System.arraycopy(source, i, out, at, plain - i);
      at += plain - i;
      i = plain;
      if (i == to) {
        break;
      }
      int escape = i + 1 < to ? source[i + 1] : -1;
      i += 2;
      switch (escape) {
        case '"', '\\', '/' -> out[at++] = (byte) escape;
        case 'b' -> out[at++] = '\b';
        case 'f' -> out[at++] = '\f';
        case 'n' -> out[at++] = '\n';
        case 'r' -> out[at++] = '\r';
        case 't' -> out[at++] = '\t';
        case 'u' -> {
          int unit = hex(source, i, to);
          i += 4;
          if (Character.isHighSurrogate((char) unit)
              && i + 6 <= to
              && source[i] == '\\'
              && source[i + 1] == 'u'
              && Character.isLowSurrogate((char) hex(source, i + 2, to))) {
            unit = Character.toCodePoint((char) unit, (char) hex(source, i + 2, to));
            i += 6;
          } else if (Character.isSurrogate((char) unit)) {
            unit = 0xfffd;
          }
          at = Bytes.writeUtf8(unit, out, at);
        }
        default -> throw new IllegalArgumentException("Malformed escape in a JSON string");
      }
    }
    return at;
  }

  private static int hex(byte[] source, int from, int to) {
    if (from + 4 > to) {
      throw new IllegalArgumentException("Malformed escape in a JSON string");
    }
    int value = 0;
    for (int i = from; i < from + 4; i++) {
      int digit = source[i] < 0 ? -1 : Character.digit(source[i], 16);
      if (digit < 0) {
        throw new IllegalArgumentException("Malformed escape in a JSON string");
      }
      value = value << 4 | digit;
    }
    return value;
  }

  private void fault(int rank, ValueFault found) {
    if (rank >= faultRank) {
      return;
    }
    String attribute = null;
    if (item && attributeName >= 0) {
      int end = Bytes.closingQuote(buffer, attributeName + 1);
      attribute = CanonicalJson.decode(buffer, attributeName + 1, end);
    }
    fault = new ValueFault(found.kind(), attribute, found.arguments());
    faultRank = rank;
  }

  /** Makes room for so many bytes and {@link #SLACK} more. */
  private void ensure(int more) {
    int needed = length + more + SLACK;
    if (needed < 0) {
      throw new OutOfMemoryError("An item of more than 2 GiB");
    }
    if (needed > buffer.length) {
      buffer = Arrays.copyOf(buffer, (int) Math.min(Integer.MAX_VALUE - 8L, needed * 2L));
    }
  }
}
