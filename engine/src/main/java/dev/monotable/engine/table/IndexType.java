package dev.monotable.engine.table;

import dev.monotable.engine.storage.ByteReader;
import dev.monotable.model.Capacity;
import dev.monotable.model.ConsumedCapacity;
import dev.monotable.model.TableDescription;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A type of index, such as the global secondary indexes. The rest of the engine handles all types
 * alike: a commit edits an index, a backfill fills it, and a log keeps its definition. How requests
 * create an index is up to {@code dev.monotable.engine.operation.table.IndexRequests}.
 *
 * <p>A type has one instance, a class for its {@link IndexState} with the editor, and {@link
 * IndexDefinition.Settings} if it needs them.
 */
public interface IndexType {
  /** Returns the byte by which written definitions name the type. It never changes. */
  int code();

  /**
   * Returns whether the entries of an index belong to the item collections of its table. Then they
   * count towards the size of those, and a read of the index can be consistent and can fetch
   * attributes from the table.
   */
  default boolean isLocal() {
    return false;
  }

  /** Returns whether an index of a provisioned table has provisioned throughput of its own. */
  default boolean isProvisioned() {
    return false;
  }

  /**
   * Returns whether Query, Scan and SELECT read an index. Then its states have {@linkplain
   * IndexState#entries entries} by the key of the index.
   */
  default boolean isQueried() {
    return false;
  }

  /**
   * Returns whether a write of an entry is measured in bytes, which are reported for the index
   * alone, rather than in write units, which count for the whole request.
   */
  default boolean isMeasuredInBytes() {
    return false;
  }

  /** Returns the state of an index without entries. */
  IndexState empty();

  /** Returns a builder of the state that an index has after all items were added to it. */
  IndexState.Builder build(AccessPath path);

  /**
   * Reads what {@link IndexDefinition.Settings#write} has written; null for a type without
   * settings.
   *
   * @throws IllegalArgumentException if the bytes are something else
   */
  default IndexDefinition.@Nullable Settings readSettings(ByteReader in) {
    return null;
  }

  /**
   * Adds indexes of this type to the description of their table.
   *
   * @param indexes all indexes of this type that the table has, at least one
   */
  void describe(
      TableState table, List<AccessPath> indexes, Instant now, TableDescription.Builder answer);

  /**
   * Adds the capacity that a request has consumed on indexes of this type.
   *
   * @param byIndex by the name of the index, at least one
   */
  void report(Map<String, Capacity> byIndex, ConsumedCapacity.Builder answer);
}
