package dev.monotable.expression;

import java.util.ArrayList;
import java.util.List;

/** Short factory methods for expected syntax trees. */
final class Trees {
  private Trees() {}

  static <T> T tree(ParseResult<T> result) {
    if (result instanceof ParseResult.Success<T> success) {
      return success.tree();
    }
    throw new AssertionError(result);
  }

  static SyntaxProblem problem(ParseResult<?> result) {
    if (result instanceof ParseResult.Failure<?> failure) {
      return failure.problem();
    }
    throw new AssertionError(result);
  }

  /** Creates a path. An Integer is an index, a String with # a placeholder, any other a name. */
  static DocumentPath document(Object... elements) {
    List<PathElement> path = new ArrayList<>();
    for (Object element : elements) {
      if (element instanceof Integer index) {
        path.add(new PathElement.Index(index));
      } else {
        String name = (String) element;
        path.add(
            name.startsWith("#") ? new PathElement.Placeholder(name) : new PathElement.Name(name));
      }
    }
    return new DocumentPath(path);
  }

  static Operand path(Object... elements) {
    return new Operand.Path(document(elements));
  }

  static Operand value(String placeholder) {
    return new Operand.Value(placeholder);
  }

  static Operand function(String name, Operand... arguments) {
    return new Operand.Call(name, List.of(arguments));
  }

  static ConditionExpression call(String name, Operand... arguments) {
    return new ConditionExpression.Call(name, List.of(arguments));
  }

  /** Creates {@code name = :value}. */
  static ConditionExpression compare(String name, String value) {
    return new ConditionExpression.Comparison(
        ConditionExpression.Comparison.Operator.EQUAL, path(name), value(value));
  }

  static ConditionExpression and(ConditionExpression left, ConditionExpression right) {
    return new ConditionExpression.And(left, right);
  }

  static ConditionExpression or(ConditionExpression left, ConditionExpression right) {
    return new ConditionExpression.Or(left, right);
  }
}
