package dev.monotable.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares canonical bytes with the naive model of values as Java objects. */
@Tag("slow")
@Tag("seeds")
class ValuesPropertyTest {

  @Test
  void writtenValuesAreReadBack() {
    Seeds.forEach(
        2000,
        random -> {
          NaiveValues values = new NaiveValues(random);
          Object value = values.value(4);
          AttributeValue canonical = NaiveValues.canonical(value);
          assertThat(NaiveValues.decoded(canonical)).isEqualTo(value);
          assertThat(canonical.end()).isEqualTo(canonical.array().length);
          assertThat(canonical.size()).isEqualTo(NaiveValues.size(value));
          assertThat(CanonicalFunctions.sizeFunction(canonical.array(), 0))
              .isEqualTo(NaiveValues.sizeFunction(value));
          Map<String, Object> members = values.members(random.nextInt(12), 3);
          Item item = Item.of(NaiveValues.canonicalMembers(members));
          assertThat(NaiveValues.decodedMembers(item.toMap())).isEqualTo(members);
          assertThat(item.size()).isEqualTo(NaiveValues.membersSize(members));
          assertThat(item.attributeCount()).isEqualTo(members.size());
        });
  }

  @Test
  void theCanonicalFormDoesNotDependOnTheNotation() {
    Seeds.forEach(
        2000,
        random -> {
          NaiveValues values = new NaiveValues(random);
          Object value = values.value(4);
          AttributeValue canonical = NaiveValues.canonical(value);
          AttributeValue parsed = AttributeValue.parse(values.sent(value));
          assertThat(parsed.fault()).isNull();
          assertThat(parsed.toString()).isEqualTo(canonical.toString());
          assertThat(AttributeValue.parse(canonical.toString()).toString())
              .isEqualTo(canonical.toString());
          Map<String, Object> members = values.members(random.nextInt(60), 2);
          Item item = Item.parse(values.sentMembers(members));
          assertThat(item.toString())
              .isEqualTo(Item.of(NaiveValues.canonicalMembers(members)).toString());
          assertThat(item.size()).isEqualTo(NaiveValues.membersSize(members));
        });
  }

  @Test
  void equalityAndHashAgreeWithTheModel() {
    Seeds.forEach(
        3000,
        random -> {
          NaiveValues values = new NaiveValues(random);
          Object a = values.value(4);
          Object b =
              switch (random.nextInt(3)) {
                case 0 -> values.reordered(a);
                case 1 -> values.reordered(values.changed(a));
                default -> values.value(4);
              };
          AttributeValue x = NaiveValues.canonical(a);
          AttributeValue y = NaiveValues.canonical(b);
          assertThat(x.equals(y)).as("%s = %s", x, y).isEqualTo(a.equals(b));
          if (a.equals(b)) {
            assertThat(x.hashCode()).isEqualTo(y.hashCode());
          }
          AttributeValue inside = AttributeValue.list(x, y, AttributeValue.nul());
          int second =
              CanonicalJson.nextElement(
                  inside.array(), CanonicalJson.firstElement(inside.array(), 0));
          assertThat(CanonicalComparison.equal(inside.array(), second, y.array(), 0)).isTrue();
        });
  }

  @Test
  void largeMapsInAnyOrderAreEqual() {
    Seeds.forEach(
        20,
        random -> {
          NaiveValues values = new NaiveValues(random);
          Map<String, Object> members = new HashMap<>();
          for (int i = 0; i < 500; i++) {
            members.put("name" + i, values.scalar());
          }
          AttributeValue a = NaiveValues.canonical(members);
          AttributeValue b = NaiveValues.canonical(values.reordered(members));
          assertThat(a).isEqualTo(b).hasSameHashCodeAs(b);
          members.put("name250", values.set());
          assertThat(NaiveValues.canonical(values.reordered(members))).isNotEqualTo(a);
        });
  }

