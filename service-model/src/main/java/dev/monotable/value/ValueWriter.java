package dev.monotable.value;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes scalars and sets as canonical bytes, counts their size and keeps the fault that DynamoDB
 * would report. {@link ItemWriter} adds names, documents and whole items.
 *
 * <p>A superclass of the writer and not a part of it, so that a byte is written without an
 * indirection.
 */
abstract sealed class ValueWriter extends CanonicalBuffer permits ItemWriter {

  /** The ranks of faults: the lowest is reported. */
  static final int TOP_NAME_RANK = 0;

  static final int VALUE_RANK = 1;
  static final int INNER_NAME_RANK = 2;
  static final int NO_FAULT_RANK = 3;

  /** The result of {@link #order} for faults that are reported as they are found. */
  private static final int UNORDERED = 3;

  int size;
  @Nullable ValueFault fault;
  int faultRank;

  /** The place of the fault: an offset in the value that has it, or just before it. */
  private int faultAt;

  /** The start of the value with several data types that is being written; -1 if it has one. */
  int severalStart;

  /** Whether faults are marked as those of an unusual request. */
  boolean unusual;

  /** The result of {@link Item#numberScales()} for the item so far. */
  int numberScales;

  /** Whether an item is being written: names at depth 0 are then attribute names. */
  boolean item;

  /** The offset of the current attribute's name, or -1 before the first. */
  int attributeName;

  /** The offset of the last or current value, and the size before it. */
  int valueStart;

  int sizeBefore;

  /** The number of open lists and maps. */
  int depth;

  private final SetElements elements = new SetElements();

  // ---- Scalars

  /** Writes a string from unescaped UTF-8. Invalid UTF-8 becomes U+FFFD. */
  public final void string(byte[] utf8, int from, int to) {
    beginScalar('S', to - from);
    size += text(utf8, from, to);
    endScalar();
  }

  /** Writes a string from the content of a JSON string with its escapes. */
  public final void jsonString(byte[] source, int from, int to) {
    if (Bytes.backslash(source, from, to) == to) {
      string(source, from, to);
    } else {
      int end = unescape(source, from, to);
      string(scratch, 0, end);
    }
  }

  /** Writes a string from valid UTF-8 that needs no escapes. */
  public final void plainString(byte[] utf8, int from, int to) {
    beginScalar('S', to - from);
    plain(utf8, from, to);
    endScalar();
  }

  final void plain(byte[] utf8, int from, int to) {
    put(utf8, from, to);
    size += to - from;
  }

  /** Writes a string. A lone surrogate becomes U+FFFD. */
  public final void string(String value) {
    byte[] utf8 = Bytes.utf8(value);
    string(utf8, 0, utf8.length);
  }

  /** Writes a number, normalized from its text. */
  public final void number(byte[] text, int from, int to) {
    beginScalar('N', Math.max(to - from, Decimals.MAX_LENGTH));
    decimal(text, from, to);
    endScalar();
  }

  /** Writes a number from the content of a JSON string with its escapes. */
  public final void jsonNumber(byte[] source, int from, int to) {
    if (Bytes.backslash(source, from, to) == to) {
      number(source, from, to);
    } else {
      int end = unescape(source, from, to);
      number(scratch, 0, end);
    }
  }

  /** Writes a number, normalized from its text. */
  public final void number(String text) {
    byte[] utf8 = Bytes.utf8(text);
    number(utf8, 0, utf8.length);
  }

  /** Writes a number. */
  public final void number(long value) {
    beginScalar('N', 20);
    int start = length;
    length = Decimals.write(value, buffer, length);
    size += Decimals.size(buffer, start, length);
    endScalar();
  }

  /** Writes a number. */
  public final void number(DynamoNumber value) {
    number(value.text(), 0, value.text().length);
  }

  /**
   * Writes a binary from standard base64 with padding. Writes nothing and returns false if the
   * base64 is invalid.
   */
  public final boolean base64(byte[] text, int from, int to) {
    if (!Bytes.isBase64(text, from, to)) {
      return false;
    }
    beginScalar('B', to - from);
    copyBase64(text, from, to);
    endScalar();
    return true;
  }

