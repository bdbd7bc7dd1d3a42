package dev.monotable.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordCodecTest {
  enum Color {
    DEEP_RED,
    BLUE
  }

  record Pot(Color color, @Nullable Duration age, List<Integer> sizes) {}

  record Shelf(
      String name,
      boolean open,
      @Nullable Instant since,
      List<Pot> pots,
      @Nullable Map<String, String> labels) {
    Shelf {
      if (name.isEmpty()) {
        throw new IllegalArgumentException("a shelf needs a name");
      }
    }
  }

  private static final Shelf SHELF =
      new Shelf(
          "top \"1\"",
          true,
          Instant.parse("2026-01-01T00:00:00Z"),
          List.of(new Pot(Color.DEEP_RED, Duration.ofMinutes(90), List.of())),
          Map.of("a", "b"));

  private static final String STRICT =
      "{\"name\":\"top \\\"1\\\"\",\"open\":true,\"since\":\"2026-01-01T00:00:00Z\",\"pots\":"
          + "[{\"color\":\"deepRed\",\"age\":\"PT1H30M\",\"sizes\":[]}],\"labels\":{\"a\":\"b\"}}";

  @Test
  void aRecordIsWrittenAndRead() throws IOException {
    assertThat(write(RecordCodec.STRICT, SHELF)).isEqualTo(STRICT);
    assertThat(read(RecordCodec.STRICT, STRICT)).isEqualTo(SHELF);
  }

  @Test
  void theLenientFormHasTheNamesOfConstants() throws IOException {
    String text = write(RecordCodec.LENIENT, SHELF);

    assertThat(text).isEqualTo(STRICT.replace("deepRed", "DEEP_RED"));
    assertThat(read(RecordCodec.LENIENT, text.replace("{\"name\"", "{\"other\":1,\"name\"")))
        .isEqualTo(SHELF);
  }

  /** Former versions left out empty lists. */
  @Test
  void theLenientFormIsReadWithoutEmptyLists() {
    assertThat(
            read(
                RecordCodec.LENIENT,
                STRICT.replace("deepRed", "DEEP_RED").replace(",\"sizes\":[]", "")))
        .isEqualTo(SHELF);
  }

  @Test
  void absentMembersAreNullOrEmpty() {
    assertThat(read(RecordCodec.STRICT, "{\"name\":\"a\",\"open\":false,\"since\":null}"))
        .isEqualTo(new Shelf("a", false, null, List.of(), null));
  }

  @Test
  void aDurationIsReadInTheFormOfPeopleToo() {
    assertThat(read(RecordCodec.STRICT, STRICT.replace("PT1H30M", "1h30m"))).isEqualTo(SHELF);
  }

  @Test
  void valuesAreWrittenAsTheyAre() throws IOException {
    assertThat(write(RecordCodec.STRICT, new RecordCodec.RawJson("{\"N\":\"1\"}")))
        .isEqualTo("{\"N\":\"1\"}");
    String tree = "{\"a\":[1.50,\"1\",true,null,{\"b\":\"\\u0007\"}],\"c\":{}}";
    FileValue value =
        FileReaders.read(Path.of("tree.json"), new BufferedReader(new StringReader(tree)));
    assertThat(write(RecordCodec.STRICT, Map.of("tree", value)))
        .isEqualTo("{\"tree\":" + tree + "}");
  }

  @Test
  void errorsNameTheMemberAndWhatItMayBe() {
    assertInvalid(
        "{\"nam\":\"a\"}", "unknown member 'nam'; known are name, open, since, pots, labels");
    assertInvalid("{\"open\":true}", "'name' is missing");
    assertInvalid("{\"name\":1,\"open\":true}", "'name' is invalid: '1'; a string is needed");
    assertInvalid(
        "{\"name\":\"a\",\"open\":\"true\"}", "'open' is invalid: 'true'; true or false is needed");
    assertInvalid(
        "{\"name\":\"a\",\"open\":true,\"since\":\"today\"}",
        "'since' is invalid: 'today'; a time such as 2026-01-01T00:00:00Z is needed");
    assertInvalid(
        "{\"name\":\"a\",\"open\":true,\"pots\":[{\"color\":\"RED\"}]}",
        "'color' is invalid: 'RED'; one of deepRed, blue is needed");
    assertInvalid(
        "{\"name\":\"a\",\"open\":true,\"pots\":[{\"color\":\"blue\",\"age\":\"1 day\"}]}",
        "'age' is invalid: '1 day'; a duration such as 2h, 30s or PT2H is needed");
    assertInvalid(
        "{\"name\":\"a\",\"open\":true,\"pots\":[{\"color\":\"blue\",\"age\":90}]}",
        "'age' is invalid: '90'; a duration such as 2h, 30s or PT2H is needed");
    assertInvalid(
        "{\"name\":\"a\",\"open\":true,\"pots\":[{\"color\":\"blue\",\"sizes\":[\"1\"]}]}",
        "'sizes' is invalid: '1'; a number is needed");
    assertInvalid("{\"name\":\"\",\"open\":true}", "a shelf needs a name");
  }

  private static void assertInvalid(String text, String reason) {
    assertThatThrownBy(() -> read(RecordCodec.STRICT, text))
        .isInstanceOfSatisfying(
            InvalidContentException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  private static String write(RecordCodec codec, Object value) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      codec.write(value, json);
    }
    return text.toString();
  }

  private static Shelf read(RecordCodec codec, String text) {
    return codec.read(
        FileReaders.read(Path.of("a.json"), new BufferedReader(new StringReader(text))),
        Shelf.class);
  }
}
