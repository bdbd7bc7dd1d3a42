package dev.monotable.engine.operation.item;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.model.ItemCollectionMetrics;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * ItemCollectionMetrics of a request on several items: a list for each table with local indexes.
 */
public final class CollectionMetrics {
  private final @Nullable String mode;
  private final Map<String, List<ItemCollectionMetrics>> tables = new LinkedHashMap<>();

  /**
   * @param mode ReturnItemCollectionMetrics
   */
  public CollectionMetrics(@Nullable String mode) {
    this.mode = mode;
  }

  /**
   * Adds what a write of an item or of the item of a key did.
   *
   * @param named the table as the request names it
   */
  public void add(WriteOutcome outcome, Item subject, String named) {
    ItemCollectionMetrics metrics = ItemWriteAnswers.collection(outcome, subject, mode);
    if (metrics != null) {
      tables.computeIfAbsent(named, name -> new ArrayList<>()).add(metrics);
    }
  }

  /** The answer's map; null where the request does not ask for it or there is none. */
  public @Nullable Map<String, List<ItemCollectionMetrics>> answer() {
    return tables.isEmpty() ? null : tables;
  }
}