  @Test
  void orderAgreesWithTheModel() {
    Seeds.forEach(
        4000,
        random -> {
          NaiveValues values = new NaiveValues(random);
          Object a;
          Object b;
          switch (random.nextInt(3)) {
            case 0 -> {
              a = values.string();
              b = random.nextBoolean() ? values.string() : a + values.string();
            }
            case 1 -> {
              a = values.number();
              b = values.number();
            }
            default -> {
              a = values.binary();
              b = values.binary();
            }
          }
          AttributeValue x = NaiveValues.canonical(a);
          AttributeValue y = NaiveValues.canonical(b);
          int order = Integer.signum(NaiveValues.compare(a, b));
          assertThat(Integer.signum(CanonicalComparison.compare(x.array(), 0, y.array(), 0)))
              .as("%s against %s", x, y)
              .isEqualTo(order);
          assertThat(Integer.signum(CanonicalComparison.compare(y.array(), 0, x.array(), 0)))
              .isEqualTo(-order);
          assertThat(CanonicalComparison.compare(x.array(), 0, x.array(), 0)).isZero();
        });
  }

  @Test
  void containsAndBeginsWithAgreeWithTheModel() {
    Seeds.forEach(
        4000,
        random -> {
          NaiveValues values = new NaiveValues(random);
          Object value = values.value(2);
          Object operand = random.nextBoolean() ? values.value(2) : part(value, random);
          AttributeValue x = NaiveValues.canonical(value);
          AttributeValue y = NaiveValues.canonical(operand);
          assertThat(CanonicalFunctions.contains(x.array(), 0, y.array(), 0))
              .as("%s contains %s", x, y)
              .isEqualTo(NaiveValues.contains(value, operand));
          assertThat(CanonicalFunctions.beginsWith(x.array(), 0, y.array(), 0))
              .as("%s begins with %s", x, y)
              .isEqualTo(NaiveValues.beginsWith(value, operand));
        });
  }

  private static Object part(Object value, Random random) {
    if (value instanceof String string) {
      int from =
          random.nextBoolean()
              ? 0
              : string.offsetByCodePoints(
                  0, random.nextInt(1 + string.codePointCount(0, string.length())));
      String rest = string.substring(from);
      return rest.substring(
          0, rest.offsetByCodePoints(0, random.nextInt(1 + rest.codePointCount(0, rest.length()))));
    } else if (value instanceof ByteBuffer bytes) {
      int from = random.nextBoolean() ? 0 : random.nextInt(bytes.capacity() + 1);
      int length = random.nextInt(bytes.capacity() - from + 1);
      byte[] part = new byte[length];
      System.arraycopy(NaiveValues.bytes(bytes), from, part, 0, length);
      return ByteBuffer.wrap(part);
    } else if (value instanceof Set<?> || value instanceof List<?>) {
      List<Object> elements = new ArrayList<>((java.util.Collection<?>) value);
      return elements.isEmpty() ? value : elements.get(random.nextInt(elements.size()));
    }
    return value;
  }

  @Test
  void membersAreFoundByName() {
    Seeds.forEach(
        1000,
        random -> {
          NaiveValues values = new NaiveValues(random);
          Map<String, Object> members = values.members(random.nextInt(40), 2);
          Item item = Item.of(NaiveValues.canonicalMembers(members));
          for (Map.Entry<String, Object> member : members.entrySet()) {
            AttributeValue found = item.find(member.getKey());
            assertThat(found).isEqualTo(NaiveValues.canonical(member.getValue()));
          }
          for (int i = 0; i < 20; i++) {
            String name = values.name();
            assertThat(item.contains(name)).as(name).isEqualTo(members.containsKey(name));
          }
          List<String> names = new ArrayList<>();
          byte[] json = item.json();
          for (int m = CanonicalJson.firstMember(json, 0);
              m >= 0;
              m = CanonicalJson.nextMember(json, m)) {
            names.add(CanonicalJson.nameOf(json, m));
          }
          assertThat(names).isEqualTo(new ArrayList<>(members.keySet()));
        });
  }

