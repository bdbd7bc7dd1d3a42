package dev.monotable.value;

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
public final class ItemWriter extends ValueWriter {

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

  /** Of each open list and map, what {@link #valueStart} and {@link #sizeBefore} were. */
  private int[] frameStart = new int[8];

  private int[] frameSize = new int[8];
  private final OpenNames names = new OpenNames();

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
}
