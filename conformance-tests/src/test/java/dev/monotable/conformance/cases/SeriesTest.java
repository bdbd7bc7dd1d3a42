package dev.monotable.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests how rows, lists and values make cases of a template. */
class SeriesTest {
  private static final YAMLMapper YAML = new YAMLMapper();

  @Test
  void aRowHasMembersOfTheCaseAndValuesOfItsNames() {
    assertThat(
            cases(
                """
                source: x
                request: {Key: $key, Limit: "$limit?"}
                message: the key $key.S
                rows:
                  - {name: one, key: {S: a}, limit: 1}
                  - {name: two, key: {S: b}, message: another}
                """))
        .containsExactly(
            json("{source: x, request: {Key: {S: a}, Limit: 1}, message: the key a, name: one}"),
            json("{source: x, request: {Key: {S: b}}, message: another, name: two}"));
  }

  @Test
  void aRowIsCombinedWithTheElementsOfLists() {
    assertThat(
            cases(
                """
                name: $row of $it
                each: {it: [x, y], more: $all}
                rows: [{row: 1}, {row: 2, each: {it: [z]}}]
                """))
        .containsExactly(json("{name: 1 of x}"), json("{name: 1 of y}"), json("{name: 2 of z}"));
  }

  @Test
  void aTemplateIsFilledOrChanged() {
    assertThat(
            cases(
                """
                body: {$item: {key: a}}
                then: [{$item: {key: $key, n: {N: "1"}}}, {$item: {key: c, own: d}}]
                rows: [{key: b}]
                """))
        .containsExactly(
            json(
                """
                body: {pk: {S: a}, n: {N: "0"}}
                then: [{pk: {S: b}, n: {N: "1"}}, {pk: {S: c}, n: {N: "0"}, own: d}]
                """));
  }

  @Test
  void aNameWithoutAValueIsKept() {
    assertThat(cases("{body: $any, message: $any.x, request: {A: \"$any?\", B: [\"$any?\"]}}"))
        .containsExactly(json("{body: $any, message: $any.x, request: {B: []}}"));
  }

  @Test
  void aRowNeedsTheValuesOfTheOthers() {
    assertThatThrownBy(() -> cases("{request: {Key: $key}, rows: [{key: a}, {name: b}]}"))
        .hasMessageStartingWith("a row without $key: ");
    assertThatThrownBy(() -> cases("{rows: []}")).hasMessageStartingWith("no rows: ");
    assertThatThrownBy(() -> cases("{each: {it: $item}}"))
        .hasMessageStartingWith("no list of it: ");
  }

  private static List<JsonNode> cases(String yaml) {
    return Series.of(json(yaml), json("{all: [0], item: {pk: {S: $key}, n: {N: \"0\"}}}"));
  }

  private static JsonNode json(String yaml) {
    try {
      return YAML.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(yaml, e);
    }
  }
}
