package dev.monotable.engine.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.limits.Limits;
import dev.monotable.expression.DocumentPath;
import dev.monotable.expression.Operand;
import dev.monotable.expression.PathElement;
import dev.monotable.expression.UpdateExpression;
import dev.monotable.testing.Seeded;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.DynamoNumber;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares updates on canonical bytes with a naive model: mutable trees of decoded values, in which
 * list elements keep their old indexes until all actions are done.
 */
class UpdateModelTest {
  private static final int CASES = 4000;

  private final Map<String, AttributeValue> values = new LinkedHashMap<>();
  private RandomDocuments documents = new RandomDocuments(0);

  @Seeded
  void agreesWithTheNaiveModel(long seed) {
    documents = new RandomDocuments(seed);
    int applied = 0;
    int failed = 0;
    for (int i = 0; i < CASES; i++) {
      values.clear();
      Item old = documents.item();
      UpdateExpression update = update();
      BoundUpdate bound;
      try {
        bound =
            CompiledUpdate.of(ExpressionKind.UPDATE, update, Limits.AWS)
                .bind(Bindings.internal(Map.of(), Item.of(values)));
      } catch (FaultException rejection) {
        continue; // overlapping paths, or operands of wrong types
      }
      Item expected = naive(update, old);
      String what =
          "seed " + seed + ", case " + i + ": " + update + " with " + values + " on " + old;
      Item actual = null;
      try {
        actual = bound.apply(old, Item.EMPTY, new ItemWriter());
      } catch (FaultException failure) {
        assertThat(expected).as(what + " failed: " + failure.getMessage()).isNull();
        failed++;
        continue;
      }
      assertThat(actual).as(what).isEqualTo(expected);
      assertThat(actual.size()).as(what).isEqualTo(Item.parse(actual.toString()).size());
      assertThat(actual.toString()).as(what).isEqualTo(Item.parse(actual.toString()).toString());
      applied++;
    }
    assertThat(applied).as("seed %d", seed).isGreaterThan(CASES / 10);
    assertThat(failed).as("seed %d", seed).isGreaterThan(CASES / 10);
  }

  private UpdateExpression update() {
    List<UpdateExpression.Set> sets = new ArrayList<>();
    List<DocumentPath> removes = new ArrayList<>();
    List<UpdateExpression.Add> adds = new ArrayList<>();
    List<UpdateExpression.Delete> deletes = new ArrayList<>();
    for (int i = documents.random.nextInt(3); i >= 0; i--) {
      DocumentPath path = documents.path();
      switch (documents.random.nextInt(6)) {
        case 0, 1, 2 -> sets.add(new UpdateExpression.Set(path, setValue()));
        case 3 -> removes.add(path);
        case 4 -> adds.add(new UpdateExpression.Add(path, literal(addend())));
        default -> deletes.add(new UpdateExpression.Delete(path, literal(set())));
      }
    }
    return new UpdateExpression(sets, removes, adds, deletes);
  }

  private AttributeValue set() {
    return documents.random.nextBoolean() ? documents.stringSet() : documents.numberSet();
  }

  private AttributeValue addend() {
    return documents.random.nextBoolean() ? documents.number() : set();
  }

  private Operand setValue() {
    return switch (documents.random.nextInt(6)) {
      case 0 ->
          new Operand.Arithmetic(
              documents.random.nextBoolean()
                  ? Operand.Arithmetic.Operator.PLUS
                  : Operand.Arithmetic.Operator.MINUS,
              operand(documents.number()),
              operand(documents.number()));
      case 1 ->
          new Operand.Call(
              "list_append", List.of(operand(documents.list(1)), operand(documents.list(1))));
      default -> operand(documents.value(2));
    };
  }

  private Operand operand(AttributeValue literal) {
    return switch (documents.random.nextInt(5)) {
      case 0 -> new Operand.Path(documents.path());
      case 1 ->
          new Operand.Call(
              "if_not_exists", List.of(new Operand.Path(documents.path()), operand(literal)));
      default -> literal(literal);
    };
  }

  private Operand literal(AttributeValue value) {
    String placeholder = ":v" + values.size();
    values.put(placeholder, value);
    return new Operand.Value(placeholder);
  }

  // The naive model. A node is an AttributeValue, a Map<String, Object> or a TreeMap<Integer,
  // Object>.

  private static final class Failure extends Exception {
    private static final long serialVersionUID = 1L;
  }

  private @Nullable Item naive(UpdateExpression update, Item old) {
    try {
      Map<String, AttributeValue> before = old.toMap();
      Map<String, Object> root = new LinkedHashMap<>();
      before.forEach((name, value) -> root.put(name, open(value)));
      for (UpdateExpression.Set set : update.sets()) {
        put(root, set.path(), open(evaluate(set.value(), before)));
      }
      for (DocumentPath path : update.removes()) {
        remove(root, path);
      }
      for (UpdateExpression.Add add : update.adds()) {
        AttributeValue operand = evaluate(add.value(), before);
        AttributeValue present = ConditionModelTest.resolve(add.path(), before);
        put(root, add.path(), present == null ? operand : sum(present, operand));
      }
      for (UpdateExpression.Delete delete : update.deletes()) {
        AttributeValue operand = evaluate(delete.value(), before);
        AttributeValue present = ConditionModelTest.resolve(delete.path(), before);
        AttributeValue rest = present == null ? null : difference(present, operand);
        if (rest == null) {
          remove(root, delete.path());
        } else {
          put(root, delete.path(), rest);
        }
      }
      Map<String, AttributeValue> after = new LinkedHashMap<>();
      root.forEach((name, node) -> after.put(name, close(node)));
      return Item.of(after);
    } catch (Failure | IllegalArgumentException failure) {
      return null;
    }
  }

