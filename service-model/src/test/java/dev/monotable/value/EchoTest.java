package dev.monotable.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class EchoTest {
  private static final String LONGEST = "x".repeat(Echo.MAX_CHARS);

  @Test
  void aTextIsCutOnlyIfItIsTooLong() {
    assertThat(Echo.of("")).isEmpty();
    assertThat(Echo.of(LONGEST)).isSameAs(LONGEST);
    assertThat(Echo.of(LONGEST + "y")).isEqualTo(LONGEST + "...");
  }

  @Test
  void aPairOfSurrogatesIsNotDivided() {
    String text = "x".repeat(Echo.MAX_CHARS - 1) + "😀";
    assertThat(Echo.of(text)).isEqualTo("x".repeat(Echo.MAX_CHARS - 1) + "...");
  }

  @Test
  void aListIsCutAfterItsFirstTooLongPart() {
    assertThat(Echo.of(List.of("a", "b"))).isEqualTo(List.of("a", "b"));
    assertThat(Echo.of(List.of(LONGEST, "b", "c"))).isEqualTo(List.of(LONGEST, "b", "..."));
    assertThat(Echo.of(List.of("a", LONGEST + "x"))).isEqualTo(List.of("a", LONGEST + "..."));
    assertThat(Echo.of(Collections.nCopies(1_000_000, "ab"))).hasSize(Echo.MAX_CHARS / 2 + 2);
  }

  @Test
  void textsOfValuesAreCut() {
    AttributeValue text = AttributeValue.string("é\n".repeat(100_000));
    assertThat(text.stringEcho())
        .startsWith("é\né\n")
        .endsWith("...")
        .hasSizeLessThan(Echo.MAX_CHARS + 4);
    assertThat(text.echo())
        .startsWith("{\"S\":\"é\\né\\n")
        .endsWith("...")
        .hasSizeLessThan(Echo.MAX_CHARS + 4);
    assertThat(AttributeValue.string("a\"b").stringEcho()).isEqualTo("a\"b");
    assertThat(AttributeValue.string("a\"b").echo()).isEqualTo("{\"S\":\"a\\\"b\"}");
    assertThat(AttributeValue.string(LONGEST).stringEcho()).isEqualTo(LONGEST);
    assertThat(AttributeValue.binary(new byte[100_000]).base64Echo())
        .isEqualTo("A".repeat(Echo.MAX_CHARS) + "...");
  }

  @Test
  void argumentsOfFaultsAreCut() {
    String digits = "9".repeat(1_000_000);
    assertThat(fault("{\"N\":\"" + digits + "\"}").arguments())
        .isEqualTo(List.of("9".repeat(Echo.MAX_CHARS) + "..."));
    String elements = "\"abc\",".repeat(100_000);
    assertThat(fault("{\"SS\":[" + elements + "\"abc\"]}").arguments())
        .hasSize(2 + Echo.MAX_CHARS / 6 + 1)
        .endsWith("abc", "...")
        .startsWith("SS", "abc");
  }

  private static ValueFault fault(String json) {
    return Objects.requireNonNull(AttributeValue.parse(json).fault());
  }
}
