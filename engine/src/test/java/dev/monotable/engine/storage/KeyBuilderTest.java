package dev.monotable.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.testing.Seed;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("seeds")
final class KeyBuilderTest {

  private static final long SEED = Seed.of(20260101L);

  private static byte[] s(String value) {
    StringBuilder json = new StringBuilder("{\"S\":\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      int escape = "\"\\\b\f\n\r\t".indexOf(c);
      if (escape >= 0) {
        json.append('\\').append("\"\\bfnrt".charAt(escape));
      } else if (c < 0x20) {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append("\"}").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] n(String value) {
    return ("{\"N\":\"" + value + "\"}").getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] n(BigDecimal value) {
    return n(value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString());
  }

  private static byte[] b(byte[] value) {
    return ("{\"B\":\"" + Base64.getEncoder().encodeToString(value) + "\"}")
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] partition(byte[] json) {
    return new KeyBuilder().partition(json, 0).toBytes();
  }

  private static byte[] last(byte[] json) {
    return KeyBuilder.ofThread().last(json, 0).toBytes();
  }

  private static byte[] component(byte[] json) {
    return new KeyBuilder().component(json, 0).toBytes();
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  /**
   * The orders and segments that architect/dynalite recorded from the live service (test/scan.js).
   */
  @Nested
  class OrderOfScans {

    private List<String> scanned(Function<String, byte[]> json, String... keys) {
      return Arrays.stream(keys)
          .sorted(
              Comparator.comparing(
                  (String key) -> partition(json.apply(key)), Arrays::compareUnsigned))
          .toList();
    }

    private boolean inSegment(byte[] json, int segment) {
      return new KeyBuilder().partition(json, 0).inSegment(segment, 4096);
    }

    @Test
    void strings() {
      assertThat(
              scanned(
                  KeyBuilderTest::s,
                  "0",
                  "1",
                  "2",
                  "3",
                  "4",
                  "5",
                  "6",
                  "7",
                  "8",
                  "9",
                  "aardman",
                  "hello",
                  "zapf",
                  "äáöü"))
          .containsExactly(
              "2", "8", "9", "1", "6", "hello", "0", "5", "4", "äáöü", "aardman", "7", "3", "zapf");
    }

    @Test
    void numbers() {
      assertThat(
              scanned(
                  KeyBuilderTest::n,
                  "0",
                  "1",
                  "2",
                  "3",
                  "4",
                  "5",
                  "6",
                  "7",
                  "8",
                  "9",
                  "-0.09",
                  "999.9",
                  "0.012345",
                  "-999.9"))
          .containsExactly(
              "7",
              "999.9",
              "8",
              "3",
              "2",
              "-999.9",
              "9",
              "4",
              "-0.09",
              "6",
              "1",
              "0",
              "0.012345",
              "5");
    }

    @Test
    void segments() {
      assertThat(inSegment(s("3635"), 0)).isTrue();
      assertThat(inSegment(s("228"), 0)).isTrue();
      assertThat(inSegment(s("1668"), 1)).isTrue();
      assertThat(inSegment(s("3435"), 4)).isTrue();
      assertThat(inSegment(n("251"), 1)).isTrue();
      assertThat(inSegment(n("2388"), 4095)).isTrue();
      assertThat(inSegment(n("2388"), 4094)).isFalse();
    }

    @Test
    void segmentsAreRangesThatTileTheHashes() {
      for (int total : new int[] {1, 2, 3, 7, 100, 4096, 5000, 1_000_000}) {
        KeyBuilder bound = new KeyBuilder();
        assertThat(bound.segment(0, total)).isTrue();
        assertThat(bound.toBytes()).containsExactly(0, 0);
        assertThat(bound.clear().segment(total, total)).isFalse();
        for (String key : new String[] {"a", "b", "228", "3435", "2", "zapf"}) {
          KeyBuilder builder = new KeyBuilder().partition(s(key), 0);
          int containing = -1;
          for (int segment = 0; segment < total; segment++) {
            if (builder.inSegment(segment, total)) {
              assertThat(containing).isEqualTo(-1);
              containing = segment;
            }
          }
          assertThat(bound.clear().segment(containing, total)).isTrue();
          assertThat(Arrays.compareUnsigned(bound.toBytes(), builder.toBytes())).isNegative();
          if (bound.clear().segment(containing + 1, total)) {
            assertThat(Arrays.compareUnsigned(bound.toBytes(), builder.toBytes())).isPositive();
          }
        }
      }
    }
  }

  @Nested
  class Form {

    @Test
    void aKeyBeginsWithTheHashOfThePartitionKey() throws NoSuchAlgorithmException {
      Random random = new Random(SEED);
      for (int length = 0; length < 300; length++) {
        byte[] value = new byte[length];
        random.nextBytes(value);
        MessageDigest md5 = MessageDigest.getInstance("MD5");
        md5.update("Outliers".getBytes(StandardCharsets.US_ASCII));
        byte[] expected = Arrays.copyOf(md5.digest(value), 8);
        assertThat(Arrays.copyOf(partition(b(value)), 8)).as("seed %s", SEED).isEqualTo(expected);
      }
    }

    @Test
    void theHashDoesNotDependOnEarlierHashes() {
      Random random = new Random(SEED);
      KeyBuilder used = new KeyBuilder();
      // More keys than the cache holds, some equal except for their length, each requested
      // repeatedly.
      for (int i = 0; i < 20_000; i++) {
        int number = random.nextInt(2_500);
        byte[] value = new byte[number % 60];
        Arrays.fill(value, (byte) (number % 7));
        if (value.length > 4) {
          value[value.length - 1 - number % 5] = (byte) (number / 60);
        }
        byte[] key = used.clear().partition(b(value), 0).toBytes();
        assertThat(key).as("seed %s, %s", SEED, hex(value)).isEqualTo(partition(b(value)));
      }
    }

    @Test
    void anItemsKeyIsTheHashThePartitionKeyAndTheSortKey() {
      byte[] key = new KeyBuilder().partition(s("a\0b"), 0).last(s("c\0"), 0).toBytes();
      assertThat(hex(key).substring(16)).isEqualTo("61000162" + "0000" + "6300");
    }

    @Test
    void numbersHaveTheFormOfTheService() {
      assertThat(hex(last(n("0")))).isEqualTo("80");
      assertThat(hex(last(n("1")))).isEqualTo("c102");
      assertThat(hex(last(n("12.5")))).isEqualTo("c10d33");
      assertThat(hex(last(n("0.05")))).isEqualTo("c006");
      assertThat(hex(last(n("1" + "0".repeat(125))))).isEqualTo("ff0b");
      assertThat(hex(last(n("0." + "0".repeat(129) + "1")))).isEqualTo("8002");
      assertThat(hex(last(n("-1")))).isEqualTo("3e6466");
      assertThat(hex(last(n("-" + "9".repeat(38))))).isEqualTo("2c" + "02".repeat(19) + "66");
      assertThat(hex(last(n("-" + "9".repeat(37) + ".9"))))
          .isEqualTo("2c" + "5c" + "02".repeat(18) + "0b");
      assertThat(hex(component(n("0")))).isEqualTo("8000");
      assertThat(hex(component(n("12.5")))).isEqualTo("c10d3300");
      assertThat(hex(component(n("-1")))).isEqualTo("3e6466");
    }

    @Test
    void everyEscapeOfAStringIsUndone() {
      StringBuilder all = new StringBuilder();
      for (char c = 0; c < 0x80; c++) {
        all.append(c);
      }
      all.append("äáöü\u20ac\ud83d\ude00");
      for (int from = 0; from < 40; from++) {
        for (int to = from; to < all.length() - 1; to += 5) {
          String value = all.substring(from, to);
          byte[] json = s(value);
          assertThat(last(json)).isEqualTo(value.getBytes(StandardCharsets.UTF_8));
          byte[] inside = Arrays.copyOf(json, json.length + 20);
          assertThat(last(inside)).isEqualTo(value.getBytes(StandardCharsets.UTF_8));
        }
      }
      String euro = "\u20ac\ud83d\ude00";
      assertThat(last(s(euro))).isEqualTo(euro.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aPrefixOfAComponentMatchesLongerStrings() {
      byte[] prefix = new KeyBuilder().componentPrefix(s("ab\0"), 0).toBytes();
      assertThat(hex(prefix)).isEqualTo("61620001");
      assertThat(hex(component(s("ab\0c")))).startsWith(hex(prefix));
    }

    @Test
    void aTieIsOrderedByTheHashOfTheWholeBaseKey() throws NoSuchAlgorithmException {
      MessageDigest md5 = MessageDigest.getInstance("MD5");
      byte[] expected = md5.digest("Outliersab".getBytes(StandardCharsets.US_ASCII));
      for (TieBreaker tieBreaker : List.of(tieBreaker(s("a"), s("b")), tieBreaker(s("ab"), null))) {
        byte[] key = new KeyBuilder().tieBreaker(tieBreaker).toBytes();
        assertThat(key).hasSize(16);
        assertThat(Arrays.copyOf(key, 8)).isEqualTo(Arrays.copyOf(expected, 8));
      }
    }

    @Test
    void tiesDifferWhereBaseKeysDo() {
      Set<TieBreaker> ties = new HashSet<>();
      int keys = 0;
      for (int number = 0; number < 100; number++) {
        String text = "PLAYER#" + number + "#2026-01-01T00:00:" + number;
        // The same concatenated bytes, divided at every position.
        for (int at = 1; at < text.length(); at++) {
          assertThat(ties.add(tieBreaker(s(text.substring(0, at)), s(text.substring(at)))))
              .as("%s divided at %s", text, at)
              .isTrue();
          keys++;
        }
        ties.add(tieBreaker(s(text), null));
        keys++;
      }
      assertThat(ties).hasSize(keys);
      assertThat(tieBreaker(s("a"), s("b"))).isEqualTo(tieBreaker(s("a"), s("b")));
    }

    private static TieBreaker tieBreaker(byte[] partition, byte @Nullable [] sort) {
      return new KeyBuilder().tieBreakerOf(partition, 0, sort, 0);
    }

    @Test
    void aHashOfSeveralValuesIsThatOfTheirBytesInARow() {
      byte[] whole = new KeyBuilder().partition(s("abc"), 0).truncate(8).toBytes();
      KeyBuilder parts = new KeyBuilder().beginHash();
      assertThat(parts.hashValue(s("a"), 0).hashValue(s("bc"), 0).endHash().toBytes())
          .isEqualTo(whole);
    }

    @Test
    void successors() {
      KeyBuilder builder = new KeyBuilder().append(new byte[] {1, 2}, 0, 2);
      assertThat(builder.next().toBytes()).containsExactly(1, 2, 0);
      assertThat(builder.nextPrefix()).isTrue();
      assertThat(builder.toBytes()).containsExactly(1, 2, 1);
      builder.clear().append(new byte[] {1, -1, -1}, 0, 3);
      assertThat(builder.nextPrefix()).isTrue();
      assertThat(builder.toBytes()).containsExactly(2);
      builder.clear().append(new byte[] {-1, -1}, 0, 2);
      assertThat(builder.nextPrefix()).isFalse();
      assertThat(builder.length()).isZero();
    }

    @Test
    void otherTypesAreNoKeys() {
      byte[] json = "{\"BOOL\":true}".getBytes(StandardCharsets.US_ASCII);
      KeyBuilder builder = new KeyBuilder();
      builder.component(s("a"), 0);
      assertThatThrownBy(() -> builder.last("{\"L\":[]}".getBytes(StandardCharsets.US_ASCII), 0))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> builder.last("{\"M\":{}}".getBytes(StandardCharsets.US_ASCII), 0))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(json).hasSize(13);
    }
  }

  @Nested
  class OrderOfValues {

    /**
     * Compares two values alone, as the last value, and as a component with values before and after
     * it.
     */
    private void assertOrder(byte[] a, byte[] b, int order, Random random) {
      Supplier<String> context =
          () ->
              "seed "
                  + SEED
                  + ": "
                  + new String(a, StandardCharsets.UTF_8)
                  + " and "
                  + new String(b, StandardCharsets.UTF_8);
      assertSign(Arrays.compareUnsigned(last(a), last(b)), order, context);
      byte[] behindA = new byte[random.nextInt(3)];
      byte[] behindB = new byte[random.nextInt(3)];
      random.nextBytes(behindA);
      random.nextBytes(behindB);
      byte[] keyA =
          KeyBuilder.ofThread().component(a, 0).append(behindA, 0, behindA.length).toBytes();
      byte[] keyB =
          KeyBuilder.ofThread().component(b, 0).append(behindB, 0, behindB.length).toBytes();
      int expected = order != 0 ? order : Integer.signum(Arrays.compareUnsigned(behindA, behindB));
      assertSign(Arrays.compareUnsigned(keyA, keyB), expected, context);
    }

    /** There are a hundred thousand comparisons: only those that fail are described. */
    private static void assertSign(int compared, int expected, Supplier<String> context) {
      if (Integer.signum(compared) != expected) {
        assertThat(Integer.signum(compared)).as(context).isEqualTo(expected);
      }
    }

    @Test
    void numbersByValue() {
      Random random = new Random(SEED);
      List<BigDecimal> values = new ArrayList<>();
      values.add(BigDecimal.ZERO);
      for (String text :
          new String[] {"1E-130", "9.9E125", "1", "10", "100", "0.1", "0.01", "99"}) {
        values.add(new BigDecimal(text));
        values.add(new BigDecimal(text).negate());
      }
      for (int i = 0; i < 400; i++) {
        int digits = 1 + random.nextInt(38);
        BigInteger unscaled =
            new BigInteger(120, random).mod(BigInteger.TEN.pow(digits)).add(BigInteger.ONE);
        int length = unscaled.toString().length();
        if (length > 38) {
          continue;
        }
        int exponent = random.nextBoolean() ? random.nextInt(6) - 3 : random.nextInt(256) - 130;
        BigDecimal value = new BigDecimal(unscaled, length - 1 - exponent);
        values.add(value);
        values.add(value.negate());
        values.add(value.add(BigDecimal.ONE.movePointRight(exponent)));
        if (value.stripTrailingZeros().precision() < 38) {
          values.add(value.add(BigDecimal.ONE.scaleByPowerOfTen(-value.scale())));
        }
      }
      for (BigDecimal a : values) {
        for (int i = 0; i < 40; i++) {
          BigDecimal b = values.get(random.nextInt(values.size()));
          assertOrder(n(a), n(b), a.compareTo(b), random);
        }
        assertOrder(n(a), n(a), 0, random);
      }
    }

    @Test
    void binariesByUnsignedBytes() {
      Random random = new Random(SEED);
      List<byte[]> values = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        byte[] value = new byte[random.nextInt(6)];
        for (int k = 0; k < value.length; k++) {
          value[k] = new byte[] {0, 1, 2, 127, -128, -2, -1}[random.nextInt(7)];
        }
        values.add(value);
      }
      for (byte[] a : values) {
        for (byte[] b : values) {
          assertOrder(b(a), b(b), Integer.signum(Arrays.compareUnsigned(a, b)), random);
        }
      }
    }

    @Test
    void stringsByUtf8() {
      Random random = new Random(SEED);
      String[] parts = {
        "\0", "\1", "a", "b", "\"", "\\", "\n", "\u007f", "ä", "\u20ac", "\uffff", "\ud83d\ude00"
      };
      List<String> values = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        StringBuilder value = new StringBuilder();
        for (int k = random.nextInt(14); k > 0; k--) {
          value.append(parts[random.nextInt(parts.length)]);
        }
        values.add(value.toString());
      }
      for (String a : values) {
        for (String b : values) {
          int order =
              Arrays.compareUnsigned(
                  a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
          assertOrder(s(a), s(b), Integer.signum(order), random);
        }
      }
    }
  }
}
