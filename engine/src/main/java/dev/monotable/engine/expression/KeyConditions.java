package dev.monotable.engine.expression;

import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.KeyConditionFault;
import dev.monotable.engine.error.LegacyFault;
import dev.monotable.expression.ConditionExpression.Comparison.Operator;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The conditions that a key condition expression, or the legacy parameter KeyConditions, requires
 * of each attribute that it names.
 *
 * <p>An index may have several partition key attributes and several sort key attributes. All
 * partition key attributes need {@code =}. Sort key attributes are given from left to right without
 * a gap, all but the last of them with {@code =}.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.DesignPattern.MultiAttributeKeys.html">Multi-attribute
 *     keys pattern</a>
 */
public final class KeyConditions {
  /** The condition on one attribute; the operator is null for equality. */
  private static final class AttributeCondition {
    final KeyCondition.@Nullable Operator operator;
    final AttributeValue low;
    final @Nullable AttributeValue high;
    final boolean indexable;

    AttributeCondition(
        KeyCondition.@Nullable Operator operator,
        AttributeValue low,
        @Nullable AttributeValue high,
        boolean indexable) {
      this.operator = operator;
      this.low = low;
      this.high = high;
      this.indexable = indexable;
    }

    boolean hasType(AttributeType type) {
      return low.type() == type && (high == null || high.type() == type);
    }
  }

  /** A key rarely has more than two attributes. */
  private final Map<String, AttributeCondition> conditions = new LinkedHashMap<>(4);

  /** Creates an object without conditions, to which legacy KeyConditions are added. */
  public KeyConditions() {}

  /**
   * Adds the condition on one attribute.
   *
   * @param operator null for equality
   * @param high the upper bound of BETWEEN, otherwise null
   */
  public void add(
      String attribute,
      KeyCondition.@Nullable Operator operator,
      AttributeValue low,
      @Nullable AttributeValue high) {
    conditions.put(attribute, new AttributeCondition(operator, low, high, true));
  }

  /**
   * Adds a condition that no index supports; this is reported when {@link #match} reaches the
   * attribute.
   */
  public void addNotIndexable(String attribute) {
    conditions.put(attribute, new AttributeCondition(null, AttributeValue.nul(), null, false));
  }

  /** Reads a condition; the order of checks is that of architect/dynalite {@code test/query.js}. */
  static KeyConditions read(ConditionNode node) {
    KeyConditions conditions = new KeyConditions();
    conditions.add(node);
    return conditions;
  }

  private void add(ConditionNode node) {
    if (node instanceof ConditionNode.And and) {
      add(and.left());
      add(and.right());
    } else if (node instanceof ConditionNode.Or) {
      throw invalid(KeyConditionFault.Plain.INVALID_KEY_OPERATOR.with("OR"));
    } else if (node instanceof ConditionNode.Not) {
      throw invalid(KeyConditionFault.Plain.INVALID_KEY_OPERATOR.with("NOT"));
    } else if (node instanceof ConditionNode.In) {
      throw invalid(KeyConditionFault.Plain.INVALID_KEY_OPERATOR.with("IN"));
    } else if (node instanceof ConditionNode.Compare compare) {
      addComparison(compare);
    } else if (node instanceof ConditionNode.Between between) {
      if (between.operand().isLiteral()) {
        throw invalid(KeyConditionFault.Plain.KEY_NOT_FIRST_OPERAND.with("BETWEEN"));
      }
      OperandNode[] operands = {between.operand(), between.low(), between.high()};
      BoundPath path = requireOnePath(operands);
      put(path, KeyCondition.Operator.BETWEEN, value(between.low()), value(between.high()));
    } else if (node instanceof ConditionNode.Call call) {
      addCall(call);
    }
  }

  private void addComparison(ConditionNode.Compare compare) {
    if (compare.operator() == Operator.NOT_EQUAL) {
      throw invalid(KeyConditionFault.Plain.INVALID_KEY_OPERATOR.with(compare.operator().symbol()));
    }
    BoundPath path = requireOnePath(new OperandNode[] {compare.left(), compare.right()});
    boolean valueFirst = compare.left().isLiteral();
    AttributeValue value = value(valueFirst ? compare.left() : compare.right());
    put(path, operator(compare.operator(), valueFirst), value, null);
  }

  private static KeyCondition.@Nullable Operator operator(Operator operator, boolean valueFirst) {
    return switch (operator) {
      case EQUAL, NOT_EQUAL -> null;
      case LESS -> valueFirst ? KeyCondition.Operator.GREATER : KeyCondition.Operator.LESS;
      case LESS_OR_EQUAL ->
          valueFirst ? KeyCondition.Operator.GREATER_OR_EQUAL : KeyCondition.Operator.LESS_OR_EQUAL;
      case GREATER -> valueFirst ? KeyCondition.Operator.LESS : KeyCondition.Operator.GREATER;
      case GREATER_OR_EQUAL ->
          valueFirst ? KeyCondition.Operator.LESS_OR_EQUAL : KeyCondition.Operator.GREATER_OR_EQUAL;
    };
  }

  private void addCall(ConditionNode.Call call) {
    if (call.function() != ExpressionFunction.BEGINS_WITH) {
      throw invalid(KeyConditionFault.Plain.INVALID_KEY_OPERATOR.with(call.function().text()));
    }
    if (call.arguments()[0].isLiteral()) {
      throw invalid(KeyConditionFault.Plain.KEY_NOT_FIRST_OPERAND.with(call.function().text()));
    }
    BoundPath path = requireOnePath(call.arguments());
    put(path, KeyCondition.Operator.BEGINS_WITH, value(call.arguments()[1]), null);
  }

