package dev.monotable.conformance.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.testing.Seeded;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlFormatTest {
  private static final String[] WORDS = {
    "",
    "a",
    "N",
    "null",
    "yes",
    "1",
    "1.50",
    "-0",
    "0x1f",
    "1_000",
    "2026-10-10",
    "12:30",
    "~",
    ": ",
    " ",
    "  ",
    "#",
    " #b",
    "- c",
    "'",
    "\"",
    "\\",
    "\n",
    "\t",
    "\r",
    "\u0000",
    "\ufeff",
    "\ud83d\ude00",
    "gr\u00fc\u00dfe",
    "${x*3}",
    "$i",
    "{",
    "}",
    "[",
    "]",
    ",",
    "?",
    "a:",
    "!x",
    "&x",
    "*x",
    "%",
    "@",
    "`",
    "|",
    ">",
    "word",
    "two words",
    "<<",
    "=",
    "x".repeat(130),
    "word ".repeat(40)
  };

  @Test
  void upperLevelsAndStepsAreInBlockStyle() {
    assertThat(
            YamlFormat.format(
                "{fixtures: {one: {tables: [hash], steps: [{PutItem: {Item: {a: {N: \"1\"}}}}]}},"
                    + " cases: [{name: 'a', request: {}}, {name: b, request: {x: [1, 2.0]}}]}"))
        .isEqualTo(
            """
            fixtures:
              one:
                tables: [hash]
                steps:
                  - PutItem: {Item: {a: {N: "1"}}}

            cases:
              - name: a
                request: {}

              - name: b
                request: {x: [1, 2.0]}
            """);
  }

  @Test
  void commentsAreKept() {
    assertThat(
            YamlFormat.format(
                """
                # of the file
                operation: Query   # beside
                # of what follows
                cases:

                  # ---- a section ----

                  - {name: a} # beside a case
                  # of b
                  - name: b
                # the end
                """))
        .isEqualTo(
            """
            # of the file
            operation: Query # beside

            # of what follows
            cases:
              # ---- a section ----

              - name: a # beside a case

              # of b
              - name: b

            # the end
            """);
  }

  @Test
  void aCommentThatDoesNotFitIsMovedAbove() {
    String name = "a".repeat(110);

    assertThat(YamlFormat.format("a: 1\nb: " + name + " # beside\n"))
        .isEqualTo("a: 1\n\n# beside\nb: " + name + "\n");
  }

  @Test
  void longStringsAreFolded() {
    assertThat(YamlFormat.format("a: " + "word ".repeat(30)))
        .isEqualTo(
            "a: >-\n  " + "word ".repeat(23).strip() + "\n  " + "word ".repeat(7).strip() + "\n");
  }

  @Test
  void longWordsAreBroken() {
    assertThat(YamlFormat.format("a: " + "x".repeat(200)))
        .isEqualTo("a: \"" + "x".repeat(115) + "\\\n  " + "x".repeat(85) + "\"\n");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "a b, a b",
        "'a: b', \"a: b\"",
        "'null', \"null\"",
        "null, null",
        "~, null",
        "'1', \"1\"",
        "1.50, 1.50",
        "'No', \"No\"",
        "N, N",
        "'say: \"x\"', 'say: \"x\"'",
        "\"it's\", it's",
        "\"\\t\", \"\\t\""
      })
  void stringsAreQuotedIfNecessary(String value, String canonical) {
    assertThat(YamlFormat.format("a: " + value)).isEqualTo("a: " + canonical + "\n");
  }

  @Test
  void aDocumentThatCannotBeFormattedIsRejected() {
    assertThatThrownBy(() -> YamlFormat.format("a" + "x".repeat(80) + ": 1"))
        .hasMessageStartingWith("a key is too long");
    assertThatThrownBy(() -> YamlFormat.format("a: " + "[".repeat(90) + "1" + "]".repeat(90)))
        .hasMessageStartingWith("too deep for a line");
  }

  @Seeded
  void valuesAreKeptAndTheFormIsStable(long seed) throws IOException {
    Random random = new Random(seed);
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < 20; i++) {
      add(document, random, 4);
    }
    // JSON is YAML.
    String formatted = YamlFormat.format(document.toString());

    assertThat(CaseFiles.json(formatted).toString())
        .as("seed %d", seed)
        .isEqualTo(document.toString());
    assertThat(YamlFormat.format(formatted)).as("seed %d", seed).isEqualTo(formatted);
    assertThat(formatted.lines()).allMatch(line -> YamlScalar.columns(line) <= YamlFormat.WIDTH);
  }

  private static void add(ObjectNode object, Random random, int levels) {
    String name = text(random);
    int length = Math.min(10, name.codePointCount(0, name.length()));
    name = name.substring(0, name.offsetByCodePoints(0, length));
    switch (random.nextInt(levels > 0 ? 7 : 5)) {
      case 0 -> object.put(name, random.nextInt());
      case 1 -> object.put(name, random.nextBoolean());
      case 2 -> object.putNull(name);
      case 3, 4 -> object.put(name, text(random));
      case 5 -> {
        ArrayNode list = object.putArray(name);
        for (int i = random.nextInt(5); i > 0; i--) {
          add(list.addObject(), random, levels - 1);
        }
      }
      default -> {
        ObjectNode inner = object.putObject(name);
        for (int i = random.nextInt(5); i > 0; i--) {
          add(inner, random, levels - 1);
        }
      }
    }
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(6); i >= 0; i--) {
      text.append(WORDS[random.nextInt(WORDS.length)]);
    }
    return text.toString();
  }
}
