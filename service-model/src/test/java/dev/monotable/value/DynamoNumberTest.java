package dev.monotable.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("seeds")
class DynamoNumberTest {

  private static final String NINES = "9".repeat(38);

  @Nested
  class Serialization {

    @ParameterizedTest
    @CsvSource({
      "0, 0",
      "-0, 0",
      "+0, 0",
      "0.0, 0",
      "000, 0",
      ".0, 0",
      "0., 0",
      "0e125, 0",
      "0E-130, 0",
      "1, 1",
      "+1, 1",
      "-1, -1",
      "01, 1",
      "-01, -1",
      "1.0, 1",
      "1., 1",
      ".5, 0.5",
      "-.5, -0.5",
      "0.50, 0.5",
      "00.5, 0.5",
      "100, 100",
      "1e2, 100",
      "1E+2, 100",
      "12.5e1, 125",
      "12.5e0, 12.5",
      "1e-3, 0.001",
      "0042.1200, 42.12",
      "-10.010, -10.01",
      "0.1e1, 1",
      "123e-2, 1.23",
      "10e-1, 1"
    })
    void canonicalTextIsPlainNotationWithoutSuperfluousZeros(String sent, String canonical) {
      assertThat(DynamoNumber.parse(sent)).hasToString(canonical);
    }

    @Test
    void expandsTheLargestAndTheSmallestMagnitudes() {
      assertThat(DynamoNumber.parse("1E125")).hasToString("1" + "0".repeat(125));
      assertThat(DynamoNumber.parse("9." + NINES.substring(1) + "E125"))
          .hasToString(NINES + "0".repeat(88));
      assertThat(DynamoNumber.parse("-1e-130")).hasToString("-0." + "0".repeat(129) + "1");
      assertThat(DynamoNumber.parse("9." + NINES.substring(1) + "E-130"))
          .hasToString("0." + "0".repeat(129) + NINES);
    }

    @Test
    void agreesWithBigDecimal() {
      Seeds.forEach(
          20_000,
          random -> {
            String sent = randomText(random);
            BigDecimal expected = new BigDecimal(sent);
            DynamoNumber number = DynamoNumber.parse(sent);
            assertThat(number).as(sent).hasToString(NaiveValues.normal(expected).toPlainString());
            assertThat(number.signum()).isEqualTo(expected.signum());
            assertThat(number.isWhole()).isEqualTo(NaiveValues.normal(expected).scale() <= 0);
            assertThat(number.size()).isEqualTo(NaiveValues.size(NaiveValues.normal(expected)));
          });
    }

    private String randomText(Random random) {
      StringBuilder text = new StringBuilder(new String[] {"", "", "-", "+"}[random.nextInt(4)]);
      text.append("0".repeat(random.nextInt(3)));
      int digits = 1 + random.nextInt(20);
      for (int i = 0; i < digits; i++) {
        text.append((char) ('0' + (random.nextInt(3) == 0 ? 0 : random.nextInt(10))));
      }
      if (random.nextBoolean()) {
        text.append('.');
        for (int i = random.nextInt(12); i > 0; i--) {
          text.append((char) ('0' + random.nextInt(10)));
        }
      }
      if (random.nextBoolean()) {
        text.append(random.nextBoolean() ? 'e' : 'E').append(random.nextInt(200) - 100);
      }
      return text.toString();
    }
  }

  @Nested
  class Validation {

