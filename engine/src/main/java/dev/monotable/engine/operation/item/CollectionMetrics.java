package dev.monotable.engine.operation.item;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.operation.TableNames;
import dev.monotable.model.ItemCollectionMetrics;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects the ItemCollectionMetrics of a request on several items: one list for each table with
 * local secondary indexes.
 */
public final class CollectionMetrics {
  private final @Nullable String mode;
  private Map<String, List<ItemCollectionMetrics>> tables = Map.of();

  /**
   * @param mode the request's ReturnItemCollectionMetrics
   */
  public CollectionMetrics(@Nullable String mode) {
    this.mode = mode;
  }

  /**
   * Adds the item collection of a write, if its table has local secondary indexes.
   *
   * @param subject the item or key of the write
   * @param named the name or ARN of the table in the request
   */
  public void add(WriteOutcome outcome, Item subject, String named) {
    ItemCollectionMetrics metrics = ItemWriteAnswers.collection(outcome, subject, mode);
    if (metrics != null) {
      tables = tables.isEmpty() ? new LinkedHashMap<>() : tables;
      tables
          .computeIfAbsent(TableNames.firstNamed(tables.keySet(), named), name -> new ArrayList<>())
          .add(metrics);
    }
  }

  /** Returns the metrics by table; null if the request does not ask for them or there are none. */
  public @Nullable Map<String, List<ItemCollectionMetrics>> answer() {
    return tables.isEmpty() ? null : tables;
  }
}
