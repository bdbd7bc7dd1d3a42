package dev.monotable.engine.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.error.Wording;
import dev.monotable.model.Operations;
import dev.monotable.schema.Constraints;
import dev.monotable.schema.ListSchema;
import dev.monotable.schema.MapSchema;
import dev.monotable.schema.Member;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.StructureSchema;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OverlayTest {
  /** Every schema of the requests, by its name in a line. */
  private static final Map<String, ShapeSchema> TARGETS = new HashMap<>();

  static {
    for (OperationSchema<?, ?> operation : Operations.all()) {
      add(operation.input());
    }
  }

  private static void add(ShapeSchema schema) {
    if (TARGETS.putIfAbsent('@' + schema.name(), schema) != null) {
      return;
    }
    if (schema instanceof ListSchema list) {
      add(list.element());
    } else if (schema instanceof MapSchema map) {
      add(map.key());
      add(map.value());
    } else if (schema instanceof StructureSchema<?> structure) {
      TARGETS.put(schema.name(), schema);
      for (Member member : structure.members()) {
        TARGETS.put(schema.name() + '.' + member.wireName(), member.schema());
        add(member.schema());
      }
    }
  }

  static List<Overlay.Line> lines() {
    return Overlay.read();
  }

  private static @Nullable Member member(Overlay.Line line) {
    int dot = line.target().indexOf('.');
    return dot < 0
            || !(TARGETS.get(line.target().substring(0, dot)) instanceof StructureSchema<?> s)
        ? null
        : s.find(line.target().substring(dot + 1));
  }

  @ParameterizedTest
  @MethodSource("lines")
  void everyLineChangesAConstraintOfTheModel(Overlay.Line line) {
    ShapeSchema schema =
        Objects.requireNonNull(TARGETS.get(line.target()), "no such target: " + line);
    Constraints model = schema.constraints();
    Member member = member(line);
    List<String> arguments = line.arguments();
    boolean changes =
        switch (line.change()) {
          case REQUIRED -> member != null && !member.required();
          case OPTIONAL, REQUIRED_SENTENCE -> member != null && member.required();
          case MIN -> model.min() != line.number(0);
          case MAX -> model.max() != line.number(0);
          case NO_BOUNDS -> model.hasMin() || model.hasMax();
          case NAME_OR_ARN ->
              model.min() != line.number(0)
                  || model.max() != line.number(1)
                  || !("^" + arguments.get(2) + "$").equals(model.pattern());
          case KEYS_NAME_OR_ARN ->
              schema instanceof MapSchema map
                  && !("^" + arguments.get(2) + "$").equals(map.key().constraints().pattern());
          case PATTERN_FIRST ->
              model.hasMin() && (model.pattern() != null || line.target().endsWith(".TableName"));
          case ANCHORED -> model.pattern() != null && model.pattern().startsWith("^");
          case ENUM ->
              !model.values().equals(arguments)
                  && Set.copyOf(model.values()).equals(Set.copyOf(arguments));
          case ONLY ->
              model.values().containsAll(arguments) && model.values().size() > arguments.size();
          case BARE_ENUM, BARE_ENUM_ALONE, ANY_VALUE, UNCOUNTED -> !model.values().isEmpty();
          case TERSE_MAXIMUM -> model.hasMax();
          case EMPTY_SENTENCE -> schema instanceof MapSchema && model.min() == 1;
          case ORDER -> {
            StructureSchema<?> structure = (StructureSchema<?>) schema;
            yield arguments.stream().allMatch(name -> structure.find(name) != null)
                && !MemberOrder.rearranged(MemberOrder.ofHashMap(structure.members()), arguments)
                    .equals(MemberOrder.ofHashMap(structure.members()));
          }
          case TERSE_MINIMUM, TERSE_TOGETHER, FIRST_ONLY, OLDER_BEYOND ->
              Operations.all().stream().anyMatch(operation -> operation.input() == schema);
          case OLDER_WITHOUT -> {
            StructureSchema<?> structure = (StructureSchema<?>) schema;
            yield arguments.stream()
                .map(structure::find)
                .allMatch(needed -> needed != null && needed.required());
          }
          case NO_VALUE_BOUNDS ->
              schema instanceof MapSchema map && map.value().constraints().hasMax();
          case PRINTED_AS_JSON, YIELDING_KEYS -> schema instanceof MapSchema;
          case PRINTS -> ((StructureSchema<?>) schema).find(arguments.get(0)) == null;
        };
    assertThat(changes).as("line %s is redundant: %s", line.number(), line).isTrue();
  }

  @Test
  void theRegionalWordingDiffersInOperationsOfTheOlderLayerAndInFilters() {
    Set<String> inputs = new HashSet<>();
    for (OperationSchema<?, ?> operation : Operations.all()) {
      if (Wording.usEast1().forOperation(operation.name()) != Wording.usEast1()) {
        inputs.add(operation.input().name());
      }
    }
    assertThat(inputs)
        .containsExactlyInAnyOrder(
            "BatchWriteItemInput", "ScanInput", "TransactGetItemsInput", "TransactWriteItemsInput");
    inputs.add("Condition");
    for (Overlay.Line line : Overlay.read()) {
      if (line.appliesTo(Wording.regional()) != line.appliesTo(Wording.usEast1())) {
        assertThat(line.target().split("[.]")[0]).isIn(inputs);
      }
    }
  }

  @Test
  void noLineIsRepeated() {
    Set<List<Object>> seen = new HashSet<>();
    for (Overlay.Line line : Overlay.read()) {
      for (Wording wording : Wording.all()) {
        if (line.appliesTo(wording)) {
          assertThat(seen.add(List.of(line.target(), wording, line.change())))
              .as("line %s", line.number())
              .isTrue();
        }
      }
    }
    assertThat(seen).isNotEmpty();
  }

  @Test
  void theOrderOfMembersIsThatOfJavasHashMap() {
    for (ShapeSchema schema : TARGETS.values()) {
      if (schema instanceof StructureSchema<?> structure) {
        Map<String, Member> map = new HashMap<>();
        for (Member member : structure.members()) {
          map.put(member.messageName(), member);
        }
        assertThat(MemberOrder.ofHashMap(structure.members()))
            .as(schema.name())
            .containsExactlyElementsOf(map.values());
      }
    }
  }
}
