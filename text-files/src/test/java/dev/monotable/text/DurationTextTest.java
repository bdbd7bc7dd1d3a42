package dev.monotable.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which durations are read. */
class DurationTextTest {
  @ParameterizedTest
  @CsvSource({
    "2h, PT2H",
    "30s, PT30S",
    "PT2H, PT2H",
    "pt2h, PT2H",
    "P40D, PT960H",
    "40d, PT960H",
    "15m, PT15M",
    "500ms, PT0.5S",
    "0.5s, PT0.5S",
    "1.5h, PT1H30M",
    "1h30m, PT1H30M",
    "1d2h3m4s5ms, PT26H3M4.005S",
    "0.000000001s, PT0.000000001S",
    "90, PT1M30S",
    "0, PT0S",
    "0.25, PT0.25S",
    "-5m, PT-5M",
    "-PT5M, PT-5M",
    "9223372036854775807, PT2562047788015215H30M7S",
  })
  void aDurationIsRead(String text, Duration duration) {
    assertThat(DurationText.find(text)).isEqualTo(duration);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "h",
        "2 h",
        "2H",
        "2x",
        "2hours",
        "30m1h",
        "1h1h",
        "1h30",
        ".5s",
        "5.s",
        "--5s",
        "+5s",
        "1e3",
        "1,5s",
        "P",
        "PT",
        "P1M",
        "P1Y",
        "PT2X",
        "0.0000000001s",
        "9223372036854775808",
        "99999999999999999999999d",
        "PT99999999999999999999H",
        "0000000000000000000000000000000000000000000000000000001s",
        "\u0662h",
      })
  void anotherTextIsNone(String text) {
    assertThat(DurationText.find(text)).isNull();
  }
}
