package dev.monotable.engine.expression;

import dev.monotable.engine.error.ExpressionFault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A condition with its names and values. Immutable and thread safe. */
public final class BoundCondition {
  private final ConditionNode node;
  private final List<BoundPath> paths;

  BoundCondition(ConditionNode node, List<BoundPath> paths) {
    this.node = node;
    this.paths = paths;
  }

  /** Whether the item (null: there is none) satisfies the condition. Allocates nothing. */
  public boolean test(@Nullable Item item) {
    return node.test(item == null ? Item.EMPTY.json() : item.json());
  }

  /** The top-level attributes that the condition names, in order of appearance, each once. */
  public List<String> topLevelNames() {
    return Binder.topLevelNames(paths);
  }

  /**
   * The top-level attributes into which the condition leads by {@code .} or {@code []}, which no
   * key attribute may be.
   */
  public List<String> nestedNames() {
    return Binder.nestedNames(paths);
  }

  /**
   * For filters: checks that no key attribute is named.
   *
   * @param keys the key attributes of the table or index that is queried, partition key first
   * @throws FaultException naming the first that is
   */
  public void requireNoKeyAttribute(List<KeyAttribute> keys) {
    for (KeyAttribute key : keys) {
      for (BoundPath path : paths) {
        if (path.topLevelName().equals(key.name())) {
          throw new FaultException(new ExpressionFault.FilterOnKey(key.name()));
        }
      }
    }
  }

  /**
   * For key conditions: reads what is asked of each attribute, before any table is looked up.
   *
   * @throws FaultException where the expression could not be a condition on any key
   */
  public KeyConditions keyConditions() {
    return KeyConditions.read(node);
  }
}
