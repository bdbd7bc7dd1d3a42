package dev.monotable.value;

import dev.monotable.api.Experimental;

/**
 * Sizes of values in {@link CanonicalJson canonical form} by DynamoDB's rule, without allocation.
 *
 * <p>The methods do not validate: the bytes must come from {@link ItemWriter}.
 */
@Experimental
public final class CanonicalSize {

  private CanonicalSize() {}

  /**
   * Returns the number of bytes of the value by DynamoDB's rule for items: S its UTF-8 bytes, N
   * about half its digits, B its bytes, BOOL and NULL 1, a set the sum of its elements, L and M 3
   * and for every element its bytes and 1 more, in M with the bytes of its name.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html">Item
   *     sizes and formats</a>
   */
  public static int of(byte[] json, int at) {
    return (int) (sizeAndEnd(json, at) >>> 32);
  }

  /**
   * Returns the number of bytes of a member by DynamoDB's rule for the attributes of an item: its
   * name and its value.
   */
  public static int ofMember(byte[] json, int memberAt) {
    long name = stringSizeAndEnd(json, memberAt + 1);
    return (int) (name >>> 32) + of(json, (int) name + 2);
  }

  /**
   * Returns {@link #of} in the upper half and {@link CanonicalJson#end} in the lower, in one pass.
   */
  static long sizeAndEnd(byte[] json, int at) {
    byte type = json[at + 2];
    return switch (json[at + 3]) {
      case '"' ->
          switch (type) {
            case 'M' -> membersSizeAndEnd(json, at + 5, 1) + (3L << 32) + 1;
            case 'L' -> listSizeAndEnd(json, at);
            default -> contentSizeAndEnd(type, json, at + 6) + 2;
          };
      case 'S' -> setSizeAndEnd(type, json, at);
      default -> 1L << 32 | CanonicalJson.end(json, at);
    };
  }

  private static long listSizeAndEnd(byte[] json, int at) {
    long size = 3;
    int i = at + 6;
    while (json[i] != ']') {
      long element = sizeAndEnd(json, i);
      size += (element >>> 32) + 1;
      i = (int) element;
      if (json[i] == ',') {
        i++;
      }
    }
    return size << 32 | (i + 2);
  }

  private static long setSizeAndEnd(byte type, byte[] json, int at) {
    long size = 0;
    int i = at + 7;
    while (json[i] != ']') {
      long element = contentSizeAndEnd(type, json, i + 1);
      size += element >>> 32;
      i = (int) element + 1;
      if (json[i] == ',') {
        i++;
      }
    }
    return size << 32 | (i + 2);
  }

  /**
   * Returns the size of members, each with an extra, in the upper half, and the offset after their
   * closing brace.
   */
  static long membersSizeAndEnd(byte[] json, int mapAt, int extra) {
    long size = 0;
    int i = mapAt + 1;
    while (json[i] != '}') {
      long name = stringSizeAndEnd(json, i + 1);
      long value = sizeAndEnd(json, (int) name + 2);
      size += (name >>> 32) + (value >>> 32) + extra;
      i = (int) value;
      if (json[i] == ',') {
        i++;
      }
    }
    return size << 32 | (i + 1);
  }

  private static long contentSizeAndEnd(byte type, byte[] json, int from) {
    if (type == 'S') {
      return stringSizeAndEnd(json, from);
    }
    int end = Bytes.closingQuote(json, from);
    long size = type == 'N' ? Decimals.size(json, from, end) : Bytes.base64Length(json, from, end);
    return size << 32 | end;
  }

  /**
   * Returns the number of UTF-8 bytes of a string's content in the upper half, and the offset of
   * its closing quote.
   */
  private static long stringSizeAndEnd(byte[] json, int from) {
    int size = -from;
    int i = Bytes.quoteOrBackslash(json, from);
    while (json[i] != '"') {
      int length = CanonicalJson.unitLength(json, i);
      size -= length - 1;
      i = Bytes.quoteOrBackslash(json, i + length);
    }
    return (long) (size + i) << 32 | i;
  }
}
