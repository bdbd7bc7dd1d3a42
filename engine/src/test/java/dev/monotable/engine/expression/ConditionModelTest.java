package dev.monotable.engine.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.limits.Limits;
import dev.monotable.expression.ConditionExpression;
import dev.monotable.expression.DocumentPath;
import dev.monotable.expression.Operand;
import dev.monotable.expression.PathElement;
import dev.monotable.testing.Seeded;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.DynamoNumber;
import dev.monotable.value.Item;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares conditions on canonical bytes with a naive evaluator of decoded values. */
class ConditionModelTest {
  private static final int CASES = 4000;

  private final Map<String, AttributeValue> values = new LinkedHashMap<>();
  private RandomDocuments documents = new RandomDocuments(0);

  @Seeded
  void agreesWithTheNaiveEvaluator(long seed) {
    documents = new RandomDocuments(seed);
    int held = 0;
    int rejected = 0;
    for (int i = 0; i < CASES; i++) {
      values.clear();
      ConditionExpression condition = condition(3);
      Item item = documents.item();
      BoundCondition bound;
      try {
        bound =
            CompiledCondition.of(ExpressionKind.CONDITION, condition, Limits.AWS)
                .bind(Bindings.internal(Map.of(), Item.of(values)));
      } catch (FaultException rejection) {
        rejected++;
        continue;
      }
      boolean expected = naive(condition, item.toMap());
      held += expected ? 1 : 0;
      assertThat(bound.test(item))
          .as("seed %d, case %d: %s with %s on %s", seed, i, condition, values, item)
          .isEqualTo(expected);
    }
    // Both results must be frequent enough for the comparison to be meaningful.
    assertThat(held).as("seed %d", seed).isBetween(CASES / 10, CASES * 9 / 10);
    assertThat(rejected).as("seed %d", seed).isLessThan(CASES / 2);
  }

  private ConditionExpression condition(int depth) {
    int kind = documents.random.nextInt(depth == 0 ? 8 : 11);
    return switch (kind) {
      case 0, 1, 2 ->
          new ConditionExpression.Comparison(
              documents.pick(ConditionExpression.Comparison.Operator.values()),
              operand(),
              operand());
      case 3 -> new ConditionExpression.Between(operand(), operand(), operand());
      case 4 -> new ConditionExpression.In(operand(), List.of(operand(), operand()));
      case 5 ->
          new ConditionExpression.Call(
              documents.random.nextBoolean() ? "attribute_exists" : "attribute_not_exists",
              List.of(new Operand.Path(documents.path())));
      case 6 ->
          new ConditionExpression.Call(
              documents.random.nextBoolean() ? "begins_with" : "contains",
              List.of(operand(), operand()));
      case 7 ->
          new ConditionExpression.Call(
              "attribute_type",
              List.of(
                  operand(),
                  literal(AttributeValue.string(documents.pick(AttributeType.values()).name()))));
      case 8 -> new ConditionExpression.And(condition(depth - 1), condition(depth - 1));
      case 9 -> new ConditionExpression.Or(condition(depth - 1), condition(depth - 1));
      default -> new ConditionExpression.Not(condition(depth - 1));
    };
  }

  private Operand operand() {
    return switch (documents.random.nextInt(6)) {
      case 0, 1, 2 -> new Operand.Path(documents.path());
      case 3, 4 -> literal(documents.value(1));
      default -> new Operand.Call("size", List.of(new Operand.Path(documents.path())));
    };
  }

  private Operand literal(AttributeValue value) {
    String placeholder = ":v" + values.size();
    values.put(placeholder, value);
    return new Operand.Value(placeholder);
  }

  // The naive evaluator.

  private boolean naive(ConditionExpression condition, Map<String, AttributeValue> item) {
    if (condition instanceof ConditionExpression.And and) {
      return naive(and.left(), item) && naive(and.right(), item);
    }
    if (condition instanceof ConditionExpression.Or or) {
      return naive(or.left(), item) || naive(or.right(), item);
    }
    if (condition instanceof ConditionExpression.Not not) {
      return !naive(not.operand(), item);
    }
    if (condition instanceof ConditionExpression.Comparison comparison) {
      AttributeValue left = naive(comparison.left(), item);
      AttributeValue right = naive(comparison.right(), item);
      return switch (comparison.operator()) {
        case EQUAL -> left != null && left.equals(right);
        case NOT_EQUAL -> left == null || !left.equals(right);
        case LESS -> ordered(left, right) && order(left, right) < 0;
        case LESS_OR_EQUAL -> ordered(left, right) && order(left, right) <= 0;
        case GREATER -> ordered(left, right) && order(left, right) > 0;
        case GREATER_OR_EQUAL -> ordered(left, right) && order(left, right) >= 0;
      };
    }
    if (condition instanceof ConditionExpression.Between between) {
      AttributeValue value = naive(between.operand(), item);
      AttributeValue low = naive(between.low(), item);
      AttributeValue high = naive(between.high(), item);
      return ordered(low, value)
          && ordered(value, high)
          && order(low, value) <= 0
          && order(value, high) <= 0;
    }
    if (condition instanceof ConditionExpression.In in) {
      AttributeValue value = naive(in.operand(), item);
      for (Operand candidate : in.candidates()) {
        if (value != null && value.equals(naive(candidate, item))) {
          return true;
        }
      }
      return false;
    }
    ConditionExpression.Call call = (ConditionExpression.Call) condition;
    AttributeValue first = naive(call.arguments().get(0), item);
    return switch (call.function()) {
      case "attribute_exists" -> first != null;
      case "attribute_not_exists" -> first == null;
      case "attribute_type" -> {
        AttributeValue type = naive(call.arguments().get(1), item);
        yield first != null && type != null && first.type().name().equals(type.string());
      }
      case "begins_with" -> beginsWith(first, naive(call.arguments().get(1), item));
      case "contains" -> contains(first, naive(call.arguments().get(1), item));
      default -> throw new IllegalArgumentException(call.function());
    };
  }

