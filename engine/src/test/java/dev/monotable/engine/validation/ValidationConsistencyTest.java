package dev.monotable.engine.validation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.monotable.engine.error.ConstraintFault;
import dev.monotable.engine.error.Violation;
import dev.monotable.engine.error.Wording;
import dev.monotable.model.Operations;
import dev.monotable.model.PutItemInput;
import dev.monotable.schema.Constraints;
import dev.monotable.schema.ListSchema;
import dev.monotable.schema.MapSchema;
import dev.monotable.schema.Member;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.StructureSchema;
import dev.monotable.testing.Seed;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("seeds")
class ValidationConsistencyTest {
  private static final ArnScope SCOPE = new ArnScope("us-east-1", "123456789012");
  private static final List<String> ARNS =
      List.of(
          "arn:aws:dynamodb:us-east-1:123456789012:table/abc",
          "arn:aws:dynamodb:us-east-1:123456789012:table/a",
          "arn:aws:dynamodb:eu-west-1:123456789012:table/abc",
          "arn:aws:dynamodb:us-east-1:210987654321:table/abc",
          "arn:aws");

  private static List<Wording> wordings() {
    return Wording.all();
  }

  @ParameterizedTest
  @MethodSource("wordings")
  void exactlyTheViolatedRulesAreReported(Wording wording) {
    long seed = Seed.any();
    Random random = new Random(seed);
    Overlay overlay = Overlay.of(wording);
    int violated = 0;
    int held = 0;
    for (OperationSchema<?, ?> operation : Operations.all()) {
      StructureCheck check = new StructureCheck(overlay, SCOPE, operation.input());
      for (int i = 0; i < 200; i++) {
        Record request = structure(random, operation.input());
        List<Violation> reported = check.violations(request);
        boolean holds = check.holds(request);
        assertThat(reported.isEmpty())
            .as("seed %s, %s: %s, %s", seed, operation, request, reported)
            .isEqualTo(holds);
        if (holds) {
          held++;
        } else {
          assertThat(wording.message(new ConstraintFault(reported))).isNotEmpty();
          violated++;
        }
      }
    }
    assertThat(violated).as("seed %s", seed).isPositive();
    assertThat(held).as("seed %s", seed).isPositive();
  }

  private static Record structure(Random random, StructureSchema<?> schema) {
    @Nullable Object[] values = new @Nullable Object[schema.memberCount()];
    for (Member member : schema.members()) {
      boolean there = member.required() ? random.nextInt(20) > 0 : random.nextInt(4) == 0;
      values[member.index()] = there ? value(random, member.schema()) : null;
    }
    return schema.create(values);
  }

  private static Object value(Random random, ShapeSchema schema) {
    Constraints constraints = schema.constraints();
    long min = constraints.hasMin() ? constraints.min() : 0;
    return switch (schema.type()) {
      case STRING -> {
        if (!constraints.values().isEmpty() && random.nextInt(10) > 0) {
          yield constraints.values().get(random.nextInt(constraints.values().size()));
        }
        String filler = random.nextInt(10) == 0 ? ";" : "a";
        yield random.nextInt(20) == 0
            ? ARNS.get(random.nextInt(ARNS.size()))
            : filler.repeat((int) Math.max(0, min + random.nextInt(4) - 1));
      }
      case INTEGER -> (int) min + random.nextInt(3) - 1;
      case LONG -> min + random.nextInt(3) - 1;
      case DOUBLE -> random.nextDouble();
      case BOOLEAN -> random.nextBoolean();
      case TIMESTAMP -> Instant.ofEpochSecond(random.nextInt(1_000_000));
      case ATTRIBUTE_VALUE -> AttributeValue.string("a");
      case ITEM -> Item.of("pk", AttributeValue.number(random.nextInt(10)));
      case LIST -> {
        List<@Nullable Object> list = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
          list.add(random.nextInt(20) == 0 ? null : value(random, ((ListSchema) schema).element()));
        }
        yield list;
      }
      case MAP -> {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(3); i > 0; i--) {
          map.put(
              random.nextInt(10) == 0 ? "b;" : "name" + i,
              random.nextInt(20) == 0 ? null : value(random, ((MapSchema) schema).value()));
        }
        yield map;
      }
      case STRUCTURE -> structure(random, (StructureSchema<?>) schema);
    };
  }

  @Test
  void aGoodRequestIsCheckedWithoutGarbage() {
    ModelValidator validator = new ModelValidator(Wording.usEast1(), SCOPE);
    PutItemInput request =
        PutItemInput.builder()
            .tableName("Music")
            .item(Item.of("pk", AttributeValue.string("a")))
            .returnValues("ALL_OLD")
            .expressionAttributeNames(Map.of("#a", "b", "#c", "d"))
            .build();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    validate(validator, request, 20_000);
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    validate(validator, request, 100_000);
    long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    assertThat(allocated).isLessThan(100_000);
  }

  private static void validate(ModelValidator validator, PutItemInput request, int times) {
    for (int i = 0; i < times; i++) {
      validator.validate(Operations.PUT_ITEM, request);
    }
  }
}
