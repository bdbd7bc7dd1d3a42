package dev.monotable.design.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.monotable.design.published.Flaw.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests how many of the flaws in published designs are found: nearly all, however they are judged.
 */
@Execution(ExecutionMode.CONCURRENT)
class PublishedFlawsTest {
  /** The flaws that may be missed. */
  private static boolean isHard(String flaw, Mode mode) {
    return mode == Mode.NONE
            // Without a design, each kind of reaction is a form of keys of its own.
            && flaw.contains("each kind of reaction")
        // A number that is the same in all items may be that of the only customer of a test.
        || flaw.contains("all events in one shard");
  }

  static Stream<Arguments> designs() {
    return Stream.of(PublishedDesign.values())
        .flatMap(design -> Stream.of(Mode.values()).map(mode -> arguments(design, mode)));
  }

  @ParameterizedTest
  @MethodSource("designs")
  void theFlawsOfADesignAreFound(PublishedDesign design, Mode mode) throws Exception {
    assertThat(missed(design.flaws(), mode)).allMatch(flaw -> isHard(flaw, mode));
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
