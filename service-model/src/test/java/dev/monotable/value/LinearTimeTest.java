package dev.monotable.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Functions and comparisons of large values, which would take minutes in quadratic time. */
@Tag("seeds")
class LinearTimeTest {
  private static final int LARGE = 2_000_000;

  private static boolean contains(AttributeValue value, AttributeValue part) {
    return CanonicalFunctions.contains(value.array(), value.start(), part.array(), part.start());
  }

  @Test
  void aLongTextIsFoundInALongerOne() {
    AttributeValue text = AttributeValue.string("a".repeat(LARGE));
    assertThat(contains(text, AttributeValue.string("a".repeat(LARGE / 2)))).isTrue();
    assertThat(contains(text, AttributeValue.string("a".repeat(LARGE / 2) + "b"))).isFalse();
    assertThat(contains(text, AttributeValue.string("b" + "a".repeat(LARGE / 2)))).isFalse();
    AttributeValue escapes = AttributeValue.string("\n".repeat(LARGE / 4));
    assertThat(contains(escapes, AttributeValue.string("n\\".repeat(100)))).isFalse();
    assertThat(contains(escapes, AttributeValue.string("\n".repeat(1_000)))).isTrue();
  }

  @Test
  void aLongBinaryIsFoundInALongerOne() {
    AttributeValue zeros = AttributeValue.binary(new byte[LARGE]);
    byte[] part = new byte[LARGE / 2];
    assertThat(contains(zeros, AttributeValue.binary(part))).isTrue();
    part[part.length - 1] = 1;
    assertThat(contains(zeros, AttributeValue.binary(part))).isFalse();
  }

  @Test
  void aPatternIsFoundWhereANaiveSearchFindsIt() {
    long seed = Long.getLong("monotable.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      byte[] text = letters(random, random.nextInt(60));
      byte[] pattern = letters(random, 1 + random.nextInt(12));
      int expected =
          new String(text, StandardCharsets.ISO_8859_1)
              .indexOf(new String(pattern, StandardCharsets.ISO_8859_1));
      assertThat(new BytePattern(pattern, 0, pattern.length).find(text, 0, text.length))
          .as("seed %d: %s in %s", seed, Arrays.toString(pattern), Arrays.toString(text))
          .isEqualTo(expected);
    }
  }

  private static byte[] letters(Random random, int length) {
    byte[] letters = new byte[length];
    int alphabet = 1 + random.nextInt(3);
    for (int i = 0; i < length; i++) {
      letters[i] = (byte) ('a' + random.nextInt(alphabet));
    }
    return letters;
  }

  @Test
  void aLongPartIsFoundOnlyAtTheStartOfACharacter() {
    long seed = Long.getLong("monotable.seed", System.nanoTime());
    Random random = new Random(seed);
    String[] units = {"\\", "\"", "\n", "n", "u", "0", "\u0001", "1"};
    for (int i = 0; i < 5_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int j = 0; j < 120; j++) {
        text.append(units[random.nextInt(1 + random.nextInt(units.length))]);
      }
      int from = random.nextInt(60);
      String part = text.substring(from, from + 40);
      String other = random.nextBoolean() ? part : part.substring(1) + units[random.nextInt(8)];
      assertThat(contains(AttributeValue.string(text.toString()), AttributeValue.string(other)))
          .as("seed %d: %s in %s", seed, other, text)
          .isEqualTo(text.indexOf(other) >= 0);
    }
  }

  @Test
  void nestedMapsInAnotherOrderAreEqual() {
    AttributeValue one = nested(false, "x");
    AttributeValue other = nested(true, "x");
    assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
    assertThat(one).isNotEqualTo(nested(true, "y"));
  }

  private static AttributeValue nested(boolean descending, String inner) {
    AttributeValue value = AttributeValue.string(inner);
    for (int level = 0; level < 30; level++) {
      Map<String, AttributeValue> members = new LinkedHashMap<>();
      if (descending) {
        members.put("inner", value);
      }
      for (int i = 0; i < 2_000; i++) {
        int number = descending ? 1_999 - i : i;
        members.put("m" + number, AttributeValue.number(number));
      }
      members.putIfAbsent("inner", value);
      value = AttributeValue.map(members);
    }
    return value;
  }

  @Test
  void aLargeMapIsComparedWithManySmallOnes() {
    Map<String, AttributeValue> members = new LinkedHashMap<>();
    for (int i = 0; i < 100_000; i++) {
      members.put("m" + i, AttributeValue.nul());
    }
    AttributeValue large = AttributeValue.map(members);
    AttributeValue small = AttributeValue.map(Map.of("last", AttributeValue.nul()));
    AttributeValue list = AttributeValue.list(Collections.nCopies(100_000, small));
    assertThat(contains(list, large)).isFalse();
    assertThat(contains(AttributeValue.list(small, large), large)).isTrue();
  }

  @Test
  void setsAreComparedInOneWalk() {
    String[] elements = new String[100_000];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = "element" + i;
    }
    AttributeValue all = AttributeValue.stringSet(elements);
    AttributeValue most = AttributeValue.stringSet(Arrays.copyOf(elements, elements.length - 1));
    assertThat(containsAll(all, most)).isTrue();
    assertThat(containsAll(all, all)).isTrue();
    assertThat(containsAll(most, all)).isFalse();
    assertThat(containsAll(AttributeValue.stringSet("b"), AttributeValue.stringSet("a"))).isFalse();
    assertThat(containsAll(AttributeValue.stringSet("a"), AttributeValue.stringSet("b"))).isFalse();
  }

  private static boolean containsAll(AttributeValue set, AttributeValue other) {
    return CanonicalFunctions.setContainsAll(
        set.array(), set.start(), other.array(), other.start());
  }

  @Test
  void theDepthOfManyLevelsIsFoundInOneWalk() {
    String inner = "{\"L\":[" + "{\"S\":\"\"},".repeat(LARGE / 10) + "{\"S\":\"\"}]}";
    AttributeValue value = AttributeValue.parse("{\"L\":[".repeat(150) + inner + "]}".repeat(150));
    assertThat(CanonicalJson.depth(value.array(), value.start())).isEqualTo(151);
    assertThat(CanonicalJson.depth(AttributeValue.parse("{\"L\":[]}").array(), 0)).isZero();
    assertThat(CanonicalJson.depth(AttributeValue.parse("{\"L\":[{\"M\":{}}]}").array(), 0))
        .isEqualTo(1);
    assertThat(
            CanonicalJson.depth(
                AttributeValue.parse("{\"M\":{\"a\":{\"L\":[{\"N\":\"1\"}]},\"b\":{\"S\":\"\"}}}")
                    .array(),
                0))
        .isEqualTo(2);
  }
}
