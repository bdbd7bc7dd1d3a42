package dev.monotable.engine.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.testing.Seed;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("seeds")
class VectorNumbersTest {
  private static float parse(String text) {
    byte[] bytes = ("x" + text + "x").getBytes(StandardCharsets.US_ASCII);
    return VectorNumbers.parse(bytes, 1, bytes.length - 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "1",
        "-1",
        "0.1",
        "16777217",
        "16777219",
        "9007199254740993",
        "0.04129834845662117",
        "1.00000005960464477539062",
        "1.000000059604644775390625",
        "1.00000005960464477539063",
        "340282346638528859811704183484516925440",
        "340282356779733661637539395458142568448",
        "0.00000000000000000000000000000000000000000000140129846432481707",
        "0.0000000000000000000000000000000000000117549435082228750797"
      })
  void theNearestNumberIsRead(String text) {
    assertThat(parse(text)).isEqualTo(Float.parseFloat(text));
    assertThat(parse("-" + text.replace("-", "")))
        .isEqualTo(text.equals("0") ? 0f : -Math.abs(Float.parseFloat(text)));
  }

  @Test
  void randomNumbersAreReadAndWritten() {
    long seed = Seed.any();
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      float number = Float.intBitsToFloat(random.nextInt());
      if (Float.isNaN(number) || Float.isInfinite(number)) {
        continue;
      }
      String text = VectorNumbers.text(number);
      assertThat(Float.parseFloat(text)).as("seed " + seed).isEqualTo(number + 0f);
      assertThat(parse(text)).as("seed " + seed + ": " + text).isEqualTo(number + 0f);
      String near =
          new BigDecimal(number).add(new BigDecimal(Math.ulp(number) / 2)).toPlainString();
      assertThat(parse(near)).as("seed " + seed + ": " + near).isEqualTo(Float.parseFloat(near));
      String common = Double.toString(random.nextGaussian());
      if (!common.contains("E")) {
        assertThat(parse(common)).isEqualTo(Float.parseFloat(common));
      }
    }
  }

  @Test
  void theShortestTextIsWritten() {
    assertThat(VectorNumbers.text(0.1f)).isEqualTo("0.1");
    assertThat(VectorNumbers.text(1)).isEqualTo("1");
    assertThat(VectorNumbers.text(-0f)).isEqualTo("0");
    assertThat(VectorNumbers.text(2.0E-3f)).isEqualTo("0.002");
    assertThat(VectorNumbers.text(Float.MAX_VALUE))
        .isEqualTo("340282350000000000000000000000000000000");
  }
}
