package dev.monotable.design.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.value.AttributeValue;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTemplateTest {
  private static final KeyTemplate MESSAGE = KeyTemplate.parse("MESSAGE#{sentAt}#{id}");

  @Test
  void aValueHasTheFieldsOfItsTemplate() {
    assertThat(MESSAGE.fields()).isEqualTo(Set.of("sentAt", "id"));
    assertThat(MESSAGE.find("MESSAGE#2026-01-01T00:00:00Z#m-1"))
        .isEqualTo(Map.of("sentAt", "2026-01-01T00:00:00Z", "id", "m-1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"MESSAGE#", "MESSAGE#a", "MESSAGE#a#", "MESSAGE##b", "MESSAGE#a#b#c", "X"})
  void aFieldIsNotEmptyAndContainsNoDelimiter(String value) {
    assertThat(MESSAGE.find(value)).isNull();
  }

  @Test
  void aFieldWithDotsContainsDelimiters() {
    assertThat(KeyTemplate.parse("FILE#{path...}").find("FILE#a#b"))
        .isEqualTo(Map.of("path...", "a#b"));
  }

  @Test
  void theFirstFieldsAreAsShortAsPossible() {
    assertThat(KeyTemplate.parse("{a}-{b}-{c}").find("1-2-3-4"))
        .isEqualTo(Map.of("a", "1", "b", "2", "c", "3-4"));
    assertThat(KeyTemplate.parse("{a}-{b}").find("--1")).isEqualTo(Map.of("a", "-", "b", "1"));
    assertThat(KeyTemplate.parse("{path...}-{b}#x").find("p-q#r-s#x"))
        .isEqualTo(Map.of("path...", "p-q#r", "b", "s"));
  }

  /** Trying each division into fields would take years. */
  @Test
  void aLongKeyThatDoesNotMatchIsRejected() {
    KeyTemplate template = KeyTemplate.parse("{a}-{b}-{c}-{d}-{e}-{f}#");

    assertThat(template.find("-".repeat(2048))).isNull();
    assertThat(template.find("-".repeat(2047) + "#"))
        .isEqualTo(Map.of("a", "-", "b", "-", "c", "-", "d", "-", "e", "-", "f", "-".repeat(2037)));
  }

  @Test
  void aRepeatedFieldHasOneValue() {
    KeyTemplate twice = KeyTemplate.parse("{id}#{id}");

    assertThat(twice.find("a#a")).isEqualTo(Map.of("id", "a"));
    assertThat(twice.find("a#b")).isNull();
  }

  @Test
  void aNumberIsComparedByItsText() {
    assertThat(KeyTemplate.parse("{n}").find(AttributeValue.number(7))).isEqualTo(Map.of("n", "7"));
    assertThat(KeyTemplate.parse("{n}").matches(AttributeValue.binary(new byte[] {1}))).isTrue();
    assertThat(KeyTemplate.parse("N#{n}").matches(AttributeValue.binary(new byte[] {1}))).isFalse();
    assertThat(KeyTemplate.parse("{n}").matches(AttributeValue.bool(true))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "MESSAGE#,MESSAGE#",
    "MESS,MESS",
    "MESSAGE#2026,MESSAGE#{}",
    "MESSAGE#2026#,MESSAGE#{}#",
    "MESSAGE#2026#x,MESSAGE#{}#{}",
    "ORDER#,",
    "MESSAGE#a#b#c,",
  })
  void aPrefixHasAShape(String prefix, String shape) {
    assertThat(MESSAGE.shapeOfPrefix(prefix))
        .isEqualTo(shape == null ? null : KeyTemplate.parse(shape));
  }

  @ParameterizedTest
  @CsvSource({
    "USER#{id},USER#{name},true",
    "USER#{id},ORDER#{id},false",
    "USER#{id},USER#{id}#ORDER#{order},false",
    "USER#{id...},USER#{id}#ORDER#{order},true",
    "METADATA,META{x},true",
    "METADATA,METADATA,true",
    "METADATA,LASTMESSAGE,false",
    "{id},PROFILE,true",
    "{a}-{b},x-{c},true",
    "{a}#1,{a}#2,false",
  })
  void twoTemplatesMeetIfAValueHasBoth(String one, String other, boolean meet) {
    assertThat(KeyTemplate.parse(one).canMeet(KeyTemplate.parse(other))).isEqualTo(meet);
    assertThat(KeyTemplate.parse(other).canMeet(KeyTemplate.parse(one))).isEqualTo(meet);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{a", "a}", "{a}{b}", "{a{b}}"})
  void aMalformedTemplateIsRejected(String text) {
    assertThatThrownBy(() -> KeyTemplate.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("key template");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PK = ROOM#{roomId} and begins_with(SK, MESSAGE#)",
        "PK = a and SK between MESSAGE#{from} and MESSAGE#{to}",
        "PK = {x} and SK <= 5",
        "PK = David Bowie",
      })
  void aKeyConditionIsReadAsItIsWritten(String text) {
    assertThat(KeyConditionTemplate.parse(text)).hasToString(text);
  }

  @Test
  void aDeclaredFieldCoversAConstant() {
    DeclaredPattern pattern =
        new DeclaredPattern(
            "room",
            null,
            java.util.List.of(
                new PatternRequest(
                    Shape.of("GetItem", Action.GET, "Chat", null, "PK = ROOM#{id} and SK = {sk}"),
                    1,
                    null)),
            Traffic.UNKNOWN,
            Budget.UNLIMITED);

    assertThat(
            pattern.find(
                Shape.of("GetItem", Action.GET, "Chat", null, "PK = ROOM#{} and SK = METADATA")))
        .isEqualTo(pattern.requests().get(0));
    assertThat(
            pattern.find(
                Shape.of("GetItem", Action.GET, "Chat", null, "PK = USER#{} and SK = METADATA")))
        .isNull();
  }

  @ParameterizedTest
  @CsvSource({"100/s,100,262800000", "2.5k/min,2500,109500000", "3M per month,3000000,3000000"})
  void aFrequencyHasAPeriod(String text, double times, double perMonth) {
    Frequency frequency = Frequency.parse(text);

    assertThat(frequency.times()).isEqualTo(times);
    assertThat(frequency.perMonth()).isEqualTo(perMonth);
    assertThat(Frequency.parse(frequency.toString())).isEqualTo(frequency);
  }
}
