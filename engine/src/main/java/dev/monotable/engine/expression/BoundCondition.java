package dev.monotable.engine.expression;

import dev.monotable.engine.error.ExpressionFault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.VectorFault;
import dev.monotable.expression.ConditionExpression.Comparison.Operator;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A condition with its names and values. For one request: a condition with many paths keeps the
 * places that it found in the last item.
 */
public final class BoundCondition {
  private final ConditionNode node;
  private final List<BoundPath> paths;

  private final int operands;

  BoundCondition(ConditionNode node, List<BoundPath> paths, int operands) {
    this.node = node;
    this.paths = paths;
    this.operands = operands;
  }

  /**
   * Returns the number of operands that are compared or passed to functions. A test may take time
   * proportional to it and to the length of the item.
   */
  public int operands() {
    return operands;
  }

  /**
   * Returns whether the item, or null if it does not exist, meets the condition. Allocates nothing.
   */
  public boolean test(@Nullable Item item) {
    return node.test(item == null ? Item.EMPTY.json() : item.json());
  }

  /**
   * Returns the top-level attributes that the condition names, in order of appearance, without
   * duplicates.
   */
  public List<String> topLevelNames() {
    return Binder.topLevelNames(paths);
  }

  /**
   * Returns the top-level attributes that the condition accesses by {@code .} or {@code []}. None
   * of them may be a key attribute.
   */
  public List<String> nestedNames() {
    return Binder.nestedNames(paths);
  }

  /** Returns whether a name in the condition has more UTF-8 bytes. */
  public boolean hasLongerName(int maxBytes) {
    return Binder.hasLongerName(paths, maxBytes);
  }

  /**
   * Checks that a filter names no key attribute.
   *
   * @param keys the key attributes of the table or index that is queried, partition key first
   * @throws FaultException naming the first key attribute that the filter names
   */
  public void requireNoKeyAttribute(List<KeyAttribute> keys) {
    for (KeyAttribute key : keys) {
      for (BoundPath path : paths) {
        if (path.topLevelName().equals(key.name())) {
          throw new FaultException(ExpressionFault.Plain.FILTER_ON_KEY.with(key.name()));
        }
      }
    }
  }

  /**
   * Reads a key condition: what it requires of each attribute, before any table is looked up.
   *
   * @throws FaultException if the expression cannot be a condition on any key
   */
  public KeyConditions keyConditions() {
    return KeyConditions.read(node);
  }

  /**
   * Reads the condition of a vector search, before any table is looked up.
   *
   * @throws FaultException if it contains anything but comparisons with {@code =}, joined by AND
   */
  public List<SearchTerm> searchTerms() {
    return SearchTerm.read(node);
  }

  /**
   * A comparison of an attribute with a value in the condition of a vector search, which consists
   * of such comparisons with {@code =}, joined by AND.
   *
   * @param attribute the top-level attribute
   * @param isNested whether the path goes into the attribute
   */
  public record SearchTerm(String attribute, boolean isNested, AttributeValue value) {
    /**
     * Reads a condition.
     *
     * @throws FaultException if it contains anything else
     */
    static List<SearchTerm> read(ConditionNode node) {
      List<SearchTerm> terms = new ArrayList<>();
      add(node, terms);
      return List.copyOf(terms);
    }

    private static void add(ConditionNode node, List<SearchTerm> terms) {
      if (node instanceof ConditionNode.And and) {
        add(and.left(), terms);
        add(and.right(), terms);
      } else if (node instanceof ConditionNode.Compare compare
          && compare.operator() == Operator.EQUAL) {
        terms.add(
            compare.left().isLiteral()
                ? of(compare.right(), compare.left())
                : of(compare.left(), compare.right()));
      } else {
        throw new FaultException(VectorFault.Plain.COMPARATOR);
      }
    }

    private static SearchTerm of(OperandNode name, OperandNode value) {
      BoundPath path = name.path();
      if (path == null || !(value instanceof OperandNode.Literal literal)) {
        throw new FaultException(VectorFault.Plain.COMPARATOR);
      }
      return new SearchTerm(path.topLevelName(), path.steps.length > 1, literal.value());
    }
  }
}
