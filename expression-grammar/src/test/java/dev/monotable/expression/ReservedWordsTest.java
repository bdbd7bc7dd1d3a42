package dev.monotable.expression;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReservedWordsTest {
  @Test
  void containsAllWordsThatAwsLists() {
    assertThat(ReservedWords.count()).isEqualTo(573);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ABORT", "name", "Status", "tTl", "FLATTERN", "innter", "zone", "size"})
  void wordsAreReservedInAnyCase(String word) {
    assertThat(ReservedWords.contains(word)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "id", "email", "PK", "names_", "#name", "version", "ABORT ABSOLUTE"})
  void otherWordsAreNotReserved(String word) {
    assertThat(ReservedWords.contains(word)).isFalse();
  }
}
