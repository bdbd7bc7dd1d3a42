package dev.monotable.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Operations;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.Unit;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StructureSchemaTest {
  /** Returns every structure that a request or response can contain. */
  static Collection<StructureSchema<?>> structures() {
    Map<String, StructureSchema<?>> structures = new LinkedHashMap<>();
    for (OperationSchema<?, ?> operation : Operations.all()) {
      add(operation.input(), structures);
      add(operation.output(), structures);
    }
    return structures.values();
  }

  private static void add(ShapeSchema schema, Map<String, StructureSchema<?>> structures) {
    if (schema instanceof ListSchema list) {
      add(list.element(), structures);
    } else if (schema instanceof MapSchema map) {
      add(map.value(), structures);
    } else if (schema instanceof StructureSchema<?> structure
        && structures.putIfAbsent(schema.name(), structure) == null) {
      structure.members().forEach(member -> add(member.schema(), structures));
    }
  }

  @ParameterizedTest
  @MethodSource("structures")
  <T extends Record> void aCreatedRecordHasTheGivenValues(StructureSchema<T> schema)
      throws ReflectiveOperationException {
    Object[] values = new Object[schema.memberCount()];
    for (Member member : schema.members()) {
      values[member.index()] = sample(member.schema(), 3);
    }
    T structure = schema.create(values);
    assertThat(structure).isInstanceOf(schema.recordClass());
    assertThat(((Structure) structure).schema()).isSameAs(schema);
    RecordComponent[] components = schema.recordClass().getRecordComponents();
    assertThat(components).hasSize(values.length);
    for (int i = 0; i < values.length; i++) {
      assertThat(schema.value(structure, i)).as(schema.member(i).wireName()).isEqualTo(values[i]);
      assertThat(components[i].getAccessor().invoke(structure)).isEqualTo(values[i]);
      assertThat(components[i].getName()).isEqualToIgnoringCase(schema.member(i).wireName());
    }
    assertThat(schema.create(values)).isEqualTo(structure);
    Object builder = schema.recordClass().getMethod("toBuilder").invoke(structure);
    assertThat(builder.getClass().getMethod("build").invoke(builder)).isEqualTo(structure);
    assertThatThrownBy(() -> schema.value(structure, values.length))
        .isInstanceOf(IndexOutOfBoundsException.class);
    T empty = schema.create(new Object[values.length]);
    for (int i = 0; i < values.length; i++) {
      assertThat(schema.value(empty, i)).isNull();
    }
  }

  private static Object sample(ShapeSchema schema, int depth) {
    return switch (schema.type()) {
      case STRING -> schema.name();
      case INTEGER -> 12;
      case LONG -> 123_456_789_012L;
      case DOUBLE -> 1.5;
      case BOOLEAN -> true;
      case TIMESTAMP -> Instant.ofEpochSecond(1_700_000_000);
      case ATTRIBUTE_VALUE -> AttributeValue.string("a");
      case ITEM -> Item.of("pk", AttributeValue.string("a"));
      case LIST -> List.of(sample(((ListSchema) schema).element(), depth));
      case MAP -> Map.of("key", sample(((MapSchema) schema).value(), depth));
      case STRUCTURE -> {
        StructureSchema<?> structure = (StructureSchema<?>) schema;
        Object[] values = new Object[structure.memberCount()];
        if (depth > 0) {
          structure
              .members()
              .forEach(member -> values[member.index()] = sample(member.schema(), depth - 1));
        }
        yield structure.create(values);
      }
    };
  }

  @ParameterizedTest
  @MethodSource("structures")
  void onlyMembersAreFoundByName(StructureSchema<?> schema) {
    for (Member member : schema.members()) {
      byte[] buffer = ("{\"" + member.wireName() + "\":").getBytes(StandardCharsets.UTF_8);
      int end = 2 + member.wireName().length();
      assertThat(schema.memberIndex(buffer, 2, end)).isEqualTo(member.index());
      assertThat(schema.memberIndex(member.wireName())).isEqualTo(member.index());
      assertThat(schema.memberIndex(buffer, 2, 2)).isEqualTo(-1);
      byte[] other = buffer.clone();
      other[end - 1] ^= 0x40;
      assertThat(schema.memberIndex(other, 2, end)).isEqualTo(-1);
      assertThat(schema.memberIndex(buffer, 1, end + 1)).isEqualTo(-1);
    }
    assertThat(schema.memberIndex("NoSuchMember")).isEqualTo(-1);
    assertThat(schema.find("NoSuchMember")).isNull();
  }

  @Test
  void listsAndMapsOfARecordAreCopied() {
    List<KeySchemaElement> list = new ArrayList<>(List.of(new KeySchemaElement("pk", "HASH")));
    Map<String, String> names = new LinkedHashMap<>(Map.of("#a", "b"));
    var table = dev.monotable.model.CreateTableInput.builder().keySchema(list).build();
    var put = PutItemInput.builder().expressionAttributeNames(names).build();
    list.clear();
    names.clear();
    assertThat(table.keySchema()).containsExactly(new KeySchemaElement("pk", "HASH"));
    assertThat(put.expressionAttributeNames()).containsExactly(Map.entry("#a", "b"));
    assertThatThrownBy(() -> table.keySchema().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> put.expressionAttributeNames().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(put.toBuilder().build().expressionAttributeNames())
        .isSameAs(put.expressionAttributeNames());
  }

  @Test
  void aStructureWithoutMembersHasNone() {
    assertThat(Unit.SCHEMA.members()).isEmpty();
    assertThat(Unit.SCHEMA.memberIndex(new byte[] {'a'}, 0, 1)).isEqualTo(-1);
    assertThat(Unit.SCHEMA.create(new Object[0])).isEqualTo(new Unit());
  }
}