  private AttributeValue evaluate(Operand operand, Map<String, AttributeValue> item)
      throws Failure {
    if (operand instanceof Operand.Value value) {
      return required(values.get(value.placeholder()));
    }
    if (operand instanceof Operand.Path path) {
      return required(ConditionModelTest.resolve(path.path(), item));
    }
    if (operand instanceof Operand.Arithmetic arithmetic) {
      DynamoNumber left = number(evaluate(arithmetic.left(), item));
      DynamoNumber right = number(evaluate(arithmetic.right(), item));
      return AttributeValue.number(
          switch (arithmetic.operator()) {
            case PLUS -> left.add(right);
            case MINUS -> left.subtract(right);
          });
    }
    Operand.Call call = (Operand.Call) operand;
    Operand first = call.arguments().get(0);
    Operand second = call.arguments().get(1);
    if (call.function().equals("if_not_exists")) {
      AttributeValue present = ConditionModelTest.resolve(((Operand.Path) first).path(), item);
      return present != null ? present : evaluate(second, item);
    }
    List<AttributeValue> all = new ArrayList<>(list(evaluate(first, item)));
    all.addAll(list(evaluate(second, item)));
    return AttributeValue.list(all);
  }

  private static AttributeValue required(@Nullable AttributeValue value) throws Failure {
    if (value == null) {
      throw new Failure();
    }
    return value;
  }

  private static DynamoNumber number(AttributeValue value) throws Failure {
    if (value.type() != AttributeType.N) {
      throw new Failure();
    }
    return value.number();
  }

  private static List<AttributeValue> list(AttributeValue value) throws Failure {
    if (value.type() != AttributeType.L) {
      throw new Failure();
    }
    return value.list();
  }

  private static AttributeValue sum(AttributeValue present, AttributeValue operand) throws Failure {
    if (present.type() != operand.type()) {
      throw new Failure();
    }
    if (present.type() == AttributeType.N) {
      return AttributeValue.number(present.number().add(operand.number()));
    }
    if (present.type() == AttributeType.SS) {
      Set<String> all = new LinkedHashSet<>(present.stringSet());
      all.addAll(operand.stringSet());
      return AttributeValue.stringSet(all);
    }
    Set<DynamoNumber> all = new LinkedHashSet<>(present.numberSet());
    all.addAll(operand.numberSet());
    return AttributeValue.numberSet(all);
  }

  private static @Nullable AttributeValue difference(AttributeValue present, AttributeValue operand)
      throws Failure {
    if (present.type() != operand.type()) {
      throw new Failure();
    }
    if (present.type() == AttributeType.SS) {
      Set<String> rest = new LinkedHashSet<>(present.stringSet());
      rest.removeAll(operand.stringSet());
      return rest.isEmpty() ? null : AttributeValue.stringSet(rest);
    }
    Set<DynamoNumber> rest = new LinkedHashSet<>(present.numberSet());
    rest.removeAll(operand.numberSet());
    return rest.isEmpty() ? null : AttributeValue.numberSet(rest);
  }

  private static Object open(AttributeValue value) {
    if (value.type() == AttributeType.M) {
      Map<String, Object> members = new LinkedHashMap<>();
      value.map().forEach((name, member) -> members.put(name, open(member)));
      return members;
    }
    if (value.type() == AttributeType.L) {
      TreeMap<Integer, Object> elements = new TreeMap<>();
      for (AttributeValue element : value.list()) {
        elements.put(elements.size(), open(element));
      }
      return elements;
    }
    return value;
  }

  private static AttributeValue close(Object node) {
    if (node instanceof TreeMap<?, ?> elements) {
      List<AttributeValue> list = new ArrayList<>();
      elements.values().forEach(element -> list.add(close(element)));
      return AttributeValue.list(list);
    }
    if (node instanceof Map<?, ?> members) {
      Map<String, AttributeValue> map = new LinkedHashMap<>();
      members.forEach((name, member) -> map.put((String) name, close(member)));
      return AttributeValue.map(map);
    }
    return (AttributeValue) node;
  }

  private static void put(Map<String, Object> root, DocumentPath path, Object node) throws Failure {
    Object parent = parent(root, path);
    PathElement last = path.elements().get(path.elements().size() - 1);
    if (last instanceof PathElement.Index index) {
      asList(parent).put(index.index(), node);
    } else {
      asMap(parent).put(((PathElement.Name) last).name(), node);
    }
  }

  private static void remove(Map<String, Object> root, DocumentPath path) throws Failure {
    Object parent = parent(root, path);
    PathElement last = path.elements().get(path.elements().size() - 1);
    if (last instanceof PathElement.Index index) {
      asList(parent).remove(index.index());
    } else {
      asMap(parent).remove(((PathElement.Name) last).name());
    }
  }

  private static Object parent(Map<String, Object> root, DocumentPath path) throws Failure {
    Object node = root;
    for (PathElement element : path.elements().subList(0, path.elements().size() - 1)) {
      node =
          element instanceof PathElement.Index index
              ? asList(node).get(index.index())
              : asMap(node).get(((PathElement.Name) element).name());
      if (node == null) {
        throw new Failure();
      }
    }
    return node;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> asMap(Object node) throws Failure {
    if (node instanceof LinkedHashMap<?, ?> map) {
      return (Map<String, Object>) map;
    }
    throw new Failure();
  }

  @SuppressWarnings("unchecked")
  private static NavigableMap<Integer, Object> asList(Object node) throws Failure {
    if (node instanceof TreeMap<?, ?> list) {
      return (TreeMap<Integer, Object>) list;
    }
    throw new Failure();
  }
}
