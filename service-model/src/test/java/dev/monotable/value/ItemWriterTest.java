package dev.monotable.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.value.ValueFault.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("seeds")
class ItemWriterTest {

  private final ItemWriter writer = new ItemWriter();

  @Nested
  class Serialization {

    @Test
    void writesEveryType() {
      Item item =
          Item.parse(
              "{\"s\":{\"S\":\"x\"},\"n\":{\"N\":\"1.50\"},\"b\":{\"B\":\"AQI=\"},\"t\":{\"BOOL\":true},"
                  + "\"f\":{\"BOOL\":false},\"0\":{\"NULL\":true},\"l\":{\"L\":[{\"S\":\"\"},{\"L\":[]}]},"
                  + "\"m\":{\"M\":{\"a\":{\"M\":{}},\"b\":{\"N\":\"2\"}}},\"ss\":{\"SS\":[\"b\",\"a\"]},"
                  + "\"ns\":{\"NS\":[\"10\",\"9\",\"-1\"]},\"bs\":{\"BS\":[\"/w==\",\"AA==\"]}}");
      assertThat(item.fault()).isNull();
      assertThat(item)
          .hasToString(
              "{\"s\":{\"S\":\"x\"},\"n\":{\"N\":\"1.5\"},\"b\":{\"B\":\"AQI=\"},\"t\":{\"BOOL\":true},"
                  + "\"f\":{\"BOOL\":false},\"0\":{\"NULL\":true},\"l\":{\"L\":[{\"S\":\"\"},{\"L\":[]}]},"
                  + "\"m\":{\"M\":{\"a\":{\"M\":{}},\"b\":{\"N\":\"2\"}}},\"ss\":{\"SS\":[\"a\",\"b\"]},"
                  + "\"ns\":{\"NS\":[\"-1\",\"9\",\"10\"]},\"bs\":{\"BS\":[\"AA==\",\"/w==\"]}}");
    }

    @Test
    void escapesOnlyCharactersThatNeedIt() {
      for (int c = 0; c < 0x800; c++) {
        String escaped =
            switch (c) {
              case '"' -> "\\\"";
              case '\\' -> "\\\\";
              case '\b' -> "\\b";
              case '\f' -> "\\f";
              case '\n' -> "\\n";
              case '\r' -> "\\r";
              case '\t' -> "\\t";
              default -> c < ' ' ? String.format("\\u%04x", c) : String.valueOf((char) c);
            };
        // At every position in a word, to cover every branch of the scan.
        for (int before = 0; before < 10; before++) {
          String around = "y".repeat(before);
          AttributeValue value = AttributeValue.string(around + (char) c + around);
          assertThat(value).hasToString("{\"S\":\"" + around + escaped + around + "\"}");
          assertThat(value.string()).isEqualTo(around + (char) c + around);
        }
      }
    }