  /** Checks the operands from left to right: exactly one must be a path, and the others values. */
  private BoundPath requireOnePath(OperandNode[] operands) {
    BoundPath found = null;
    for (OperandNode operand : operands) {
      BoundPath path = operand.path();
      if (path != null) {
        if (found != null) {
          throw invalid(KeyConditionFault.Plain.SEVERAL_NAMES);
        }
        if (!path.isTopLevel()) {
          throw invalid(KeyConditionFault.Plain.NESTED_ATTRIBUTE);
        }
        found = path;
      } else if (!operand.isLiteral()) {
        throw invalid(KeyConditionFault.Plain.NESTED_OPERATION);
      }
    }
    if (found == null) {
      throw invalid(KeyConditionFault.Plain.NO_ATTRIBUTE);
    }
    return found;
  }

  private static AttributeValue value(OperandNode operand) {
    if (operand instanceof OperandNode.Literal literal) {
      return literal.value();
    }
    throw new IllegalStateException("the operands were not checked");
  }

  private void put(
      BoundPath path,
      KeyCondition.@Nullable Operator operator,
      AttributeValue low,
      @Nullable AttributeValue high) {
    if (conditions.put(path.topLevelName(), new AttributeCondition(operator, low, high, true))
        != null) {
      throw invalid(KeyConditionFault.Plain.TWO_CONDITIONS_ON_KEY);
    }
  }

  private static FaultException invalid(Fault problem) {
    return new FaultException(KeyConditionFault.Plain.INVALID_KEY_CONDITION.with(problem));
  }

  /**
   * Matches the conditions with a key schema, one key attribute after the other, in the order of
   * architect/dynalite {@code test/query.js}.
   *
   * @param partition the partition key attributes, one to four
   * @param sort the sort key attributes in order, up to four
   * @param before called with each attribute before its condition is checked
   * @throws FaultException if the conditions are invalid for that key
   */
  public KeyCondition match(
      List<KeyAttribute> partition, List<KeyAttribute> sort, Consumer<KeyAttribute> before) {
    List<AttributeValue> partitionValues = new ArrayList<>(partition.size());
    for (int i = 0; i < partition.size(); i++) {
      KeyAttribute key = partition.get(i);
      before.accept(key);
      if (i == 0) {
        requireNoMoreThan(partition.size() + sort.size());
        if (partition.size() > 1 || sort.size() > 1) {
          requireEqualities(partition);
        }
      }
      AttributeCondition condition = require(key);
      if (condition.operator != null) {
        throw notSupported();
      }
      partitionValues.add(condition.low);
    }
    List<AttributeValue> sortPrefix = List.of();
    AttributeCondition last = null;
    int open = conditions.size() - partition.size();
    for (int i = 0; i < sort.size(); i++) {
      KeyAttribute key = sort.get(i);
      before.accept(key);
      if (i >= open) {
        continue;
      }
      requireNothingBehind(sort, i);
      AttributeCondition condition = require(key);
      if (condition.operator == null) {
        sortPrefix = sortPrefix.isEmpty() ? new ArrayList<>(sort.size()) : sortPrefix;
        sortPrefix.add(condition.low);
      } else {
        last = condition;
      }
    }
    return last == null
        ? new KeyCondition(partitionValues, sortPrefix, null, null, null)
        : new KeyCondition(partitionValues, sortPrefix, last.operator, last.low, last.high);
  }

  /**
   * Checks that every partition key attribute is compared with {@code =}. Attributes without any
   * condition are reported first.
   */
  private void requireEqualities(List<KeyAttribute> partition) {
    List<String> missing = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (KeyAttribute key : partition) {
      if (!conditions.containsKey(key.name())) {
        missing.add(key.name());
      } else if (!hasEquality(key)) {
        others.add(key.name());
      }
    }
    List<String> told = missing.isEmpty() ? others : missing;
    if (!told.isEmpty()) {
      throw new FaultException(KeyConditionFault.Plain.KEY_WITHOUT_EQUALITY.with(told));
    }
  }

  /**
   * Checks that if a sort key attribute has no condition, or one other than {@code =}, no sort key
   * attribute after it has a condition.
   */
  private void requireNothingBehind(List<KeyAttribute> sort, int index) {
    if (hasEquality(sort.get(index))) {
      return;
    }
    for (int last = sort.size() - 1; last > index; last--) {
      if (conditions.containsKey(sort.get(last).name())) {
        List<String> open = new ArrayList<>(last);
        for (KeyAttribute key : sort.subList(index, last)) {
          if (!hasEquality(key)) {
            open.add(key.name());
          }
        }
        throw new FaultException(KeyConditionFault.Plain.KEY_GAP.with(open, sort.get(last).name()));
      }
    }
  }

  private boolean hasEquality(KeyAttribute key) {
    AttributeCondition condition = conditions.get(key.name());
    return condition != null && condition.indexable && condition.operator == null;
  }

  private void requireNoMoreThan(int keys) {
    if (conditions.size() > keys) {
      throw new FaultException(
          KeyConditionFault.Plain.TOO_MANY_KEY_CONDITIONS.with(conditions.size(), keys));
    }
  }

  private static FaultException notSupported() {
    return new FaultException(KeyConditionFault.Plain.NOT_SUPPORTED);
  }

  private AttributeCondition require(KeyAttribute key) {
    AttributeCondition condition = conditions.get(key.name());
    if (condition == null) {
      throw new FaultException(KeyConditionFault.Plain.KEY_ATTRIBUTE_MISSED.with(key.name()));
    }
    if (!condition.indexable) {
      throw new FaultException(LegacyFault.Plain.NOT_INDEXABLE);
    }
    if (!condition.hasType(key.type())) {
      throw new FaultException(KeyConditionFault.Plain.CONDITION_TYPE_MISMATCH);
    }
    return condition;
  }
}