    @ParameterizedTest
    @ValueSource(
        strings = {
          "",
          " ",
          "abc",
          "1.2.3",
          " 1",
          "1 ",
          "0x10",
          "1e",
          "1e+",
          "e1",
          ".",
          "-",
          "+",
          "--1",
          "NaN",
          "Infinity",
          "1_000",
          "1,5",
          "١",
          "1e9223372036854775808",
          "1e-9223372036854775809",
          "1e1.5",
          "1f",
          "1e5x"
        })
    void anInvalidNumberIsReportedAsSent(String sent) {
      assertFault(sent, ValueFault.Kind.NOT_A_NUMBER);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "1e126",
          "-1e126",
          "10e125",
          "0e126",
          "1e2147483647",
          "1e2147483648",
          "1e99999999999",
          "-1e99999999999",
          "1e9223372036854775807",
          "0.1e127"
        })
    void aMagnitudeTooLargeIsAnOverflow(String sent) {
      assertFault(sent, ValueFault.Kind.NUMBER_OVERFLOW);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "1e-131",
          "-1e-131",
          "0.1e-130",
          "0e-131",
          "1e-99999999999",
          "1e-2147483648",
          "1e-9223372036854775808"
        })
    void aMagnitudeTooSmallIsAnUnderflow(String sent) {
      assertFault(sent, ValueFault.Kind.NUMBER_UNDERFLOW);
    }

    @Test
    void thirtyNineDigitsAreTooMany() {
      assertFault("1" + NINES, ValueFault.Kind.NUMBER_TOO_PRECISE);
      assertFault("0." + NINES + "9", ValueFault.Kind.NUMBER_TOO_PRECISE);
      assertFault("1234567890123456789012345678901234567890", ValueFault.Kind.NUMBER_TOO_PRECISE);
      assertFault("-1" + "0".repeat(37) + "1", ValueFault.Kind.NUMBER_TOO_PRECISE);
    }

    @Test
    void leadingAndTrailingZerosAreNotSignificant() {
      assertThat(DynamoNumber.parse("000" + NINES + "000")).hasToString(NINES + "000");
      assertThat(DynamoNumber.parse("0." + "0".repeat(50) + NINES + "0".repeat(50)))
          .hasToString("0." + "0".repeat(50) + NINES);
    }

    @Test
    void theRangeIsReportedBeforeThePrecision() {
      assertFault(NINES + "9e120", ValueFault.Kind.NUMBER_OVERFLOW);
      assertFault(NINES + "9e-180", ValueFault.Kind.NUMBER_UNDERFLOW);
    }

    private void assertFault(String sent, ValueFault.Kind kind) {
      assertThatThrownBy(() -> DynamoNumber.parse(sent))
          .isInstanceOfSatisfying(
              InvalidValueException.class,
              e -> assertThat(e.fault()).isEqualTo(ValueFault.of(kind, sent)));
    }
  }

  @Nested
  class Behaviour {

    /** Sizes that were measured on AWS with items at the size limit. */
    @ParameterizedTest
    @CsvSource({
      "0, 1",
      "1, 2",
      "12, 2",
      "123, 3",
      "1234, 3",
      "12345678901234567890123456789012345678, 20",
      "0042, 2",
      "100, 2",
      "1010, 3",
      "0.0000001, 2",
      "1E125, 2",
      "1E-100, 2",
      "1.5, 3",
      "15, 2",
      "1.2, 3",
      "1.200, 3",
      "1.234, 4",
      "3.14159, 5",
      "123456, 4",
      "100.5, 4",
      "0.15, 2",
      "-42, 3",
      "-0, 1"
    })
    void sizeEqualsTheMeasuredSize(String sent, int size) {
      assertThat(DynamoNumber.parse(sent).size()).isEqualTo(size);
      assertThat(AttributeValue.number(sent).size()).isEqualTo(size);
    }

    @Test
    void sizeIsNeverMoreThan21() {
      assertThat(DynamoNumber.parse("-" + NINES.substring(1) + ".9").size()).isEqualTo(21);
      assertThat(DynamoNumber.parse("-9." + NINES.substring(1)).size()).isEqualTo(21);
    }

    @Test
    void sumsAndDifferencesAgreeWithBigDecimal() {
      ItemWriter writer = new ItemWriter();
      Seeds.forEach(
          5000,
          random -> {
            NaiveValues values = new NaiveValues(random);
            BigDecimal a = values.number();
            BigDecimal b = random.nextInt(5) == 0 ? a.negate() : values.number();
            boolean subtract = random.nextBoolean();
            BigDecimal expected = NaiveValues.normal(subtract ? a.subtract(b) : a.add(b));
            AttributeValue x = NaiveValues.canonical(a);
            AttributeValue y = NaiveValues.canonical(b);
            writer.beginValue();
            ValueArithmetic.sum(writer, x.array(), 0, y.array(), 0, subtract);
            DynamoNumber left = x.number();
            if (expected.precision() > 38) {
              assertThat(writer.fault()).isNotNull();
              assertThatThrownBy(() -> sum(left, y.number(), subtract))
                  .isInstanceOf(InvalidValueException.class);
            } else if (expected.precision() - expected.scale() - 1 <= 125) {
              assertThat(writer.fault()).isNull();
              assertThat(writer.size()).isEqualTo(NaiveValues.size(expected));
              AttributeValue sum = writer.endValue();
              assertThat(sum.numberText()).isEqualTo(expected.toPlainString());
              assertThat(sum(left, y.number(), subtract)).isEqualTo(sum.number());
            }
          });
    }

    private DynamoNumber sum(DynamoNumber a, DynamoNumber b, boolean subtract) {
      return subtract ? a.subtract(b) : a.add(b);
    }

    @Test
    void aSumThatIsTooLargeIsAnOverflow() {
      DynamoNumber largest = DynamoNumber.parse("9e125");
      assertThatThrownBy(() -> largest.add(largest))
          .isInstanceOfSatisfying(
              InvalidValueException.class,
              e -> assertThat(e.fault().kind()).isEqualTo(ValueFault.Kind.NUMBER_OVERFLOW));
    }

    @Test
    void longsRoundTrip() {
      Seeds.forEach(
          2000,
          random -> {
            long value = random.nextLong() >> random.nextInt(64);
            DynamoNumber number = DynamoNumber.of(value);
            assertThat(number).hasToString(Long.toString(value));
            assertThat(number.isLong()).isTrue();
            assertThat(number.longValue()).isEqualTo(value);
            assertThat(AttributeValue.number(value).numberText()).isEqualTo(Long.toString(value));
            assertThat(number.negate().toBigDecimal())
                .isEqualTo(BigDecimal.valueOf(value).negate());
          });
      for (long value : new long[] {0, Long.MAX_VALUE, Long.MIN_VALUE, 1000000000000000000L}) {
        assertThat(AttributeValue.number(value).number().longValue()).isEqualTo(value);
      }
      assertThat(DynamoNumber.parse("9223372036854775808").isLong()).isFalse();
      assertThat(DynamoNumber.parse("1.5").isLong()).isFalse();
      assertThat(DynamoNumber.parse("1e30").isLong()).isFalse();
    }

    @Test
    void numbersAreOrderedByValue() {
      Seeds.forEach(
          2000,
          random -> {
            NaiveValues values = new NaiveValues(random);
            BigDecimal a = values.number();
            BigDecimal b = values.number();
            assertThat(DynamoNumber.of(a).compareTo(DynamoNumber.of(b))).isEqualTo(a.compareTo(b));
          });
    }
  }
}