    @Test
    void replacesJsonEscapes() {
      assertThat(
              AttributeValue.parse(
                  "{\"S\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\u6f22\\ud83d\\uDE00\"}"))
          .isEqualTo(AttributeValue.string("\"\\/\b\f\n\r\tAé漢😀"));
      for (String malformed : new String[] {"\\x", "\\u12", "\\u12g4", "\\u+123", "\\"}) {
        byte[] source = malformed.getBytes(StandardCharsets.UTF_8);
        writer.beginValue();
        assertThatThrownBy(() -> writer.jsonString(source, 0, source.length))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }

    @Test
    void loneSurrogatesBecomeTheReplacementCharacter() {
      String replaced = "{\"S\":\"a\ufffdb\"}";
      assertThat(AttributeValue.string("a\ud800b")).hasToString(replaced);
      assertThat(AttributeValue.string("a\udc00b")).hasToString(replaced);
      assertThat(AttributeValue.parse("{\"S\":\"a\\ud800b\"}")).hasToString(replaced);
      assertThat(AttributeValue.parse("{\"S\":\"a\\udc00b\"}")).hasToString(replaced);
      assertThat(AttributeValue.parse("{\"S\":\"\\ud800\\ud800\\udc00\"}"))
          .isEqualTo(AttributeValue.string("\ufffd\ud800\udc00"));
    }

    @Test
    void invalidUtf8BecomesTheReplacementCharacter() {
      assertThat(string(0xff)).isEqualTo("\ufffd");
      assertThat(string('a', 0x80, 'b')).isEqualTo("a\ufffdb");
      assertThat(string(0xc0, 0x80)).isEqualTo("\ufffd\ufffd");
      assertThat(string(0xe0, 0x80, 0x80)).isEqualTo("\ufffd\ufffd\ufffd");
      assertThat(string(0xed, 0xa0, 0x80)).isEqualTo("\ufffd\ufffd\ufffd");
      assertThat(string(0xf4, 0x90, 0x80, 0x80)).isEqualTo("\ufffd".repeat(4));
      assertThat(string(0xf0, 0x8f, 0x80, 0x80)).isEqualTo("\ufffd".repeat(4));
      assertThat(string(0xf5, 0x80)).isEqualTo("\ufffd\ufffd");
      assertThat(string('a', 0xe6, 0xbc)).isEqualTo("a\ufffd\ufffd");
      assertThat(string(0xc3, '"')).isEqualTo("\ufffd\"");
      assertThat(string(0xf0, 0x9f, 0x98, 0x80, 0xc3, 0xa9)).isEqualTo("😀é");
      int[] many = new int[5000];
      java.util.Arrays.fill(many, 0xff);
      assertThat(string(many)).isEqualTo("\ufffd".repeat(5000));
    }

    private String string(int... bytes) {
      byte[] utf8 = new byte[bytes.length];
      for (int i = 0; i < bytes.length; i++) {
        utf8[i] = (byte) bytes[i];
      }
      writer.beginValue();
      writer.string(utf8, 0, utf8.length);
      int size = writer.size();
      AttributeValue value = writer.endValue();
      assertThat(value.size()).isEqualTo(size);
      return value.string();
    }

    @Test
    void aLongStringOfControlCharactersFits() {
      String controls = "\u0001".repeat(100_000);
      AttributeValue value = AttributeValue.string(controls);
      assertThat(value.string()).isEqualTo(controls);
      assertThat(value.size()).isEqualTo(100_000);
      assertThat(value.end()).isEqualTo(600_008);
    }

    @Test
    void base64IsCheckedAsOnAws() {
      for (String valid : new String[] {"", "AQ==", "AQI=", "AQID", "+/+/"}) {
        writer.beginValue();
        assertThat(writer.base64(valid.getBytes(StandardCharsets.UTF_8), 0, valid.length()))
            .as(valid)
            .isTrue();
        assertThat(writer.endValue()).hasToString("{\"B\":\"" + valid + "\"}");
      }
      for (String invalid :
          new String[] {
            "A", "AQ", "AQI", "AR==", "AQJ=", "A===", "====", "AQ=I", "-_-_", "AQ =", "AQI=AQI="
          }) {
        writer.beginValue();
        assertThat(writer.base64(invalid.getBytes(StandardCharsets.UTF_8), 0, invalid.length()))
            .as(invalid)
            .isFalse();
      }
    }
  }

  @Nested
  class Validation {

    @Test
    void theFirstFaultIsReportedWithItsAttribute() {
      assertFault("{\"a\":{}}", Kind.EMPTY_VALUE, "a");
      assertFault("{\"x\":{\"S\":\"\"},\"a\":{\"S\":\"\",\"N\":\"1\"}}", Kind.SEVERAL_TYPES, "a");
      assertFault("{\"a\":{\"NULL\":false}}", Kind.NULL_FALSE, "a");
      assertFault("{\"a\":{\"N\":\"x\"},\"b\":{}}", Kind.NOT_A_NUMBER, "a", "x");
      assertFault("{\"a\":{\"N\":\"\"}}", Kind.NOT_A_NUMBER, "a", "");
      assertFault("{\"a\":{\"N\":\"1e126\"}}", Kind.NUMBER_OVERFLOW, "a", "1e126");
      assertFault("{\"a\":{\"NS\":[\"1\",\"1e-131\"]}}", Kind.NUMBER_UNDERFLOW, "a", "1e-131");
      assertFault("{\"a\":{\"SS\":[]}}", Kind.EMPTY_SET, "a", "SS");
      assertFault("{\"a\":{\"NS\":[]}}", Kind.EMPTY_SET, "a", "NS");
      assertFault("{\"a\":{\"BS\":[]}}", Kind.EMPTY_SET, "a", "BS");
      assertFault("{\"a\":{\"SS\":[\"x\",null]}}", Kind.NULL_IN_SET, "a", "SS");
      assertFault(
          "{\"q\\\"\":{\"M\":{\"b\":{\"L\":[{\"N\":\"y\"}]}}}}", Kind.NOT_A_NUMBER, "q\"", "y");
    }