  private @Nullable AttributeValue naive(Operand operand, Map<String, AttributeValue> item) {
    if (operand instanceof Operand.Value value) {
      return values.get(value.placeholder());
    }
    if (operand instanceof Operand.Path path) {
      return resolve(path.path(), item);
    }
    Operand.Call size = (Operand.Call) operand;
    AttributeValue value = naive(size.arguments().get(0), item);
    return value == null ? null : sizeOf(value);
  }

  static @Nullable AttributeValue resolve(DocumentPath path, Map<String, AttributeValue> item) {
    AttributeValue value = AttributeValue.map(item);
    for (PathElement element : path.elements()) {
      if (element instanceof PathElement.Name name) {
        value =
            value != null && value.type() == AttributeType.M ? value.map().get(name.name()) : null;
      } else if (element instanceof PathElement.Index index) {
        value =
            value != null && value.type() == AttributeType.L && index.index() < value.list().size()
                ? value.list().get(index.index())
                : null;
      }
    }
    return value;
  }

  private static @Nullable AttributeValue sizeOf(AttributeValue value) {
    return switch (value.type()) {
      case S -> AttributeValue.number(value.string().length());
      case B -> AttributeValue.number(value.binary().length);
      case SS -> AttributeValue.number(value.stringSet().size());
      case NS -> AttributeValue.number(value.numberSet().size());
      case BS -> AttributeValue.number(value.binarySet().size());
      case L -> AttributeValue.number(value.list().size());
      case M -> AttributeValue.number(value.map().size());
      case N, BOOL, NULL -> null;
    };
  }

  private static boolean ordered(@Nullable AttributeValue a, @Nullable AttributeValue b) {
    return a != null && b != null && a.type() == b.type() && a.type().isKeyType();
  }

  private static int order(@Nullable AttributeValue a, @Nullable AttributeValue b) {
    if (a == null || b == null) {
      throw new IllegalArgumentException("not ordered");
    }
    return switch (a.type()) {
      case S -> Arrays.compareUnsigned(utf8(a), utf8(b));
      case N -> a.number().toBigDecimal().compareTo(b.number().toBigDecimal());
      case B -> Arrays.compareUnsigned(a.binary(), b.binary());
      case SS, NS, BS, M, L, BOOL, NULL -> throw new IllegalArgumentException("not ordered");
    };
  }

  private static byte[] utf8(AttributeValue value) {
    return value.string().getBytes(StandardCharsets.UTF_8);
  }

  private static boolean beginsWith(@Nullable AttributeValue a, @Nullable AttributeValue b) {
    if (a == null || b == null || a.type() != b.type()) {
      return false;
    }
    if (a.type() == AttributeType.S) {
      return a.string().startsWith(b.string());
    }
    return a.type() == AttributeType.B
        && b.binary().length <= a.binary().length
        && Arrays.equals(Arrays.copyOf(a.binary(), b.binary().length), b.binary());
  }

  private static boolean contains(@Nullable AttributeValue a, @Nullable AttributeValue b) {
    if (a == null || b == null) {
      return false;
    }
    return switch (a.type()) {
      case S -> b.type() == AttributeType.S && a.string().contains(b.string());
      case B -> b.type() == AttributeType.B && latin(a.binary()).contains(latin(b.binary()));
      case SS -> b.type() == AttributeType.S && a.stringSet().contains(b.string());
      case NS -> b.type() == AttributeType.N && numbers(a).contains(b.number());
      case BS -> b.type() == AttributeType.B && binaries(a).contains(latin(b.binary()));
      case L -> a.list().contains(b);
      case M, N, BOOL, NULL -> false;
    };
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static List<DynamoNumber> numbers(AttributeValue set) {
    return set.numberSet();
  }

  private static List<String> binaries(AttributeValue set) {
    List<String> all = new ArrayList<>();
    for (byte[] element : set.binarySet()) {
      all.add(latin(element));
    }
    return all;
  }
}
