package dev.monotable.engine.operation.legacy;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ItemFault;
import dev.monotable.engine.error.LegacyFault;
import dev.monotable.engine.expression.Bindings;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.CompiledCondition;
import dev.monotable.engine.expression.ExpressionKind;
import dev.monotable.engine.expression.KeyCondition;
import dev.monotable.engine.expression.KeyConditions;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.expression.ConditionExpression;
import dev.monotable.expression.ConditionExpression.Comparison;
import dev.monotable.expression.DocumentPath;
import dev.monotable.expression.Operand;
import dev.monotable.expression.PathElement;
import dev.monotable.model.ComparisonOperator;
import dev.monotable.model.Condition;
import dev.monotable.model.ConditionalOperator;
import dev.monotable.model.ExpectedAttributeValue;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.CanonicalComparison;
import dev.monotable.value.Item;
import dev.monotable.value.ValueFault;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The legacy conditional parameters: Expected, QueryFilter, ScanFilter and KeyConditions. They are
 * checked by rules of their own and then compiled from the same trees as expressions. They name
 * top-level attributes: a dot is part of the name.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LegacyConditionalParameters.html">Legacy
 *     DynamoDB conditional parameters</a>
 */
public final class LegacyConditions {
  private final OperationContext context;
  private final Map<String, AttributeValue> values = new LinkedHashMap<>();
  private final List<ConditionExpression> conditions = new ArrayList<>();

  private LegacyConditions(OperationContext context) {
    this.context = context;
  }

  /**
   * Checks that AttributesToGet names no attribute twice and has no empty name.
   *
   * @param attributesToGet null is valid
   */
  public static void requireDistinct(@Nullable List<String> attributesToGet) {
    if (attributesToGet == null) {
      return;
    }
    Set<String> known = new HashSet<>();
    for (String name : attributesToGet) {
      requireName(name);
      if (!known.add(name)) {
        throw new FaultException(LegacyFault.Plain.DUPLICATE_ATTRIBUTE.with(name));
      }
    }
  }

  private static void requireName(String attribute) {
    if (attribute.isEmpty()) {
      throw new FaultException(ItemFault.Plain.EMPTY_ATTRIBUTE_NAME);
    }
  }

  /**
   * Checks that ConditionalOperator has at least two conditions to combine, and then its value: the
   * layer of 2026 does not check the value before (nubo-db/dynoxide {@code
   * tests/request_member_validation}).
   *
   * @param conditions Expected, QueryFilter or ScanFilter
   */
  public static void requireOperands(
      @Nullable String conditionalOperator, @Nullable Map<String, ?> conditions) {
    if (conditionalOperator == null) {
      return;
    }
    int count = conditions == null ? 0 : conditions.size();
    if (count == 0) {
      throw new FaultException(LegacyFault.Plain.OPERATOR_WITHOUT_CONDITIONS);
    }
    if (count == 1) {
      throw new FaultException(LegacyFault.Plain.OPERATOR_FOR_ONE_CONDITION);
    }
    if (ConditionalOperator.find(conditionalOperator) == null) {
      throw new FaultException(LegacyFault.Plain.OPERATOR_UNKNOWN);
    }
  }

  /**
   * Checks that no value of a ScanFilter is nested too deeply. AWS reports this before other errors
   * of the legacy parameters (paritysuite/dynamodb-conformance {@code
   * tests/tier3/validation-ordering/deepRequests}).
   */
  public static void requireShallow(
      OperationContext context, @Nullable Map<String, Condition> filter) {
    if (filter == null) {
      return;
    }
    LegacyConditions legacy = new LegacyConditions(context);
    for (Condition condition : filter.values()) {
      List<AttributeValue> arguments = condition.attributeValueList();
      if (arguments != null) {
        arguments.forEach(legacy::requireShallow);
      }
    }
  }