    @Test
    void duplicatesAreFoundByValueAndReportedAsSent() {
      assertFault(
          "{\"a\":{\"SS\":[\"b\",\"a\",\"b\"]}}", Kind.DUPLICATES_IN_SET, "a", "SS", "b", "a", "b");
      assertFault(
          "{\"a\":{\"NS\":[\"2\",\"1\",\"2.0\"]}}",
          Kind.DUPLICATES_IN_SET,
          "a",
          "NS",
          "2",
          "1",
          "2");
      assertFault(
          "{\"a\":{\"BS\":[\"/w==\",\"AA==\",\"AA==\"]}}",
          Kind.DUPLICATES_IN_SET,
          "a",
          "BS",
          "/w==",
          "AA==",
          "AA==");
    }

    @Test
    void faultsInsideAValueAreReportedBeforeSeveralTypes() {
      assertFault("{\"a\":{\"N\":\"x\",\"S\":\"\"}}", Kind.NOT_A_NUMBER, "a", "x");
      assertFault("{\"a\":{\"S\":\"\",\"N\":\"x\"}}", Kind.NOT_A_NUMBER, "a", "x");
      assertFault("{\"a\":{\"SS\":[],\"N\":\"x\"}}", Kind.EMPTY_SET, "a", "SS");
    }

    @Test
    void aNullTypeIsIgnored() {
      assertThat(Item.parse("{\"a\":{\"S\":null,\"N\":\"1\"}}")).isEqualTo(Item.of("a", 1));
      assertFault("{\"a\":{\"S\":null}}", Kind.EMPTY_VALUE, "a");
    }

    @Test
    void valuesMayBeAtLevel32() {
      for (String shape : new String[] {"M", "L"}) {
        assertThat(Item.parse(nested(shape, 31, "{\"S\":\"leaf\"}")).fault()).isNull();
        assertThat(Item.parse(nested(shape, 31, "{\"M\":{}}")).fault()).isNull();
        for (int wraps : new int[] {32, 33, 100}) {
          String json = nested(shape, wraps, "{\"S\":\"leaf\"}");
          Item item = Item.parse(json);
          assertThat(item.fault()).isEqualTo(new ValueFault(Kind.NESTING_TOO_DEEP, "a", List.of()));
          assertThat(item).hasToString(json);
        }
      }
    }

    @Test
    void nestingIsCheckedInCopies() {
      AttributeValue deep = AttributeValue.parse(nestedValue("L", 20, "{\"N\":\"1\"}"));
      for (int wraps = 10; wraps < 14; wraps++) {
        writer.beginItem();
        writer.name("a");
        for (int i = 0; i < wraps; i++) {
          writer.beginList();
        }
        writer.copy(deep);
        for (int i = 0; i < wraps; i++) {
          writer.endList();
        }
        ValueFault expected =
            wraps < 12 ? null : new ValueFault(Kind.NESTING_TOO_DEEP, "a", List.of());
        assertThat(writer.endItem().fault()).isEqualTo(expected);
      }
    }

    private String nested(String shape, int wraps, String leaf) {
      return "{\"a\":" + nestedValue(shape, wraps, leaf) + "}";
    }

    private String nestedValue(String shape, int wraps, String leaf) {
      return shape.equals("M")
          ? "{\"M\":{\"n\":".repeat(wraps) + leaf + "}}".repeat(wraps)
          : "{\"L\":[".repeat(wraps) + leaf + "]}".repeat(wraps);
    }

    @Test
    void faultsAreRankedAsAwsReportsThem() {
      String deep = "\"d\":" + nestedValue("M", 40, "{\"S\":\"leaf\"}");
      assertFault("{" + deep + ",\"\":{\"S\":\"x\"}}", Kind.EMPTY_ATTRIBUTE_NAME, "");
      assertFault("{\"m\":{\"M\":{\"\":{\"S\":\"x\"}}}," + deep + "}", Kind.NESTING_TOO_DEEP, "d");
      assertFault("{\"n\":{\"N\":\"x\"}," + deep + "}", Kind.NOT_A_NUMBER, "n", "x");
      assertFault("{\"m\":{\"M\":{\"\":{\"S\":\"x\"}}}}", Kind.EMPTY_ATTRIBUTE_NAME, "m");
    }

    @Test
    void theScaleOfANumberIsKeptBesideIt() {
      Item plain = Item.parse("{\"a\":{\"N\":\"1000\"},\"b\":{\"N\":\"1\"}}");
      for (String same : List.of("+1000", "01000", "1.000e3", "100e1", "1000.")) {
        Item item = Item.parse("{\"b\":{\"N\":\"1\"},\"a\":{\"N\":\"" + same + "\"}}");
        assertThat(item).isEqualTo(plain).hasSameHashCodeAs(plain);
        assertThat(item.numberScales() == 0).isEqualTo(!same.equals("100e1"));
      }
      Item first = Item.parse("{\"a\":{\"N\":\"1000.0\"},\"b\":{\"N\":\"1\"}}");
      Item second = Item.parse("{\"a\":{\"N\":\"1000\"},\"b\":{\"N\":\"1.0\"}}");
      assertThat(first).isEqualTo(second).isEqualTo(plain);
      assertThat(plain.numberScales()).isZero();
      assertThat(first.numberScales()).isNotZero().isNotEqualTo(second.numberScales());
      assertThat(Item.parse(first.toString()).numberScales()).isZero();
    }

