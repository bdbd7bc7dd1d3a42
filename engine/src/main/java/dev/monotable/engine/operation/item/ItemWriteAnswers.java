package dev.monotable.engine.operation.item;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.operation.ConsumedCapacities;
import dev.monotable.engine.table.CollectionSize;
import dev.monotable.model.ConsumedCapacity;
import dev.monotable.model.ItemCollectionMetrics;
import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What PutItem, UpdateItem and DeleteItem answer besides the item. */
public final class ItemWriteAnswers {
  private static final double GIGABYTE = 1024.0 * 1024 * 1024;

  private ItemWriteAnswers() {}

  /**
   * What a write cost, where the request asks for it.
   *
   * @param named the table as the request names it
   */
  public static @Nullable ConsumedCapacity capacity(
      WriteOutcome outcome, String named, @Nullable String mode) {
    ConsumedCapacities count =
        ConsumedCapacities.counting(outcome.layout().definition(), named, mode);
    if (count != null) {
      count.addWrite(outcome, 1);
    }
    return ConsumedCapacities.plain(count);
  }

  /**
   * The size of the item's collection, where the request asks for it and the table has local
   * indexes. The estimate is a range of one GB.
   */
  static @Nullable ItemCollectionMetrics collection(
      WriteOutcome outcome, Item subject, @Nullable String mode) {
    CollectionSize size = outcome.collection();
    if (size == null || !"SIZE".equals(mode)) {
      return null;
    }
    double lower = Math.floor(size.bytes() / GIGABYTE);
    Item key = outcome.layout().partitionKeyOf(subject);
    return new ItemCollectionMetrics(key, List.of(lower, lower + 1));
  }
}