  /**
   * Compiles QueryFilter or ScanFilter; null if there is no condition.
   *
   * @throws FaultException naming the first invalid condition
   */
  public static @Nullable BoundCondition filter(
      OperationContext context,
      @Nullable Map<String, Condition> filter,
      @Nullable String conditionalOperator) {
    if (filter == null) {
      return null;
    }
    LegacyConditions legacy = new LegacyConditions(context);
    filter.forEach(
        (attribute, condition) -> legacy.add(attribute, legacy.checked(attribute, condition)));
    return legacy.combined(ExpressionKind.FILTER, conditionalOperator);
  }

  /**
   * Compiles Expected; null if there is no condition.
   *
   * @throws FaultException naming the first invalid condition
   */
  public static @Nullable BoundCondition expected(
      OperationContext context,
      @Nullable Map<String, ExpectedAttributeValue> expected,
      @Nullable String conditionalOperator) {
    if (expected == null) {
      return null;
    }
    LegacyConditions legacy = new LegacyConditions(context);
    expected.forEach(
        (attribute, expectation) -> legacy.add(attribute, legacy.checked(attribute, expectation)));
    return legacy.combined(ExpressionKind.CONDITION, conditionalOperator);
  }

  /**
   * Reads KeyConditions, checked as far as possible without the table.
   *
   * @throws FaultException naming the first invalid condition
   */
  public static KeyConditions keyConditions(OperationContext context, Map<String, Condition> sent) {
    LegacyConditions legacy = new LegacyConditions(context);
    KeyConditions keys = new KeyConditions();
    sent.forEach(
        (attribute, condition) ->
            addKeyCondition(keys, attribute, legacy.checked(attribute, condition)));
    if (sent.isEmpty()) {
      throw new FaultException(LegacyFault.Plain.KEY_CONDITION_COUNT);
    }
    return keys;
  }

  private static void addKeyCondition(KeyConditions keys, String attribute, Checked condition) {
    List<AttributeValue> arguments = condition.arguments;
    switch (condition.operator) {
      case EQ -> keys.add(attribute, null, arguments.get(0), null);
      case LE -> keys.add(attribute, KeyCondition.Operator.LESS_OR_EQUAL, arguments.get(0), null);
      case LT -> keys.add(attribute, KeyCondition.Operator.LESS, arguments.get(0), null);
      case GE ->
          keys.add(attribute, KeyCondition.Operator.GREATER_OR_EQUAL, arguments.get(0), null);
      case GT -> keys.add(attribute, KeyCondition.Operator.GREATER, arguments.get(0), null);
      case BEGINS_WITH ->
          keys.add(attribute, KeyCondition.Operator.BEGINS_WITH, arguments.get(0), null);
      case BETWEEN ->
          keys.add(attribute, KeyCondition.Operator.BETWEEN, arguments.get(0), arguments.get(1));
      case NE, IN, NOT_NULL, NULL, CONTAINS, NOT_CONTAINS -> keys.addNotIndexable(attribute);
    }
  }

  /** An operator with arguments of a valid number and type. */
  private record Checked(ComparisonOperator operator, List<AttributeValue> arguments) {}

  private Checked checked(String attribute, Condition condition) {
    requireName(attribute);
    ComparisonOperator operator = operator(condition.comparisonOperator());
    List<AttributeValue> arguments = condition.attributeValueList();
    return checked(operator, arguments == null ? List.of() : arguments);
  }

