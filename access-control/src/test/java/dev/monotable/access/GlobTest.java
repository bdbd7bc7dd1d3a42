package dev.monotable.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.testing.Seed;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Patterns with wildcards, compared with a simple recursive definition. */
@Tag("seeds")
class GlobTest {
  private static boolean matches(String pattern, String text) {
    if (pattern.isEmpty()) {
      return text.isEmpty();
    }
    char first = pattern.charAt(0);
    String rest = pattern.substring(1);
    if (first == '*') {
      return matches(rest, text) || (!text.isEmpty() && matches(pattern, text.substring(1)));
    }
    return !text.isEmpty()
        && (first == '?' || first == text.charAt(0))
        && matches(rest, text.substring(1));
  }

  private static String random(SplittableRandom random, String characters, int most) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(most + 1);
    for (int i = 0; i < length; i++) {
      text.append(characters.charAt(random.nextInt(characters.length())));
    }
    return text.toString();
  }

  @Test
  void aPatternMatchesAsItIsDefined() {
    long seed = Seed.of(20261125);
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 100_000; i++) {
      String pattern = random(random, "aab*?", 8);
      String text = random(random, "ab", 10);
      assertThat(Glob.of(pattern, false).matches(text))
          .as("pattern %s, text %s, seed %d", pattern, text, seed)
          .isEqualTo(matches(pattern, text));
    }
  }

  @Test
  void caseIsIgnoredIfAskedFor() {
    assertThat(Glob.of("dynamodb:Get*", true).matches("DYNAMODB:getItem")).isTrue();
    assertThat(Glob.of("dynamodb:Get*", false).matches("DYNAMODB:getItem")).isFalse();
  }

  @Test
  void aLongPatternTakesNoMoreStepsThanBothAreLong() {
    // The naive search compares 10^10 characters here, a backtracking one never ends.
    String text = "a".repeat(200_000);
    String pattern = "*" + "a".repeat(50_000) + "b*";
    Glob glob = Glob.of(pattern.repeat(2), false);
    assertThat(glob.matches(text)).isFalse();
  }
}
