package dev.monotable.engine.vector;

import dev.monotable.value.AttributeType;
import dev.monotable.value.CanonicalJson;
import dev.monotable.value.ItemWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Converts lists of numbers to 32-bit numbers and back. Each number becomes the nearest one, as
 * {@link Float#parseFloat} returns it.
 */
final class VectorNumbers {
  /** The greatest whole number below which a double is exact. */
  private static final long EXACT = 1L << 53;

  /** The bits of a double that a float does not have, and the middle between two floats in them. */
  private static final long LOST = (1L << 29) - 1;

  private static final long MIDDLE = 1L << 28;

  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private VectorNumbers() {}

  /**
   * Returns the vector at an offset of an item's JSON; null unless the value is a list of exactly
   * that many numbers in the range of 32-bit numbers.
   */
  static float @Nullable [] read(byte[] json, int at, int dimensions) {
    if (CanonicalJson.type(json, at) != AttributeType.L) {
      return null;
    }
    int element = CanonicalJson.firstElement(json, at);
    float[] vector = new float[dimensions];
    int size = 0;
    while (element >= 0) {
      if (size == dimensions || CanonicalJson.type(json, element) != AttributeType.N) {
        return null;
      }
      float number =
          parse(
              json,
              CanonicalJson.contentStart(json, element),
              CanonicalJson.contentEnd(json, element));
      if (Float.isInfinite(number)) {
        return null;
      }
      vector[size++] = number;
      element = CanonicalJson.nextElement(json, element);
    }
    return size == dimensions ? vector : null;
  }

  /**
   * Returns the number of a canonical text, which has no exponent.
   *
   * @return an infinite number if it is out of range
   */
  static float parse(byte[] text, int from, int to) {
    int i = from;
    boolean negative = text[i] == '-';
    if (negative) {
      i++;
    }
    long digits = 0;
    int scale = 0;
    boolean fraction = false;
    for (; i < to; i++) {
      byte c = text[i];
      if (c == '.') {
        fraction = true;
        continue;
      }
      digits = digits * 10 + (c - '0');
      if (digits >= EXACT) {
        return slow(text, from, to);
      }
      scale += fraction ? 1 : 0;
    }
    if (digits == 0) {
      return 0;
    }
    if (scale >= POWERS.length) {
      return slow(text, from, to);
    }
    // Both operands are exact, so this is the nearest double. The nearest float is that of the
    // double, unless the double lies in the middle between two floats.
    double nearest = digits / POWERS[scale];
    if ((Double.doubleToRawLongBits(nearest) & LOST) == MIDDLE) {
      return slow(text, from, to);
    }
    return (float) (negative ? -nearest : nearest);
  }

  private static float slow(byte[] text, int from, int to) {
    return Float.parseFloat(new String(text, from, to - from, StandardCharsets.US_ASCII));
  }

  /** Writes a vector as a list of numbers. */
  static void write(float[] vector, ItemWriter writer) {
    writer.beginList();
    for (float number : vector) {
      byte[] text = text(number).getBytes(StandardCharsets.US_ASCII);
      writer.number(text, 0, text.length);
    }
    writer.endList();
  }

  /** Returns the shortest decimal number without exponent whose nearest 32-bit number is this. */
  static String text(float number) {
    if (number == 0) {
      return "0";
    }
    BigDecimal decimal = new BigDecimal(Float.toString(number)).stripTrailingZeros();
    // Before JDK 19, Float.toString may return a digit too many.
    while (decimal.precision() > 1) {
      BigDecimal shorter =
          decimal.round(new MathContext(decimal.precision() - 1, RoundingMode.HALF_EVEN));
      if (shorter.floatValue() != number) {
        break;
      }
      decimal = shorter.stripTrailingZeros();
    }
    return decimal.toPlainString();
  }
}