  /** Writes {@link #base64} from the content of a JSON string with its escapes. */
  public final boolean jsonBase64(byte[] source, int from, int to) {
    if (Bytes.backslash(source, from, to) == to) {
      return base64(source, from, to);
    }
    int end = unescape(source, from, to);
    return base64(scratch, 0, end);
  }

  /** Writes a binary from its bytes. */
  public final void binary(byte[] bytes, int from, int to) {
    beginScalar('B', (to - from) / 3 * 4 + 4);
    length = Bytes.encodeBase64(bytes, from, to, buffer, length);
    size += to - from;
    endScalar();
  }

  /** Writes a boolean. */
  public final void bool(boolean value) {
    beginAny(0);
    put(value ? "{\"BOOL\":true}" : "{\"BOOL\":false}");
    size++;
  }

  /** Writes the null value; false, as in {@code {"NULL": false}}, is a fault. */
  public final void nul(boolean value) {
    if (!value) {
      fault(VALUE_RANK, ValueFault.of(ValueFault.Kind.NULL_FALSE));
    }
    beginAny(0);
    put("{\"NULL\":true}");
    size++;
  }

  /** Records a value without a data type, which is a fault. */
  public final void emptyValue() {
    fault(VALUE_RANK, ValueFault.of(ValueFault.Kind.EMPTY_VALUE));
    nul(true);
  }

  /**
   * Discards the last value, so that another can be written in its place. For a value with several
   * data types call {@code value, discardValue, value, severalTypes}: faults inside the values are
   * reported first, as on AWS: an empty set before a number, and a number before a null that is
   * false (nubo-db/dynoxide 3.2.0 {@code tests/value_layers.rs}).
   */
  public final void discardValue() {
    severalStart = valueStart;
    length = valueStart;
    size = sizeBefore;
    if (length > 0 && buffer[length - 1] == ',') {
      length--;
    }
  }

  /** Records that the last value has several data types, which is a fault. */
  public final void severalTypes() {
    severalStart = -1;
    fault(VALUE_RANK, ValueFault.of(ValueFault.Kind.SEVERAL_TYPES));
  }

  // ---- Sets