  @Test
  void unionAndDifferenceAgreeWithTheModel() {
    ItemWriter writer = new ItemWriter();
    Seeds.forEach(
        2000,
        random -> {
          NaiveValues values = new NaiveValues(random);
          Set<Object> a = values.set();
          Set<Object> b = new HashSet<>();
          while (b.isEmpty() || b.iterator().next().getClass() != a.iterator().next().getClass()) {
            b = values.set();
          }
          for (Object element : a) {
            if (random.nextBoolean()) {
              b.add(element);
            }
          }
          AttributeValue x = NaiveValues.canonical(a);
          AttributeValue y = NaiveValues.canonical(b);
          Set<Object> union = new HashSet<>(a);
          union.addAll(b);
          writer.beginValue();
          ValueArithmetic.union(writer, x.array(), 0, y.array(), 0);
          assertThat(writer.size()).isEqualTo(NaiveValues.size(union));
          assertThat(writer.endValue().toString())
              .isEqualTo(NaiveValues.canonical(union).toString());
          Set<Object> difference = new HashSet<>(a);
          difference.removeAll(b);
          writer.beginValue();
          boolean left = ValueArithmetic.difference(writer, x.array(), 0, y.array(), 0);
          assertThat(left).isEqualTo(!difference.isEmpty());
          if (left) {
            assertThat(writer.size()).isEqualTo(NaiveValues.size(difference));
            assertThat(writer.endValue().toString())
                .isEqualTo(NaiveValues.canonical(difference).toString());
          }
        });
  }

  @Test
  void copiesKeepBytesAndSize() {
    ItemWriter writer = new ItemWriter();
    Seeds.forEach(
        1000,
        random -> {
          NaiveValues values = new NaiveValues(random);
          Item item =
              Item.of(NaiveValues.canonicalMembers(values.members(1 + random.nextInt(12), 3)));
          byte[] json = item.json();
          writer.beginItem();
          for (int m = CanonicalJson.firstMember(json, 0);
              m >= 0;
              m = CanonicalJson.nextMember(json, m)) {
            writer.copyMember(json, m);
          }
          assertSame(writer.endItem(), item);
          // One member replaced by itself, the runs before and after it copied.
          int member = CanonicalJson.firstMember(json, 0);
          for (int i = random.nextInt(item.attributeCount()); i > 0; i--) {
            member = CanonicalJson.nextMember(json, member);
          }
          int known =
              random.nextBoolean() ? item.size() - CanonicalSize.ofMember(json, member) : -1;
          writer.beginItem();
          writer.copyMembers(json, 1, member - 1, known);
          writer.copyMember(json, member);
          writer.copyMembers(
              json, CanonicalJson.memberEnd(json, member) + 1, json.length - 1, known < 0 ? -1 : 0);
          assertSame(writer.endItem(), item);
        });
  }

  private static void assertSame(Item actual, Item expected) {
    assertThat(actual.toString()).isEqualTo(expected.toString());
    assertThat(actual.size()).isEqualTo(expected.size());
  }

  @Test
  void contentIsCopiedAsBytes() {
    Seeds.forEach(
        1000,
        random -> {
          NaiveValues values = new NaiveValues(random);
          byte[] expected;
          AttributeValue value;
          if (random.nextBoolean()) {
            String string = values.string();
            expected = string.getBytes(StandardCharsets.UTF_8);
            value = AttributeValue.string(string);
          } else {
            expected = NaiveValues.bytes(values.binary());
            value = AttributeValue.binary(expected);
          }
          byte[] out = new byte[value.size() + 1];
          assertThat(CanonicalJson.copyContent(value.array(), 0, out, 1)).isEqualTo(out.length);
          assertThat(java.util.Arrays.copyOfRange(out, 1, out.length)).isEqualTo(expected);
        });
  }
}
