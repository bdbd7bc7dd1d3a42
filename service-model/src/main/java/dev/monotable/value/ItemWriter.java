package dev.monotable.value;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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
public final class ItemWriter extends CanonicalBuffer {

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

  private static final int TOP_NAME_RANK = 0;
  private static final int VALUE_RANK = 1;
  private static final int NESTING_RANK = 2;
  private static final int INNER_NAME_RANK = 3;
  private static final int NO_FAULT_RANK = 4;

  private int size;
  private @Nullable ValueFault fault;
  private int faultRank;

  /** Whether an item is written, so that names at depth 0 are those of attributes. */
  private boolean item;

  private int attributeName;

  /** Where the last value, or the one that is being written, starts, and the size before it. */
  private int valueStart;

  private int sizeBefore;

  /** How many lists and maps are open, and of each what {@link #valueStart} and its like were. */
  private int depth;

  private int[] frameStart = new int[8];
  private int[] frameSize = new int[8];
  private final OpenNames names = new OpenNames();
  private final SetElements elements = new SetElements();

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
    length = names.compact(buffer, length);
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
    clear();
    size = 0;
    fault = null;
    faultRank = NO_FAULT_RANK;
    this.item = item;
    depth = 0;
    names.clear();
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
    put(json, from, to);
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
    int earlier = names.put(buffer, start, length);
    if (earlier >= 0) {
      names.drop(earlier, CanonicalJson.memberEnd(buffer, earlier) + 1);
      size -= CanonicalSize.ofMember(buffer, earlier) + (depth == 0 ? 0 : 1);
    }
    buffer[length++] = ':';
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
    put(utf8, from, to);
    size += to - from;
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
    length = names.compact(buffer, length);
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
      frameStart = Arrays.copyOf(frameStart, depth * 2);
      frameSize = Arrays.copyOf(frameSize, depth * 2);
    }
    frameStart[depth] = valueStart;
    frameSize[depth] = sizeBefore;
    names.open();
  }

  private void end(char close) {
    ensure(2);
    buffer[length++] = (byte) close;
    buffer[length++] = '}';
    valueStart = frameStart[depth];
    sizeBefore = frameSize[depth];
    depth--;
    names.close();
  }

  // ---- Sets

  /** Starts a set: SS, NS or BS. */
  public void beginSet(AttributeType type) {
    beginAny(0);
    elements.begin(
        switch (type) {
          case SS -> (byte) 'S';
          case NS -> (byte) 'N';
          case BS -> (byte) 'B';
          case S, N, B, M, L, BOOL, NULL -> throw new IllegalArgumentException(type + " is no set");
        });
    put("{\"SS\":[");
    buffer[length - 5] = elements.type();
  }

  /**
   * An element of the set: UTF-8, a number's text, or base64, by the set's type. Writes nothing and
   * returns false if it should be base64 and is not.
   */
  public boolean member(byte[] text, int from, int to) {
    byte type = elements.type();
    if (type == 'B' && !Bytes.isBase64(text, from, to)) {
      return false;
    }
    int element = beginElement(Math.max(to - from, Decimals.MAX_LENGTH));
    if (type == 'S') {
      size += text(text, from, to);
    } else if (type == 'N') {
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
    fault(VALUE_RANK, ValueFault.of(ValueFault.Kind.NULL_IN_SET, elements.typeName()));
  }

  /** An element of another set of the same type, addressed by its opening quote. */
  public void copyElement(byte[] json, int elementAt) {
    int end = Bytes.closingQuote(json, elementAt + 1);
    int element = beginElement(end - elementAt);
    put(json, elementAt + 1, end);
    size += elementSize(json, elementAt, end);
    endElement(element);
  }

  private int elementSize(byte[] json, int elementAt, int end) {
    return switch (elements.type()) {
      case 'S' -> contentSize(json, elementAt + 1, end);
      case 'N' -> Decimals.size(json, elementAt + 1, end);
      default -> Bytes.base64Length(json, elementAt + 1, end);
    };
  }

  /** Ends the set: puts its elements in order, and finds out if there are none, or equal ones. */
  public void endSet() {
    if (elements.isEmpty()) {
      fault(VALUE_RANK, ValueFault.of(ValueFault.Kind.EMPTY_SET, elements.typeName()));
    } else {
      ValueFault duplicates = elements.order(buffer, length);
      if (duplicates != null) {
        fault(VALUE_RANK, duplicates);
      }
    }
    ensure(2);
    buffer[length++] = ']';
    buffer[length++] = '}';
  }

  private int beginElement(int atLeast) {
    ensure(atLeast);
    if (!elements.isEmpty()) {
      buffer[length++] = ',';
    }
    buffer[length++] = '"';
    return length - 1;
  }

  private void endElement(int element) {
    ensure(2);
    buffer[length++] = '"';
    elements.add(buffer, element);
  }

  // ---- Copies

  /** A copy of the canonical value at an offset; returns the offset after the value. */
  public int copy(byte[] json, int at) {
    long sizeAndEnd = CanonicalSize.sizeAndEnd(json, at);
    int end = (int) sizeAndEnd;
    beginAny(end - at);
    put(json, at, end);
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
    put(json, from, to);
    if (memberSize >= 0) {
      size += memberSize;
      return;
    }
    int member = from;
    while (member < to) {
      size += CanonicalSize.ofMember(json, member) + (depth == 0 ? 0 : 1);
      member = CanonicalJson.memberEnd(json, member) + 1;
    }
  }

  // ---- Pieces

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
    put(text, from, to);
    size += Bytes.base64Length(text, from, to);
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
}
