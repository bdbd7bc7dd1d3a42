package dev.monotable.design.ledger;

import dev.monotable.engine.observe.IndexChange;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The writes of a shape.
 *
 * @param applied the writes that took effect
 * @param created how many of them created an item
 * @param replaced how many of them put an item over an existing one
 * @param missed the deletes that found no item
 * @param bytes the size of the items after the write, in DynamoDB's bytes
 * @param indexChanges the number of changes of index entries, by the name of the index and the kind
 */
public record WriteCounts(
    long applied,
    long created,
    long replaced,
    long missed,
    long bytes,
    Map<String, Map<IndexChange.Kind, Long>> indexChanges) {
  /** Nothing was written. */
  public static final WriteCounts NONE = new WriteCounts(0, 0, 0, 0, 0, Map.of());

  public WriteCounts {
    Map<String, Map<IndexChange.Kind, Long>> copy = new TreeMap<>();
    indexChanges.forEach(
        (index, kinds) ->
            copy.put(
                index,
                kinds.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(kinds))));
    indexChanges = Collections.unmodifiableMap(copy);
  }
}
