package dev.monotable.engine.definition;

import dev.monotable.engine.expression.KeyAttribute;
import java.util.ArrayList;
import java.util.List;

/**
 * The key of a table or an index: the attributes of its partition key, then those of its sort key.
 * A table and a local index have one of the first and at most one of the second, a global index up
 * to four of each.
 *
 * @param partition at least one
 * @param sort empty where there is no sort key
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.DesignPattern.MultiAttributeKeys.html">Multi-attribute
 *     keys</a>
 */
public record KeySchema(List<KeyAttribute> partition, List<KeyAttribute> sort) {
  /** The most attributes that a key can have: a global index's four and four. */
  public static final int MOST_ATTRIBUTES = 8;

  public KeySchema {
    partition = List.copyOf(partition);
    sort = List.copyOf(sort);
  }

  /** Returns every key attribute, partition key first. */
  public List<KeyAttribute> attributes() {
    List<KeyAttribute> all = new ArrayList<>(partition);
    all.addAll(sort);
    return all;
  }

  /** Returns the number of key attributes. */
  public int size() {
    return partition.size() + sort.size();
  }

  /** Returns whether an attribute of that name is part of the key. */
  public boolean contains(String name) {
    for (int i = 0; i < partition.size(); i++) {
      if (partition.get(i).name().equals(name)) {
        return true;
      }
    }
    for (int i = 0; i < sort.size(); i++) {
      if (sort.get(i).name().equals(name)) {
        return true;
      }
    }
    return false;
  }
}