    @Test
    void aTooDeepValueKeepsAnotherFault() {
      String deep = "\"d\":" + nestedValue("M", 40, "{\"S\":\"leaf\"}");
      ValueFault number = new ValueFault(Kind.NOT_A_NUMBER, "n", List.of("x"));
      ValueFault name = new ValueFault(Kind.EMPTY_ATTRIBUTE_NAME, "m", List.of());
      assertThat(Item.parse("{" + deep + ",\"n\":{\"N\":\"x\"},\"o\":{}}").fault())
          .isEqualTo(new ValueFault(Kind.NESTING_TOO_DEEP, "d", List.of(), number));
      assertThat(Item.parse("{\"m\":{\"M\":{\"\":{\"S\":\"x\"}}}," + deep + "}").fault())
          .isEqualTo(new ValueFault(Kind.NESTING_TOO_DEEP, "d", List.of(), name));
    }

    @Test
    void theLengthOfANameIsInUtf8Bytes() {
      String longest = "é".repeat(ItemWriter.MAX_NAME_BYTES / 2) + "a";
      assertThat(Item.parse("{\"" + longest + "\":{\"S\":\"x\"}}").fault()).isNull();
      assertFault("{\"" + longest + "a\":{\"S\":\"x\"}}", Kind.LONG_ATTRIBUTE_NAME, longest + "a");
      assertFault(
          "{\"m\":{\"M\":{\"" + longest + "a\":{\"S\":\"x\"}}}}", Kind.LONG_ATTRIBUTE_NAME, "m");
    }

    @Test
    void aFaultDoesNotAffectTheNextItem() {
      writer.beginItem();
      writer.name("a");
      writer.emptyValue();
      assertThat(writer.endItem().fault()).isNotNull();
      writer.beginItem();
      writer.name("a");
      writer.number(1);
      assertThat(writer.endItem()).isEqualTo(Item.of("a", 1)).hasToString("{\"a\":{\"N\":\"1\"}}");
    }

    @Test
    void codeThatCreatesValuesGetsAnException() {
      assertThatThrownBy(() -> AttributeValue.number("x"))
          .isInstanceOf(InvalidValueException.class)
          .hasMessage("NOT_A_NUMBER [x]");
      assertThatThrownBy(() -> AttributeValue.stringSet(List.of()))
          .isInstanceOf(InvalidValueException.class)
          .hasMessage("EMPTY_SET [SS]");
      assertThatThrownBy(() -> AttributeValue.numberSet("1", "1.0"))
          .isInstanceOf(InvalidValueException.class)
          .hasMessage("DUPLICATES_IN_SET [NS, 1, 1]");
      assertThatThrownBy(() -> Item.of("", "x"))
          .isInstanceOf(InvalidValueException.class)
          .hasMessage("EMPTY_ATTRIBUTE_NAME");
      assertThatThrownBy(() -> Item.of("a")).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> Item.of("a", 1.5)).isInstanceOf(IllegalArgumentException.class);
      for (String json :
          new String[] {
            "",
            "[]",
            "{",
            "{\"a\"}",
            "{\"a\":1}",
            "{\"a\":{\"X\":\"\"}}",
            "{}x",
            "{\"a\":{\"B\":\"A\"}}",
            "{\"a\":{\"BOOL\":1}}",
            "{\"a\":{\"S\":\"}}",
            "{\"a\":{\"S\":\"\"},}"
          }) {
        assertThatThrownBy(() -> Item.parse(json))
            .as(json)
            .isInstanceOf(IllegalArgumentException.class);
      }
    }

    private void assertFault(String json, Kind kind, String attribute, String... arguments) {
      ValueFault fault = Objects.requireNonNull(Item.parse(json).fault());
      assertThat(new ValueFault(fault.kind(), fault.attribute(), fault.arguments()))
          .isEqualTo(new ValueFault(kind, attribute, List.of(arguments)));
    }
  }

  @Nested
  class Behaviour {

