package dev.monotable.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.testing.Seed;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("seeds")
class JsonWriterTest {
  private static String written(Consumer<JsonWriter> writing) {
    JsonWriter writer = new JsonWriter();
    writing.accept(writer);
    return new String(writer.array(), 0, writer.length(), StandardCharsets.UTF_8);
  }

  @Test
  void escapesOnlyCharactersThatNeedIt() {
    assertThat(written(w -> w.string("a\"\\/\b\f\n\r\t\u0001\u001f\u007fü€😀")))
        .isEqualTo("\"a\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\u007fü€😀\"");
  }

  @Test
  void replacesALoneSurrogate() {
    assertThat(written(w -> w.string("a\ud83db\ude00"))).isEqualTo("\"a\uFFFDb\uFFFD\"");
  }

  @Test
  void growsForALongString() {
    String text = "\u0001".repeat(10_000);
    assertThat(written(w -> w.string(text))).isEqualTo("\"" + "\\u0001".repeat(10_000) + "\"");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 7, 9, 10, 99, 100, 1_000_000, -1, -10, Long.MAX_VALUE, Long.MIN_VALUE})
  void writesWholeNumbers(long value) {
    assertThat(written(w -> w.number(value))).isEqualTo(Long.toString(value));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 1, 1.5, 20, 999_999.5, 1e6, 0.25, -1, -0.5, 1e300, 1 / 3.0})
  void writesDoublesAsJavaDoes(double value) {
    assertThat(written(w -> w.number(value))).isEqualTo(Double.toString(value));
  }

  @ParameterizedTest
  @CsvSource({
    "1363801528686, 1.363801528686E9",
    "1464805270000, 1.46480527E9",
    "1700000000000, 1.7E9",
    "2000000000000, 2.0E9",
    "10000000000, 1.0E7",
    "1500, 1.5",
    "0, 0.0"
  })
  void writesTimesAsAwsDoes(long epochMillis, String expected) {
    assertThat(written(w -> w.time(epochMillis))).isEqualTo(expected);
  }

  @Test
  void writesTimesThatParseToTheSameDouble() {
    Random random = new Random(Seed.of(7));
    for (int i = 0; i < 10_000; i++) {
      long millis = random.nextLong(10_000_000_000_000L);
      assertThat(Double.parseDouble(written(w -> w.time(millis)))).isEqualTo(millis / 1000.0);
    }
  }
}
