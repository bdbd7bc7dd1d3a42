package dev.monotable.value;

import dev.monotable.api.Experimental;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes items and values as canonical bytes. The buffer is reused for the next item. Not thread
 * safe.
 *
 * <p>Order of calls: {@code beginItem (name value)* endItem}, or {@code beginValue value endValue}.
 * A value is one call for a scalar or a copy, or {@code beginMap (name value)* endMap}, {@code
 * beginList value* endList}, {@code beginSet member* endSet}. The writer does not check the order.
 *
 * <p>The writer escapes strings, replaces invalid UTF-8, normalizes numbers, sorts sets, counts the
 * size by DynamoDB's rule, keeps the last of repeated names, and validates values. An invalid value
 * is recorded as a {@link ValueFault} and writing continues. The item or value carries the fault
 * that DynamoDB would report: first an empty name of a top-level attribute, then the first value
 * that is invalid or nested too deep, then an empty name inside a map.
 *
 * @see CanonicalJson
 */
@Experimental
public final class ItemWriter extends ValueWriter {

  /**
   * The maximum number of levels of a document; the value of a top-level attribute is at level 1.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html">Quotas:
   *     nested attribute depth</a>
   */
  public static final int MAX_LEVELS = 32;

  /**
   * The maximum length of an attribute name, in bytes.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html">Quotas:
   *     attribute names</a>
   */
  public static final int MAX_NAME_BYTES = 65535;

  /** The values of {@link #valueStart} and {@link #sizeBefore} for each open list and map. */
  private int[] frameStart = new int[8];

  private int[] frameSize = new int[8];
  private final OpenNames names = new OpenNames();

  /** Refers weakly to the writers, so that no thread keeps this class and its class loader. */
  private static final ThreadLocal<@Nullable WeakReference<ItemWriter>> OF_THREAD =
      new ThreadLocal<>();

  /** Creates a writer with a small buffer. */
  public ItemWriter() {}

  /**
   * Returns this thread's writer, for an item that is written at once: a new writer allocates more
   * than most items. The caller must end the item before it calls anything that may use this writer
   * too.
   */
  public static ItemWriter ofThread() {
    WeakReference<ItemWriter> known = OF_THREAD.get();
    ItemWriter writer = known == null ? null : known.get();
    return writer == null ? newOfThread() : writer;
  }

  private static ItemWriter newOfThread() {
    ItemWriter writer = new ItemWriter();
    OF_THREAD.set(new WeakReference<>(writer));
    return writer;
  }

  // ---- Whole items and values

  /** Starts an item and discards anything unfinished. */
  public void beginItem() {
    begin(true);
    buffer[length++] = '{';
  }

  /** Ends the item and returns a copy of its bytes. */
  public Item endItem() {
    if (length == 1) {
      return fault == null ? Item.EMPTY : new Item(new byte[] {'{', '}'}, 0, fault);
    }
    length = names.compact(buffer, length);
    ensure(1);
    buffer[length++] = '}';
    return Item.of(Arrays.copyOf(buffer, length), size, fault, numberScales);
  }

  /** Starts a single value and discards anything unfinished. */
  public void beginValue() {
    begin(false);
  }

  /** Ends the single value and returns a copy of its bytes. */
  public AttributeValue endValue() {
    return new AttributeValue(Arrays.copyOf(buffer, length), 0, length, fault);
  }

  private void begin(boolean item) {
    clear();
    size = 0;
    fault = null;
    faultRank = NO_FAULT_RANK;
    severalStart = -1;
    numberScales = 0;
    this.item = item;
    depth = 0;
    names.clear();
    attributeName = -1;
  }

  /** Returns the fault so far, or null. */
  public @Nullable ValueFault fault() {
    return fault;
  }

  /** Sets whether the faults of what follows are {@link ValueFault#unusual() unusual}. */
  public void markUnusual(boolean mark) {
    unusual = mark;
  }

  /** Returns the size written so far, in bytes by DynamoDB's rule. */
  public int size() {
    return size;
  }

  // ---- Names

  /** Writes the name of the next member from unescaped UTF-8. Invalid UTF-8 becomes U+FFFD. */
  public void name(byte[] utf8, int from, int to) {
    int start = beginName(to - from);
    size += text(utf8, from, to);
    endName(start);
  }

  /** Writes the name of the next member from the content of a JSON string with its escapes. */
  public void jsonName(byte[] source, int from, int to) {
    if (Bytes.backslash(source, from, to) == to) {
      name(source, from, to);
    } else {
      int end = unescape(source, from, to);
      name(scratch, 0, end);
    }
  }

  /** Writes the name of the next member from valid UTF-8 that needs no escapes. */
  public void plainName(byte[] utf8, int from, int to) {
    int start = beginName(to - from);
    plain(utf8, from, to);
    endName(start);
  }

  /** Writes the name of the next member. A lone surrogate becomes U+FFFD. */
  public void name(String name) {
    byte[] utf8 = Bytes.utf8(name);
    name(utf8, 0, utf8.length);
  }

  /**
   * Writes the name of the next member, in canonical form with quotes (see {@link
   * CanonicalJson#quote}). The caller ensures that it is neither repeated nor empty.
   */
  public void quotedName(byte[] quotedName) {
    quotedName(quotedName, 0, quotedName.length);
  }

  /** Writes a name as {@link #quotedName(byte[])} does; the name is part of an array. */
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

  /** Copies the canonical value at an offset and returns the offset after it. */
  public int copy(byte[] json, int at) {
    long sizeAndEnd = CanonicalSize.sizeAndEnd(json, at);
    int end = (int) sizeAndEnd;
    beginAny(end - at);
    put(json, at, end);
    size += (int) (sizeAndEnd >>> 32);
    // A value of n bytes cannot be deeper than that, so most are not walked.
    if (end - at > (MAX_LEVELS - depth) * 8
        && depth + CanonicalJson.depth(json, at) >= MAX_LEVELS) {
      fault(VALUE_RANK, ValueFault.of(ValueFault.Kind.NESTING_TOO_DEEP));
    }
    return end;
  }

  /** Copies a value, with its fault if it has one. */
  public void copy(AttributeValue value) {
    ValueFault faultOfValue = value.fault();
    if (faultOfValue != null) {
      fault(VALUE_RANK, faultOfValue);
    }
    copy(value.array(), value.start());
  }

  /**
   * Copies a member, name and value; {@code memberAt} is the offset of the opening quote of its
   * name. The caller ensures that the name is not repeated. Returns the offset after the member,
   * where a comma follows if there is another member.
   */
  public int copyMember(byte[] json, int memberAt) {
    int nameEnd = CanonicalJson.nameEnd(json, memberAt);
    quotedName(json, memberAt, nameEnd);
    return copy(json, nameEnd + 1);
  }

  /**
   * Copies consecutive members of a map, from the opening quote of the first to the closing brace
   * of the last. The caller ensures that no name is repeated and that nothing is nested too deep.
   *
   * @param memberSize the size of these members in bytes by DynamoDB's rule, or -1 if unknown. Only
   *     the sum over all calls matters
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