  /**
   * Checks a condition of Expected, in the order of architect/dynalite {@code test/deleteItem.js}.
   */
  private Checked checked(String attribute, ExpectedAttributeValue expected) {
    requireName(attribute);
    AttributeValue value = expected.value();
    List<AttributeValue> arguments = expected.attributeValueList();
    if (value != null && arguments != null) {
      throw new FaultException(LegacyFault.Plain.VALUE_WITH_LIST.with(attribute));
    }
    String operatorName = expected.comparisonOperator();
    Boolean exists = expected.exists();
    if (operatorName != null) {
      ComparisonOperator operator = operator(operatorName);
      if (exists != null) {
        throw new FaultException(LegacyFault.Plain.EXISTS_WITH_OPERATOR.with(attribute));
      }
      boolean takesNone =
          operator == ComparisonOperator.NULL || operator == ComparisonOperator.NOT_NULL;
      if (value == null && arguments == null && !takesNone) {
        throw new FaultException(
            LegacyFault.Plain.OPERATOR_WITHOUT_VALUE.with(operatorName, attribute));
      }
      if (arguments == null) {
        arguments = value == null ? List.of() : List.of(value);
      }
      return checked(operator, arguments);
    }
    if (arguments != null) {
      throw new FaultException(LegacyFault.Plain.LIST_WITHOUT_OPERATOR.with(attribute));
    }
    if (Boolean.FALSE.equals(exists)) {
      if (value != null) {
        throw new FaultException(LegacyFault.Plain.VALUE_OF_ABSENT.with(attribute));
      }
      return new Checked(ComparisonOperator.NULL, List.of());
    }
    if (value == null) {
      throw new FaultException(LegacyFault.Plain.EXISTS_WITHOUT_VALUE.with(exists, attribute));
    }
    return checked(ComparisonOperator.EQ, List.of(value));
  }

  private static ComparisonOperator operator(String name) {
    ComparisonOperator operator = ComparisonOperator.find(name);
    if (operator == null) {
      throw new FaultException(LegacyFault.Plain.COMPARISON_UNKNOWN);
    }
    return operator;
  }

  /**
   * Checks the arguments of an operator, in the order of architect/dynalite {@code test/query.js}.
   */
  private Checked checked(ComparisonOperator operator, List<AttributeValue> arguments) {
    for (AttributeValue argument : arguments) {
      requireValid(argument);
    }
    if (!takes(operator, arguments.size())) {
      throw new FaultException(LegacyFault.Plain.ARGUMENT_COUNT.with(operator.wire()));
    }
    for (AttributeValue argument : arguments) {
      if (argument.type() != arguments.get(0).type()) {
        throw new FaultException(LegacyFault.Plain.MIXED_TYPES);
      }
    }
    if (!arguments.isEmpty() && !takes(operator, arguments.get(0).type())) {
      throw new FaultException(
          LegacyFault.Plain.ARGUMENT_TYPE.with(operator.wire(), arguments.get(0).type()));
    }
    if (operator == ComparisonOperator.BETWEEN && compare(arguments.get(0), arguments.get(1)) > 0) {
      throw new FaultException(LegacyFault.Plain.BOUNDS_REVERSED);
    }
    return new Checked(operator, arguments);
  }

  private void requireShallow(AttributeValue argument) {
    ValueFault fault = argument.fault();
    if (fault != null && fault.kind() == ValueFault.Kind.NESTING_TOO_DEEP) {
      requireValid(argument);
    }
  }

  private void requireValid(AttributeValue argument) {
    ValueFault fault = argument.fault();
    if (fault != null) {
      throw new FaultException(new ItemFault.InvalidValue(fault));
    }
  }

  private static boolean takes(ComparisonOperator operator, int arguments) {
    return switch (operator) {
      case NULL, NOT_NULL -> arguments == 0;
      case EQ, NE, LE, LT, GE, GT, CONTAINS, NOT_CONTAINS, BEGINS_WITH -> arguments == 1;
      case BETWEEN -> arguments == 2;
      case IN -> arguments > 0;
    };
  }

  /**
   * Returns whether the operator accepts arguments of a type. EQ accepts every type:
   * scylladb/scylladb {@code test/alternator/test_query_filter.py}.
   */
  private static boolean takes(ComparisonOperator operator, AttributeType type) {
    return switch (operator) {
      case NULL, NOT_NULL, EQ, NE -> true;
      case LE, LT, GE, GT, IN, BETWEEN -> type.isKeyType();
      case CONTAINS, NOT_CONTAINS ->
          type.isKeyType() || type == AttributeType.BOOL || type == AttributeType.NULL;
      case BEGINS_WITH -> type == AttributeType.S || type == AttributeType.B;
    };
  }

