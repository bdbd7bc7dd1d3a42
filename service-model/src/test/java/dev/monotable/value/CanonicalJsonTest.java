package dev.monotable.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CanonicalJsonTest {

  private final Item item =
      Item.parse(
          "{\"s\":{\"S\":\"a\\\"b\\\\\"},\"m\":{\"M\":{\"x\":{\"L\":[{\"N\":\"1\"},{\"SS\":[\"p\",\"q\"]}]},"
              + "\"y\":{\"M\":{}}}},\"b\":{\"B\":\"AQID\"},\"t\":{\"BOOL\":true},\"z\":{\"NULL\":true}}");
  private final byte[] json = item.json();

  @Test
  void followsAPath() {
    int m = CanonicalJson.find(json, 0, CanonicalJson.quote("m"));
    assertThat(CanonicalJson.type(json, m)).isEqualTo(AttributeType.M);
    int x = CanonicalJson.find(json, CanonicalJson.mapOf(json, m), CanonicalJson.quote("x"));
    assertThat(CanonicalJson.elementCount(json, x)).isEqualTo(2);
    int set = CanonicalJson.element(json, x, 1);
    assertThat(AttributeValue.at(json, set)).isEqualTo(AttributeValue.stringSet("p", "q"));
    assertThat(CanonicalJson.element(json, x, 2)).isEqualTo(-1);
    int q = CanonicalJson.element(json, set, 1);
    assertThat(text(q, CanonicalJson.elementEnd(json, q))).isEqualTo("\"q\"");
    int y = CanonicalJson.find(json, CanonicalJson.mapOf(json, m), CanonicalJson.quote("y"));
    assertThat(CanonicalJson.elementCount(json, y)).isZero();
    assertThat(CanonicalJson.find(json, CanonicalJson.mapOf(json, y), CanonicalJson.quote("y")))
        .isEqualTo(-1);
    assertThat(CanonicalJson.depth(json, m)).isEqualTo(2);
    int s = CanonicalJson.find(json, 0, CanonicalJson.quote("s"));
    assertThat(text(CanonicalJson.contentStart(json, s), CanonicalJson.contentEnd(json, s)))
        .isEqualTo("a\\\"b\\\\");
    assertThat(CanonicalJson.bool(json, CanonicalJson.find(json, 0, CanonicalJson.quote("t"))))
        .isTrue();
  }

  @Test
  void iteratesOverMembers() {
    List<String> members = new ArrayList<>();
    for (int m = CanonicalJson.firstMember(json, 0);
        m >= 0;
        m = CanonicalJson.nextMember(json, m)) {
      members.add(
          CanonicalJson.nameOf(json, m)
              + text(CanonicalJson.valueOf(json, m), CanonicalJson.memberEnd(json, m)));
    }
    assertThat(members)
        .containsExactly(
            "s{\"S\":\"a\\\"b\\\\\"}",
            "m{\"M\":{\"x\":{\"L\":[{\"N\":\"1\"},{\"SS\":[\"p\",\"q\"]}]},\"y\":{\"M\":{}}}}",
            "b{\"B\":\"AQID\"}",
            "t{\"BOOL\":true}",
            "z{\"NULL\":true}");
    assertThat(CanonicalJson.memberCount(json, 0)).isEqualTo(5);
    assertThat(CanonicalJson.firstMember(Item.EMPTY.json(), 0)).isEqualTo(-1);
  }

  private String text(int from, int to) {
    return new String(json, from, to - from, StandardCharsets.UTF_8);
  }

  @Test
  void namesAreNotFoundInsideOtherContent() {
    Item tricky = Item.of("a\"", "\"a\":{\"S\":\"\"}", "b\\", "x", "ab", "y");
    assertThat(tricky.contains("a")).isFalse();
    assertThat(tricky.contains("b")).isFalse();
    assertThat(tricky.contains("S")).isFalse();
    assertThat(tricky.find("a\"")).isEqualTo(AttributeValue.string("\"a\":{\"S\":\"\"}"));
    assertThat(tricky.find("b\\")).isEqualTo(AttributeValue.string("x"));
    assertThat(tricky.find("ab")).isEqualTo(AttributeValue.string("y"));
  }

  @Test
  void substringsDoNotStartInsideAnEscape() {
    assertContains("\n", "n", false);
    assertContains("\\n", "n", true);
    assertContains("\u0001", "u0001", false);
    assertContains("\u0001", "1", false);
    assertContains("\"", "\\", false);
    assertContains("\\\"", "\"", true);
    assertContains("x\n\ny", "\ny", true);
    assertContains("", "", true);
    assertContains("abc", "", true);
    assertContains("abc", "abcd", false);
  }

  private void assertContains(String string, String part, boolean expected) {
    AttributeValue x = AttributeValue.string(string);
    AttributeValue y = AttributeValue.string(part);
    assertThat(CanonicalFunctions.contains(x.array(), 0, y.array(), 0)).isEqualTo(expected);
  }

  @Test
  void containsRequiresTheRightType() {
    AttributeValue numbers = AttributeValue.numberSet("1", "2");
    assertThat(contains(numbers, AttributeValue.number("2.0"))).isTrue();
    assertThat(contains(numbers, AttributeValue.string("2"))).isFalse();
    assertThat(contains(numbers, numbers)).isFalse();
    assertThat(contains(AttributeValue.list(numbers), AttributeValue.numberSet("2", "1"))).isTrue();
    assertThat(contains(AttributeValue.string("12"), AttributeValue.number(2))).isFalse();
    assertThat(contains(AttributeValue.number(12), AttributeValue.number(2))).isFalse();
    AttributeValue map = AttributeValue.map(Map.of("S", AttributeValue.string("x")));
    assertThat(contains(AttributeValue.stringSet("x"), map)).isFalse();
    assertThat(contains(map, AttributeValue.string("x"))).isFalse();
  }

  private static boolean contains(AttributeValue value, AttributeValue operand) {
    return CanonicalFunctions.contains(value.array(), 0, operand.array(), 0);
  }

  @Test
  void sizeOfAStringIsInUtf16Units() {
    assertThat(size("é𝄞")).isEqualTo(3);
    assertThat(size("\n\u0001\"")).isEqualTo(3);
    assertThat(size("漢")).isEqualTo(1);
    assertThat(size("")).isZero();
  }

  private static int size(String string) {
    return CanonicalFunctions.sizeFunction(AttributeValue.string(string).array(), 0);
  }

  @Test
  void onlyKeyTypesHaveAnOrder() {
    byte[] list = AttributeValue.list(List.of()).array();
    assertThatThrownBy(() -> CanonicalComparison.compare(list, 0, list, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void valuesOfDifferentTypesAreNotEqual() {
    List<AttributeValue> values =
        List.of(
            AttributeValue.string("1"),
            AttributeValue.number(1),
            AttributeValue.binary(new byte[] {1}),
            AttributeValue.bool(true),
            AttributeValue.bool(false),
            AttributeValue.nul(),
            AttributeValue.list(List.of()),
            AttributeValue.map(Map.of()),
            AttributeValue.stringSet("1"),
            AttributeValue.numberSet("1"),
            AttributeValue.binarySet(new byte[] {1}));
    for (int i = 0; i < values.size(); i++) {
      for (int j = 0; j < values.size(); j++) {
        assertThat(values.get(i).equals(values.get(j))).isEqualTo(i == j);
      }
    }
    assertThat(values.stream().map(AttributeValue::type))
        .containsExactly(
            AttributeType.S,
            AttributeType.N,
            AttributeType.B,
            AttributeType.BOOL,
            AttributeType.BOOL,
            AttributeType.NULL,
            AttributeType.L,
            AttributeType.M,
            AttributeType.SS,
            AttributeType.NS,
            AttributeType.BS);
  }

  @Test
  void contentIsNotReadAsAnotherType() {
    assertThatThrownBy(() -> AttributeValue.number(1).string())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("The value is of type N, not S");
  }

  @Test
  void itemsAreEqualInAnyOrder() {
    assertThat(Item.of("a", 1, "b", true))
        .isEqualTo(Item.of("b", true, "a", 1))
        .hasSameHashCodeAs(Item.of("b", true, "a", 1))
        .isNotEqualTo(Item.of("a", 1, "b", false))
        .isNotEqualTo(Item.of("a", 1));
    assertThat(Item.of("a", 1L, "n", DynamoNumber.parse("1.50")))
        .hasToString("{\"a\":{\"N\":\"1\"},\"n\":{\"N\":\"1.5\"}}");
    byte[] target = new byte[item.jsonLength() + 2];
    assertThat(item.copyJson(target, 1)).isEqualTo(target.length - 1);
    assertThat(new String(target, 1, item.jsonLength(), StandardCharsets.UTF_8))
        .isEqualTo(item.toString());
  }
}
