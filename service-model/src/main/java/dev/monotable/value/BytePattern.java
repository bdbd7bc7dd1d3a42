package dev.monotable.value;

import java.util.Arrays;

/**
 * A sequence of bytes to search for, by the algorithm of Crochemore and Perrin ("Two-way
 * string-matching", 1991): linear time in the worst case, and no tables.
 *
 * <p>The pattern is cut at a critical position. The part from there on is compared from left to
 * right, then the part before it from right to left. After a mismatch in the first comparison, the
 * pattern moves behind the mismatch; after one in the second, by its period.
 */
final class BytePattern {
  private final byte[] bytes;
  private final int from;
  private final int length;

  /** The length of the part before the critical position. */
  private final int left;

  private final int period;

  /** Whether the pattern repeats its first {@link #period} bytes, so that matches may overlap. */
  private final boolean periodic;

  BytePattern(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.from = from;
    this.length = to - from;
    long one = maximalSuffix(1);
    long other = maximalSuffix(-1);
    long cut = (int) (one >>> 32) > (int) (other >>> 32) ? one : other;
    this.left = (int) (cut >>> 32);
    int suffixPeriod = (int) cut;
    this.periodic =
        left + suffixPeriod <= length
            && Arrays.equals(
                bytes, from, from + left, bytes, from + suffixPeriod, from + suffixPeriod + left);
    this.period = periodic ? suffixPeriod : Math.max(left, length - left) + 1;
  }

  /** Returns the start of the maximal suffix in the upper half, and its period in the lower. */
  private long maximalSuffix(int order) {
    int start = 0;
    int candidate = 1;
    int compared = 0;
    int suffixPeriod = 1;
    while (candidate + compared < length) {
      int difference = bytes[from + candidate + compared] - bytes[from + start + compared];
      if (difference == 0) {
        if (++compared == suffixPeriod) {
          candidate += suffixPeriod;
          compared = 0;
        }
      } else if (difference * order < 0) {
        candidate += compared + 1;
        compared = 0;
        suffixPeriod = candidate - start;
      } else {
        start = candidate;
        candidate = start + 1;
        compared = 0;
        suffixPeriod = 1;
      }
    }
    return (long) start << 32 | suffixPeriod;
  }

  /** Returns the first offset of the pattern in a range of a text, or -1. */
  int find(byte[] text, int start, int end) {
    int at = start;
    int known = 0; // bytes at the start of the pattern that are known to match
    while (at <= end - length) {
      int i = Math.max(left, known);
      while (i < length && bytes[from + i] == text[at + i]) {
        i++;
      }
      if (i < length) {
        at += i - left + 1;
        known = 0;
        continue;
      }
      i = left - 1;
      while (i >= known && bytes[from + i] == text[at + i]) {
        i--;
      }
      if (i < known) {
        return at;
      }
      at += period;
      known = periodic ? length - period : 0;
    }
    return -1;
  }
}
