package dev.monotable.engine.fault;

import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selects the requests that a fault rule applies to. A request matches if it has all the given
 * properties. A batch or a transaction matches if at least one of its parts does, and the fault
 * then hits the matching parts where the API can answer for each part.
 *
 * @param operations the names of operations, such as {@code PutItem}; empty for all operations
 * @param table the name of a table; null for any
 * @param index the name of an index. A read matches if it reads the index, a write if its table has
 *     the index. Null for any, including no index
 * @param key attributes of the item: the partition key, or the whole primary key. A Query matches
 *     if its key condition compares each of them with {@code =}; a Scan never matches. Null for any
 *     item
 */
public record RequestMatch(
    Set<String> operations, @Nullable String table, @Nullable String index, @Nullable Item key) {
  /** Matches every request. */
  public static final RequestMatch ANY = new RequestMatch(Set.of(), null, null, null);

  /**
   * @throws IllegalArgumentException if an operation does not exist, or the key has no attribute
   */
  public RequestMatch {
    operations = Collections.unmodifiableSet(new LinkedHashSet<>(operations));
    for (String operation : operations) {
      if (Operations.find(operation) == null) {
        throw new IllegalArgumentException("unknown operation: " + operation);
      }
    }
    if (key != null && key.attributeCount() == 0) {
      throw new IllegalArgumentException("a key needs at least one attribute");
    }
  }

  /** Returns whether requests of an operation can match. */
  public boolean matchesOperation(OperationSchema<?, ?> operation) {
    return operations.isEmpty() || operations.contains(operation.name());
  }

  /**
   * Returns whether a request, or a part of one, matches by its table and its item. The index is
   * for the caller to compare, because its meaning depends on the operation.
   *
   * @param tableName null if the request is on no table
   * @param subject the item or key; null if the request is on no single item
   */
  public boolean matches(@Nullable String tableName, @Nullable Item subject) {
    return (table == null || table.equals(tableName)) && (key == null || holdsKey(subject));
  }

  private boolean holdsKey(@Nullable Item subject) {
    if (subject == null || key == null) {
      return false;
    }
    for (Map.Entry<String, AttributeValue> attribute : key.toMap().entrySet()) {
      AttributeValue value = subject.find(attribute.getKey());
      if (value == null || !value.equals(attribute.getValue())) {
        return false;
      }
    }
    return true;
  }

  /** Returns the match as text for people: {@code Query, table Chat, index ByAuthor}. */
  @Override
  public String toString() {
    return (operations.isEmpty() ? "all operations" : String.join(" and ", operations))
        + (table == null ? "" : ", table " + table)
        + (index == null ? "" : ", index " + index)
        + (key == null ? "" : ", key " + key);
  }
}
