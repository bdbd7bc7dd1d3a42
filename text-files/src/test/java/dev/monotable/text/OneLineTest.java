package dev.monotable.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class OneLineTest {
  private static final String HOSTILE = "a\u001b[2J\u009b\u202e\n\r\t\u2028\u007f\ud800é😀";
  private static final String SHOWN = "a\\u001b[2J\\u009b\\u202e\\n\\r\\t\\u2028\\u007f\\ud800é😀";

  @Test
  void charactersThatChangeATerminalAreVisible() {
    assertThat(OneLine.all(HOSTILE)).isEqualTo(SHOWN);
    assertThat(OneLine.message(HOSTILE)).isEqualTo(SHOWN);
    assertThat(OneLine.quote(HOSTILE)).isEqualTo(SHOWN);
    assertThat(OneLine.all(SHOWN)).isSameAs(SHOWN);
  }

  @Test
  void ofALongTextTheBeginningAndTheEndAreKept() {
    String text = "<".repeat(1_500) + "\n".repeat(60_000) + ">".repeat(1_500);

    assertThat(OneLine.message(text))
        .isEqualTo("<".repeat(980) + "… (61040 more characters) …" + ">".repeat(980));
    assertThat(OneLine.quote(text))
        .isEqualTo("<".repeat(80) + "… (62840 more characters) …" + ">".repeat(80));
    assertThat(OneLine.message(OneLine.quote(text))).isEqualTo(OneLine.quote(text));
    for (int length : new int[] {400, 1_999, 2_001, 100_000}) {
      String once = OneLine.message("\u001b".repeat(length));
      assertThat(once).hasSizeBetween(1_200, 2_000).isEqualTo(OneLine.message(once));
    }
  }

  @Test
  void errorsAndNoticesAreOneLine() {
    Path file = Path.of("x\n.json");
    FilePosition at = new FilePosition(file, 1, 2);

    assertThat(at).hasToString("x\\n.json:1:2");
    assertThat(new InvalidContentException(at, HOSTILE).reason()).isEqualTo(SHOWN);
    assertThat(new DataFileException(at, HOSTILE)).hasMessage("x\\n.json:1:2: " + SHOWN);
    assertThat(new Notice(at, HOSTILE)).hasToString("x\\n.json:1:2: " + SHOWN);
    assertThat(new FileValue.Scalar(at, "v".repeat(100_000)).describe()).hasSizeLessThan(300);
    assertThat(new DataFileException(at, "v".repeat(100_000)).getMessage()).hasSizeLessThan(2_100);
  }

  @Test
  void aPositionBeyondTheRangeOfAnIntIsThatOfTheLineOrTheFile() {
    Path file = Path.of("x.json");

    assertThat(new FilePosition(file, 3, -5)).isEqualTo(new FilePosition(file, 3, 0));
    assertThat(new FilePosition(file, -3, 5)).isEqualTo(FilePosition.of(file));
  }
}