  private static int compare(AttributeValue low, AttributeValue high) {
    return CanonicalComparison.compare(low.array(), low.start(), high.array(), high.start());
  }

  private void add(String attribute, Checked checked) {
    Operand path = new Operand.Path(new DocumentPath(List.of(new PathElement.Name(attribute))));
    List<Operand> operands = new ArrayList<>(checked.arguments.size());
    for (AttributeValue argument : checked.arguments) {
      String placeholder = ":" + values.size();
      values.put(placeholder, argument);
      operands.add(new Operand.Value(placeholder));
    }
    conditions.add(condition(checked.operator, path, operands));
  }

  private ConditionExpression condition(
      ComparisonOperator operator, Operand path, List<Operand> operands) {
    return switch (operator) {
      case EQ -> comparison(Comparison.Operator.EQUAL, path, operands);
      case NE -> comparison(Comparison.Operator.NOT_EQUAL, path, operands);
      case LE -> comparison(Comparison.Operator.LESS_OR_EQUAL, path, operands);
      case LT -> comparison(Comparison.Operator.LESS, path, operands);
      case GE -> comparison(Comparison.Operator.GREATER_OR_EQUAL, path, operands);
      case GT -> comparison(Comparison.Operator.GREATER, path, operands);
      case BETWEEN -> new ConditionExpression.Between(path, operands.get(0), operands.get(1));
      case IN -> in(path, operands);
      case NULL -> new ConditionExpression.Call("attribute_not_exists", List.of(path));
      case NOT_NULL -> new ConditionExpression.Call("attribute_exists", List.of(path));
      case BEGINS_WITH ->
          new ConditionExpression.Call("begins_with", List.of(path, operands.get(0)));
      case CONTAINS -> new ConditionExpression.Call("contains", List.of(path, operands.get(0)));
      // NOT_CONTAINS is false for a missing attribute (scylladb/scylladb
      // test/alternator/test_expected.py, checked against AWS).
      case NOT_CONTAINS ->
          new ConditionExpression.And(
              new ConditionExpression.Call("attribute_exists", List.of(path)),
              new ConditionExpression.Not(
                  new ConditionExpression.Call("contains", List.of(path, operands.get(0)))));
    };
  }

  private static ConditionExpression comparison(
      Comparison.Operator operator, Operand path, List<Operand> operands) {
    return new Comparison(operator, path, operands.get(0));
  }

  /**
   * Returns IN as the INs of expressions, which limit their operands, combined with OR. No AWS page
   * states a limit for this one.
   */
  private ConditionExpression in(Operand path, List<Operand> operands) {
    int most = context.limits().expression().maxInOperands();
    List<ConditionExpression> parts = new ArrayList<>();
    for (int from = 0; from < operands.size(); from += most) {
      int to = Math.min(from + most, operands.size());
      parts.add(new ConditionExpression.In(path, operands.subList(from, to)));
    }
    return balanced(parts, true);
  }

  private @Nullable BoundCondition combined(
      ExpressionKind kind, @Nullable String conditionalOperator) {
    if (conditions.isEmpty()) {
      return null;
    }
    ConditionExpression whole = balanced(conditions, "OR".equals(conditionalOperator));
    return CompiledCondition.of(kind, whole, context.limits())
        .bind(Bindings.internal(Map.of(), Item.of(values)));
  }

  /**
   * Returns a balanced tree. Evaluation recurses as deep as the tree, so a list-like one could
   * overflow the stack.
   */
  private static ConditionExpression balanced(List<ConditionExpression> parts, boolean or) {
    if (parts.size() == 1) {
      return parts.get(0);
    }
    int middle = parts.size() / 2;
    ConditionExpression left = balanced(parts.subList(0, middle), or);
    ConditionExpression right = balanced(parts.subList(middle, parts.size()), or);
    return or ? new ConditionExpression.Or(left, right) : new ConditionExpression.And(left, right);
  }
}
