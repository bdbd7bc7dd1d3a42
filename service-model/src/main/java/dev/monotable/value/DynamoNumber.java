package dev.monotable.value;

import java.math.BigDecimal;

/** A number of DynamoDB: up to 38 significant digits, magnitudes from 1E-130 to below 1E126, or zero. */
public final class DynamoNumber implements Comparable<DynamoNumber> {

  private final byte[] text;

  private DynamoNumber(byte[] text) {
    this.text = text;
  }

  /** Parses a number in any notation that DynamoDB accepts; throws {@link InvalidValueException}. */
  public static DynamoNumber parse(String text) {
    throw new UnsupportedOperationException();
  }

  /** Parses the ASCII bytes from {@code from} up to {@code to}; throws {@link InvalidValueException}. */
  public static DynamoNumber parse(byte[] text, int from, int to) {
    throw new UnsupportedOperationException();
  }

  /** The number of an integer. */
  public static DynamoNumber of(long value) {
    throw new UnsupportedOperationException();
  }

  /** The number of a decimal; throws {@link InvalidValueException} where it has no place in DynamoDB. */
  public static DynamoNumber of(BigDecimal value) {
    throw new UnsupportedOperationException();
  }

  /** The exact sum; throws {@link InvalidValueException} if it has no place in DynamoDB. */
  public DynamoNumber add(DynamoNumber other) {
    throw new UnsupportedOperationException();
  }

  /** The exact difference; throws {@link InvalidValueException} if it has no place in DynamoDB. */
  public DynamoNumber subtract(DynamoNumber other) {
    throw new UnsupportedOperationException();
  }

  /** The number negated. */
  public DynamoNumber negate() {
    throw new UnsupportedOperationException();
  }

  /** -1, 0 or 1. */
  public int signum() {
    throw new UnsupportedOperationException();
  }

  /** Whether the number has no fraction. */
  public boolean isWhole() {
    throw new UnsupportedOperationException();
  }

  /** Whether the number is whole and fits a long. */
  public boolean isLong() {
    throw new UnsupportedOperationException();
  }

  /** The number as a long; throws {@link ArithmeticException} unless {@link #isLong}. */
  public long longValue() {
    throw new UnsupportedOperationException();
  }

  /** The number as a decimal. */
  public BigDecimal toBigDecimal() {
    throw new UnsupportedOperationException();
  }

  /** Bytes that the number takes in an item, by DynamoDB's rule. */
  public int size() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int compareTo(DynamoNumber other) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DynamoNumber that && java.util.Arrays.equals(text, that.text);
  }

  @Override
  public int hashCode() {
    return java.util.Arrays.hashCode(text);
  }

  /** Canonical text: plain decimal notation, no superfluous zeros. */
  @Override
  public String toString() {
    throw new UnsupportedOperationException();
  }
}
