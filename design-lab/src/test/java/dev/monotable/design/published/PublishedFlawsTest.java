package dev.monotable.design.published;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.published.Flaw.Mode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests how many of the flaws in published designs are found: nearly all, however they are judged.
 */
@Execution(ExecutionMode.CONCURRENT)
class PublishedFlawsTest {
  @ParameterizedTest
  @EnumSource
  void theFlawsOfTheFirstHalfAreFound(Mode mode) throws Exception {
    assertThat(missed(FirstFlaws.all(), mode)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void theFlawsOfTheSecondHalfAreFound(Mode mode) throws Exception {
    assertThat(missed(SecondFlaws.all(), mode)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void theFlawsThatWerePutInAfterTheRulesAreFound(Mode mode) throws Exception {
    assertThat(missed(ThirdFlaws.all(), mode)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void theFlawsInDesignsThatWereAddedAfterTheRulesAreFound(Mode mode) throws Exception {
    assertThat(missed(FourthFlaws.all(), mode))
        // Without a design, each kind of reaction is a form of keys of its own.
        .allMatch(flaw -> mode == Mode.NONE && flaw.contains("each kind of reaction"));
  }

  private static List<String> missed(List<Flaw> flaws, Mode mode) throws Exception {
    List<String> missed = new ArrayList<>();
    for (Flaw flaw : flaws) {
      if (!flaw.isFound(mode)) {
        missed.add(flaw + " " + flaw.newFindings(mode));
      }
    }
    return missed;
  }
}