  /** Starts a set: SS, NS or BS. */
  public final void beginSet(AttributeType type) {
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
   * Writes an element of the set: UTF-8, the text of a number, or base64, by the type of the set.
   * Writes nothing and returns false if the base64 is invalid.
   */
  public final boolean member(byte[] text, int from, int to) {
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

  /** Writes a {@link #member} from the content of a JSON string with its escapes. */
  public final boolean jsonMember(byte[] source, int from, int to) {
    if (Bytes.backslash(source, from, to) == to) {
      return member(source, from, to);
    }
    int end = unescape(source, from, to);
    return member(scratch, 0, end);
  }

  /** Writes an element of a binary set from its bytes. */
  public final void binaryMember(byte[] bytes, int from, int to) {
    int element = beginElement((to - from) / 3 * 4 + 4);
    length = Bytes.encodeBase64(bytes, from, to, buffer, length);
    size += to - from;
    endElement(element);
  }

  /** Records a null among the elements of the set, which is a fault. */
  public final void nullMember() {
    fault(VALUE_RANK, ValueFault.of(ValueFault.Kind.NULL_IN_SET, elements.typeName()));
  }

  /** Copies an element of another set of the same type, given by its opening quote. */
  public final void copyElement(byte[] json, int elementAt) {
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

  /** Ends the set: sorts its elements, and records a fault if it is empty or two are equal. */
  public final void endSet() {
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

  // ---- Parts of values

  /** Starts any value: the comma before it in a list, and what discarding it needs. */
  final void beginAny(int atLeast) {
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
    if (depth >= ItemWriter.MAX_LEVELS) {
      fault(VALUE_RANK, ValueFault.of(ValueFault.Kind.NESTING_TOO_DEEP));
    }
  }

  static int contentSize(byte[] json, int from, int to) {
    if (Bytes.backslash(json, from, to) == to) {
      return to - from;
    }
    return Bytes.utf8(CanonicalJson.decode(json, from, to)).length;
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
    int end;
    if (Decimals.isCanonical(text, from, to)) {
      System.arraycopy(text, from, buffer, start, to - from);
      end = start + to - from;
    } else {
      end = Decimals.normalize(text, from, to, buffer, start);
      if (end < 0) {
        fault(VALUE_RANK, Decimals.fault(end, sent(text, from, to)));
        buffer[start] = '0';
        end = start + 1;
      } else {
        long scale = Decimals.scale(text, from, to) - Decimals.scale(buffer, start, end);
        numberScales += (int) scale * nameHash();
      }
    }
    length = end;
    size += Decimals.size(buffer, start, end);
  }

  /** Returns a hash of the name of the current attribute, which is odd. */
  private int nameHash() {
    int hash = 0;
    if (attributeName >= 0) {
      int end = Bytes.closingQuote(buffer, attributeName + 1);
      for (int i = attributeName + 1; i < end; i++) {
        hash = 31 * hash + buffer[i];
      }
    }
    return hash | 1;
  }

  /** Returns the text as sent, cut to what a message repeats. */
  private static String sent(byte[] text, int from, int to) {
    if (to - from <= Echo.MAX_CHARS) {
      return new String(text, from, to - from, StandardCharsets.UTF_8);
    }
    int end = from + Echo.MAX_CHARS;
    while (end > from && (text[end] & 0xc0) == 0x80) {
      end--;
    }
    return new String(text, from, end - from, StandardCharsets.UTF_8) + Echo.MORE;
  }

  private void copyBase64(byte[] text, int from, int to) {
    put(text, from, to);
    size += Bytes.base64Length(text, from, to);
  }

  final void fault(int rank, ValueFault found) {
    ValueFault known = fault;
    if (rank < faultRank || isBefore(found, known)) {
      fault =
          found.kind() == ValueFault.Kind.NESTING_TOO_DEEP ? at(found).besides(known) : at(found);
      faultRank = rank;
      faultAt = length;
    } else if (known != null
        && known.kind() == ValueFault.Kind.NESTING_TOO_DEEP
        && known.other() == null
        && found.kind() != ValueFault.Kind.NESTING_TOO_DEEP) {
      fault = known.besides(at(found));
    }
  }

  /** Returns whether a fault is reported instead of an earlier one in the same value. */
  private boolean isBefore(ValueFault found, @Nullable ValueFault known) {
    // A comma may follow where the fault of a null was found.
    return severalStart >= 0
        && known != null
        && faultRank == VALUE_RANK
        && faultAt >= severalStart - 1
        && order(known.kind()) < UNORDERED
        && order(found.kind()) < order(known.kind());
  }

  /** Returns the place of a fault among those of the data types of one value. */
  private static int order(ValueFault.Kind kind) {
    return switch (kind) {
      case EMPTY_SET -> 0;
      case NOT_A_NUMBER, NUMBER_TOO_PRECISE, NUMBER_OVERFLOW, NUMBER_UNDERFLOW -> 1;
      case NULL_FALSE -> 2;
      case EMPTY_VALUE,
          SEVERAL_TYPES,
          DUPLICATES_IN_SET,
          NULL_IN_SET,
          NESTING_TOO_DEEP,
          EMPTY_ATTRIBUTE_NAME,
          LONG_ATTRIBUTE_NAME ->
          UNORDERED;
    };
  }

  /** Returns the fault with the name of the current attribute. */
  private ValueFault at(ValueFault found) {
    String attribute = null;
    if (item && attributeName >= 0) {
      int end = Bytes.closingQuote(buffer, attributeName + 1);
      attribute = CanonicalJson.echo(buffer, attributeName + 1, end);
    }
    return new ValueFault(found.kind(), attribute, found.arguments(), found.other(), unusual);
  }
}