    @Test
    void theLastOfRepeatedNamesWins() {
      assertThat(Item.parse("{\"a\":{\"N\":\"1\"},\"b\":{\"S\":\"x\"},\"a\":{\"S\":\"y\"}}"))
          .hasToString("{\"b\":{\"S\":\"x\"},\"a\":{\"S\":\"y\"}}")
          .isEqualTo(Item.of("b", "x", "a", "y"));
      assertThat(Item.parse("{\"a\":{\"N\":\"1\"},\"a\":{\"N\":\"2\"},\"\\u0061\":{\"N\":\"3\"}}"))
          .hasToString("{\"a\":{\"N\":\"3\"}}");
      assertThat(
              Item.parse(
                  "{\"m\":{\"M\":{\"a\":{\"N\":\"1\"},\"a\":{\"L\":[]},\"b\":{\"M\":{\"a\":{\"N\":\"1\"}}}}},"
                      + "\"a\":{\"N\":\"1\"},\"m\":{\"M\":{\"c\":{\"N\":\"1\"},\"c\":{\"N\":\"2\"}}}}"))
          .hasToString("{\"a\":{\"N\":\"1\"},\"m\":{\"M\":{\"c\":{\"N\":\"2\"}}}}");
    }

    @Test
    void repeatedNamesAgreeWithAMap() {
      Seeds.forEach(
          500,
          random -> {
            NaiveValues values = new NaiveValues(random);
            Map<String, Object> expected = new LinkedHashMap<>();
            writer.beginItem();
            int names = 1 + random.nextInt(200);
            for (int i = random.nextInt(400); i >= 0; i--) {
              String name = "name" + random.nextInt(names);
              Object value = values.value(2);
              expected.remove(name);
              expected.put(name, value);
              writer.name(name);
              writer.copy(NaiveValues.canonical(value));
            }
            Item item = writer.endItem();
            assertThat(item)
                .hasToString(Item.of(NaiveValues.canonicalMembers(expected)).toString());
            assertThat(item.size()).isEqualTo(NaiveValues.membersSize(expected));
          });
    }

    @Test
    void manyNamesTakeLinearTime() {
      StringBuilder json = new StringBuilder("{");
      List<String> expected = new ArrayList<>();
      int count = 50_000;
      for (int round = 0; round < 2; round++) {
        for (int i = 0; i < count; i++) {
          json.append(json.length() > 1 ? "," : "")
              .append("\"k")
              .append(i)
              .append("\":{\"N\":\"")
              .append(round)
              .append("\"}");
          if (round == 1) {
            expected.add("k" + i);
          }
        }
      }
      Item item = Item.parse(json.append('}').toString());
      assertThat(new ArrayList<>(item.toMap().keySet())).isEqualTo(expected);
    }

    @Test
    void aDiscardedValueLeavesNoTrace() {
      writer.beginItem();
      writer.name("a");
      writer.beginList();
      writer.number(1);
      writer.beginMap();
      writer.name("x");
      writer.string("gone");
      writer.endMap();
      writer.discardValue();
      writer.bool(true);
      writer.endList();
      writer.name("b");
      writer.string("gone");
      writer.discardValue();
      writer.nul(true);
      Item item = writer.endItem();
      assertThat(item)
          .hasToString("{\"a\":{\"L\":[{\"N\":\"1\"},{\"BOOL\":true}]},\"b\":{\"NULL\":true}}");
      assertThat(item.size()).isEqualTo(1 + 3 + 1 + 2 + 1 + 1 + 1 + 1);
    }

    @Test
    void sizesFollowTheRuleOfTheDeveloperGuide() {
      assertThat(Item.EMPTY.size()).isZero();
      assertThat(Item.of("shirt-color", "R", "shirt-size", "M").size()).isEqualTo(23);
      assertThat(Item.of("é", "😀").size()).isEqualTo(6);
      assertThat(AttributeValue.list(List.of()).size()).isEqualTo(3);
      assertThat(AttributeValue.list(AttributeValue.string("xy")).size()).isEqualTo(6);
      assertThat(AttributeValue.map(Map.of("k", AttributeValue.nul())).size()).isEqualTo(6);
      assertThat(AttributeValue.stringSet("a", "bc").size()).isEqualTo(3);
      assertThat(AttributeValue.numberSet("1", "123").size()).isEqualTo(5);
      assertThat(AttributeValue.binarySet(new byte[3], new byte[4]).size()).isEqualTo(7);
    }

    @Test
    void writesLargeAndSmallItemsInTurn() {
      String large = "x".repeat(3_000_000);
      for (int i = 0; i < 3; i++) {
        writer.beginItem();
        writer.name("a");
        writer.string(large);
        assertThat(writer.endItem()).isEqualTo(Item.of("a", large));
        writer.beginItem();
        assertThat(writer.endItem()).isSameAs(Item.EMPTY);
      }
    }
  }
}
