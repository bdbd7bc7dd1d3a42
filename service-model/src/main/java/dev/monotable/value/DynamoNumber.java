package dev.monotable.value;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A DynamoDB number: zero, or a magnitude from 1E-130 to below 1E126 with up to 38 significant
 * digits. It is stored as canonical text; numbers of equal value are equal.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html#HowItWorks.DataTypes.Number">Number</a>
 */
public final class DynamoNumber implements Comparable<DynamoNumber> {

  /** Canonical text. */
  private final byte[] text;

  DynamoNumber(byte[] text) {
    this.text = text;
  }

  /**
   * Parses a number in any notation that DynamoDB accepts; throws {@link InvalidValueException}.
   */
  public static DynamoNumber parse(String text) {
    byte[] utf8 = Bytes.utf8(text);
    return parse(utf8, 0, utf8.length);
  }

  /** Parses the bytes from {@code from} up to {@code to}; throws {@link InvalidValueException}. */
  public static DynamoNumber parse(byte[] text, int from, int to) {
    byte[] canonical = new byte[Math.max(to - from, Decimals.MAX_LENGTH)];
    int end = Decimals.normalize(text, from, to, canonical, 0);
    if (end < 0) {
      String sent = new String(text, from, to - from, StandardCharsets.UTF_8);
      throw new InvalidValueException(Decimals.fault(end, sent));
    }
    return new DynamoNumber(Arrays.copyOf(canonical, end));
  }

  /** Converts an integer. */
  public static DynamoNumber of(long value) {
    return new DynamoNumber(Bytes.ascii(Long.toString(value)));
  }

  /** Converts a decimal; throws {@link InvalidValueException} if DynamoDB cannot store it. */
  public static DynamoNumber of(BigDecimal value) {
    return parse(Decimals.text(value));
  }

  /** Returns the exact sum; throws {@link InvalidValueException} if DynamoDB cannot store it. */
  public DynamoNumber add(DynamoNumber other) {
    return isShortInteger() && other.isShortInteger()
        ? of(parseLong() + other.parseLong())
        : of(toBigDecimal().add(other.toBigDecimal()));
  }

  /**
   * Returns the exact difference; throws {@link InvalidValueException} if DynamoDB cannot store it.
   */
  public DynamoNumber subtract(DynamoNumber other) {
    return isShortInteger() && other.isShortInteger()
        ? of(parseLong() - other.parseLong())
        : of(toBigDecimal().subtract(other.toBigDecimal()));
  }

  /** Returns the number with the opposite sign. */
  public DynamoNumber negate() {
    if (signum() == 0) {
      return this;
    }
    if (text[0] == '-') {
      return new DynamoNumber(Arrays.copyOfRange(text, 1, text.length));
    }
    byte[] negated = new byte[text.length + 1];
    negated[0] = '-';
    System.arraycopy(text, 0, negated, 1, text.length);
    return new DynamoNumber(negated);
  }

  /** Returns -1, 0 or 1. */
  public int signum() {
    return text[0] == '-' ? -1 : text.length == 1 && text[0] == '0' ? 0 : 1;
  }

  /** Returns whether the number has no fraction. */
  public boolean isWhole() {
    for (byte c : text) {
      if (c == '.') {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the number is whole and fits a long. */
  public boolean isLong() {
    return isShortInteger()
        || (isWhole() && text.length <= 20 && toBigDecimal().toBigInteger().bitLength() <= 63);
  }

  /** Returns the number as a long; throws {@link ArithmeticException} unless {@link #isLong}. */
  public long longValue() {
    return isShortInteger() ? parseLong() : toBigDecimal().longValueExact();
  }

  /** Returns the number as a decimal. */
  public BigDecimal toBigDecimal() {
    return new BigDecimal(toString());
  }

  /** Returns the size of the number in an item, in bytes by DynamoDB's rule. */
  public int size() {
    return Decimals.size(text, 0, text.length);
  }

  /** Returns the canonical text itself; never modify it. */
  byte[] text() {
    return text;
  }

  private boolean isShortInteger() {
    return Decimals.isShortInteger(text, 0, text.length);
  }

  private long parseLong() {
    return Decimals.parseLong(text, 0, text.length);
  }

  @Override
  public int compareTo(DynamoNumber other) {
    return isShortInteger() && other.isShortInteger()
        ? Long.compare(parseLong(), other.parseLong())
        : toBigDecimal().compareTo(other.toBigDecimal());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DynamoNumber that && Arrays.equals(text, that.text);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(text);
  }

  /** Returns the canonical text: plain decimal notation without superfluous zeros. */
  @Override
  public String toString() {
    return new String(text, StandardCharsets.ISO_8859_1);
  }
}
