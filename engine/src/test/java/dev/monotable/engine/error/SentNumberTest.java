package dev.monotable.engine.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.testing.Seed;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("seeds")
class SentNumberTest {
  @Test
  void readsNumbersLikeBigDecimal() {
    for (String text :
        List.of(
            "1e126",
            "0e126",
            "0",
            "-0.0",
            "1E-131",
            "+.5e999",
            "5.e2147483647",
            "1e2147483648",
            "1e-2147483647",
            "10e2147483647",
            "0.1e2147483647",
            "123.4560e-200",
            "1e99999999999",
            "000001e+130",
            "0.00000000001",
            ".1e-2147483647")) {
      assertThat(large(ValueTexts.SentNumber.find(text))).as(text).isEqualTo(expected(text));
    }
    long seed = Seed.any();
    Random random = new Random(seed);
    for (int i = 0; i < 10_000; i++) {
      String text = "0".repeat(random.nextInt(3)) + random.nextInt(1000);
      text = random.nextBoolean() ? text : text + '.' + "0".repeat(random.nextInt(4)) + i;
      text = random.nextBoolean() ? text : text + 'e' + (random.nextInt() / 2);
      assertThat(large(ValueTexts.SentNumber.find(text)))
          .as("%s, seed %d", text, seed)
          .isEqualTo(expected(text));
    }
  }

  @Test
  void readsMillionsOfDigits() {
    assertThat(large(ValueTexts.SentNumber.find("7".repeat(15_000_000)))).isTrue();
    assertThat(large(ValueTexts.SentNumber.find("0." + "0".repeat(15_000_000) + "1"))).isFalse();
  }

  private static @Nullable Boolean large(ValueTexts.@Nullable SentNumber number) {
    return number == null ? null : number.isLarge();
  }

  private static @Nullable Boolean expected(String text) {
    try {
      int letter = Math.max(text.indexOf('e'), text.indexOf('E'));
      if (letter >= 0) {
        Integer.parseInt(text.substring(letter + 1));
      }
      BigDecimal number = new BigDecimal(text);
      return number.precision() - number.scale() > 0;
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
