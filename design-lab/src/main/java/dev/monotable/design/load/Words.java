package dev.monotable.design.load;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Sentences with values in them. */
public final class Words {
  private static final String PLACE = "{}";

  private Words() {}

  /** Returns a text whose places <code>{}</code> are filled with values in their order. */
  public static String fill(String text, @Nullable Object... values) {
    StringBuilder filled = new StringBuilder(text.length() + 16 * values.length);
    int from = 0;
    for (Object value : values) {
      int place = text.indexOf(PLACE, from);
      if (place < 0) {
        throw new IllegalArgumentException("more values than places: " + text);
      }
      filled.append(text, from, place).append(value);
      from = place + PLACE.length();
    }
    if (text.indexOf(PLACE, from) >= 0) {
      throw new IllegalArgumentException("more places than values: " + text);
    }
    return filled.append(text, from, text.length()).toString();
  }

  /** Returns a number with a noun, such as {@code 1 item} or {@code 3 items}. */
  public static String count(long number, String noun) {
    return count(number, noun, noun + "s");
  }

  /** Returns a number with a noun that is not formed with an s, such as {@code 2 Queries}. */
  public static String count(long number, String one, String several) {
    return Numbers.plain(number) + " " + (number == 1 ? one : several);
  }

  /** Returns units with their kind, such as {@code 1.5 read units}. */
  public static String units(double units, String kind) {
    return plain(units) + " " + kind + (units == 1 ? " unit" : " units");
  }

  /** Returns a number as it is written in a sentence. */
  public static String plain(double number) {
    return Numbers.plain(BigDecimal.valueOf(number));
  }

  /** Returns a share in percent, rounded. */
  public static String percent(double share) {
    return Math.round(share * 100) + " %";
  }
}
