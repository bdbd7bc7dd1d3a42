package dev.monotable.generator.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultTableTest {
  private static final String PHRASES =
      """
      INVALID: The value was invalid:
      NAMED: <INVALID> It has a name.
        source: the guide
      """;

  private static final String FAMILY =
      """
      family: Faults of boxes.
        source: the guide
      code: IN_USE
      by hand: Lost
      phrase FULL: The box <box> is full

      # Comments are ignored.
      CLOSED: <INVALID> The box is closed, and
        stays closed.
      FULL_BOX LIMIT_EXCEEDED: <FULL> of <things>
        about: A box with `more` than fits, where more > 1.
        source: a test
        regional: Full: <box>, <things>

      source: the page
      OPEN: Open

      enum Size: The sizes of a box.
      Size.SMALL: too small
        about: Too small to open.
      Size.NONE:

      Heavy(Size size, List<Thing> things, @Nullable String box) NOT_FOUND:
        <size>: <words(things, wording)> in <box>
        classic: Heavy box <box>
      Caused(Fault fault, ValueFault value): <fault> <value>
      """;

  private static Map<String, String> sources(Map<String, String> files) {
    Map<String, List<String>> lines = new java.util.TreeMap<>();
    files.forEach((name, text) -> lines.put(name, text.lines().toList()));
    return new FaultWriter("example", FaultTable.parse(lines)).write();
  }

  private static final String BOX_FAULT =
      """
      package example;

      import dev.monotable.value.ValueFault;
      import java.util.List;
      import org.jspecify.annotations.Nullable;

      /** Faults of boxes. The source is the guide unless noted otherwise. */
      public sealed interface BoxFault extends Fault
          permits BoxFault.Plain,
              BoxFault.Heavy,
              BoxFault.Caused,
              Lost {
        @Override
        default ErrorCode code() {
          return ErrorCode.IN_USE;
        }

        /** Faults that their text and the values in it describe. */
        enum Plain implements BoxFault, FaultText {
          CLOSED("The value was invalid: The box is closed, and stays closed."),
          /**
           * A box with {@code more} than fits, where more &gt; 1. Values: box, things. Source: a test.
           */
          FULL_BOX(ErrorCode.LIMIT_EXCEEDED, "The box %s is full of %s"),
          /** Source: the page. */
          OPEN("Open");

          private final ErrorCode code;
          private final String text;

          Plain(String text) {
            this(ErrorCode.IN_USE, text);
          }

          Plain(ErrorCode code, String text) {
            this.code = code;
            this.text = text;
          }

          @Override
          public ErrorCode code() {
            return code;
          }

          @Override
          public String text(Wording wording) {
            return text;
          }
        }

        /** The sizes of a box. */
        enum Size {
          /** Too small to open. */
          SMALL("too small"),
          NONE("");

          private final String text;

          Size(String text) {
            this.text = text;
          }

          /** Returns the part of the message. */
          String text() {
            return text;
          }
        }

        record Heavy(Size size, List<Thing> things, @Nullable String box) implements BoxFault {
          public Heavy {
            things = List.copyOf(things);
          }

          @Override
          public ErrorCode code() {
            return ErrorCode.NOT_FOUND;
          }

          @Override
          public String text(Wording wording) {
            return size.text() + ": " + PlaceTexts.words(things, wording) + " in " + box;
          }
        }

        record Caused(Fault fault, ValueFault value) implements BoxFault {
          @Override
          public String text(Wording wording) {
            return wording.message(fault) + " " + wording.value(value);
          }
        }
      }
      """;

  @Test
  void aFamilyIsASealedInterface() {
    assertThat(sources(Map.of("Phrases.txt", PHRASES, "BoxFault.txt", FAMILY)).get("BoxFault.java"))
        .isEqualTo(BOX_FAULT);
  }

  @Test
  void longTextsAreBroken() {
    String words = "word ".repeat(30).strip();
    assertThat(
            sources(
                    Map.of(
                        "WordFault.txt",
                        "family: Words.\n\nWORDS: "
                            + words.substring(0, 99)
                            + "\n  "
                            + words.substring(100)
                            + "\n"))
                .get("WordFault.java"))
        .contains(
            """
                WORDS(
                    "word word word word word word word word word word word word word word word word "
                        + "word word word word word word word word word word word word word word");
            """)
        .contains("Plain(String text)")
        .doesNotContain("ErrorCode");
  }

  @Test
  void phrasesAreConstants() {
    assertThat(sources(Map.of("Phrases.txt", PHRASES)).get("Phrases.java"))
        .isEqualTo(
            """
            package example;

            /** Phrases that several messages share. Spelling and spacing are AWS's own. */
            final class Phrases {
              static final String INVALID = "The value was invalid:";
              /** Source: the guide. */
              static final String NAMED = "The value was invalid: It has a name.";

              private Phrases() {}
            }
            """);
  }

  @Test
  void otherWordingsAreTogether() {
    assertThat(
            sources(Map.of("Phrases.txt", PHRASES, "BoxFault.txt", FAMILY))
                .get("OtherWordings.java"))
        .isEqualTo(
            """
            package example;

            /** The texts of the table of faults that differ in some wordings. */
            final class OtherWordings {
              private OtherWordings() {}

              /** Returns the texts that differ in the wording {@code classic}. */
              static OtherTexts classic(Wording wording) {
                return OtherTexts.NONE
                    .with(
                        BoxFault.Heavy.class,
                        fault -> "Heavy box " + fault.box());
              }

              /** Returns the texts that differ in the wording {@code regional}. */
              static OtherTexts regional(Wording wording) {
                return OtherTexts.NONE
                    .with(
                        BoxFault.Plain.FULL_BOX,
                        "Full: %s, %s");
              }
            }
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NAME                                   | 1: no colon after the name: NAME",
        "\\s about: x                           | 1: an indented line without a name before it",
        "name: x                                | 1: neither NAME, NAME CODE, Name(Type component)"
            + " nor a keyword: name",
        "Name(): x                              | 1: not a component of a record: ",
        "NAME:                                  | 1: no text: NAME",
        "A: x/A: y                              | 2: a second A",
        "A(int x): y/A: y                       | 1: neither NAME, NAME CODE, Name(Type component)"
            + " nor a keyword: A(int x)",
        "A: x/\\s source: y/\\s source: z       | 3: a second source",
        "A: x/\\s 2/\\s 3/\\s 4/\\s 5           | 1: 5 lines; an entry has at most 4: A",
        "A: <NO_PHRASE>                         | 1: unknown phrase: <NO_PHRASE>",
        "A: <x y>                               | 1: not a place: <x y>",
        "A: x < y                               | 1: an angle bracket without its other one: x < y",
        "A: <x> <x>                             | 1: A is a constant: its places are names, each of"
            + " them once",
        "A: <f(x)>                              | 1: A is a constant: its places are names, each of"
            + " them once",
        "A: <x>/\\s classic: x                  | 1: A has other places in another wording",
        "Ab(int x): <y>                         | 1: Ab has no component for the place <y>",
        "Ab(int x): <f(x, y)>                   | 1: Ab has no component for the place <y>",
        "Size.SMALL: x                          | 1: unknown enum: Size",
        "enum Size: x/Size.S: a/Size.S: b       | 3: a second Size.S",
      })
  void anErrorNamesTheFileAndTheLine(String lines, String error) {
    List<String> file = List.of(lines.replace("\\s", " ").split("/"));
    assertThatThrownBy(() -> FaultTable.parse(Map.of("BoxFault.txt", file)))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .satisfies(
            message -> assertThat(message.strip()).isEqualTo("BoxFault.txt:" + error.strip()));
  }

  @Test
  void aLineIsBounded() {
    assertThatThrownBy(
            () -> FaultTable.parse(Map.of("BoxFault.txt", List.of("", "A: " + "x".repeat(108)))))
        .hasMessage("BoxFault.txt:2: 111 characters; a line has at most 110");
  }

  @Test
  void aFamilyIsDescribed() {
    assertThatThrownBy(() -> FaultTable.parse(Map.of("BoxFault.txt", List.of("A: x"))))
        .hasMessage("BoxFault.txt: no line that begins with family:");
  }

  @Test
  void aPhraseIsDefinedOnce() {
    assertThatThrownBy(() -> FaultTable.parse(Map.of("Phrases.txt", List.of("A: x", "A: y"))))
        .hasMessage("Phrases.txt:2: a second A");
  }

  @Test
  void onlyWhatChangedIsWritten(@TempDir Path directory) throws IOException {
    Path table = Files.createDirectory(directory.resolve("table"));
    Path output = directory.resolve("output");
    Path sources = output.resolve("dev/monotable/engine/error");
    Files.writeString(table.resolve("AFault.txt"), "family: A.\n\nONE: one\n");
    Files.writeString(table.resolve("BFault.txt"), "family: B.\n\nONE: one\n");
    String[] arguments = {output.toString(), table.toString()};
    GenerateFaults.main(arguments);
    assertThat(sources.resolve("BFault.java")).exists();
    FileTime old = FileTime.fromMillis(0);
    Files.setLastModifiedTime(sources.resolve("AFault.java"), old);
    Files.setLastModifiedTime(sources.resolve("Phrases.java"), old);

    Files.writeString(table.resolve("AFault.txt"), "family: A.\n\nONE: other\n");
    Files.delete(table.resolve("BFault.txt"));
    GenerateFaults.main(arguments);
    assertThat(sources.resolve("AFault.java")).content().contains("ONE(\"other\")");
    assertThat(Files.getLastModifiedTime(sources.resolve("AFault.java"))).isNotEqualTo(old);
    assertThat(Files.getLastModifiedTime(sources.resolve("Phrases.java"))).isEqualTo(old);
    assertThat(sources.resolve("BFault.java")).doesNotExist();
  }
}
