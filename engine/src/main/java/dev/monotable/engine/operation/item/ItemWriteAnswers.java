package dev.monotable.engine.operation.item;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.expression.BoundUpdate;
import dev.monotable.engine.operation.ConsumedCapacities;
import dev.monotable.engine.table.CollectionSize;
import dev.monotable.model.ConsumedCapacity;
import dev.monotable.model.ItemCollectionMetrics;
import dev.monotable.model.ReturnItemCollectionMetrics;
import dev.monotable.model.ReturnValue;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What PutItem, UpdateItem and DeleteItem answer besides the item. */
public final class ItemWriteAnswers {
  private static final double GIGABYTE = 1024.0 * 1024 * 1024;

  private ItemWriteAnswers() {}

  /**
   * The attributes that ReturnValues asks for; null if there are none to answer.
   *
   * @param update what the write changed; null for a write of a whole item
   */
  static @Nullable Item attributes(
      WriteOutcome outcome, ReturnValue returnValues, @Nullable BoundUpdate update) {
    return switch (returnValues) {
      case NONE -> null;
      case ALL_OLD -> outcome.before();
      case ALL_NEW -> outcome.after();
      case UPDATED_OLD -> updated(outcome.before(), update);
      case UPDATED_NEW -> updated(outcome.after(), update);
    };
  }

  /** The attributes of an item that an update writes; null if it has none of them. */
  public static @Nullable Item updated(@Nullable Item item, @Nullable BoundUpdate update) {
    if (item == null || update == null) {
      return null;
    }
    Item touched = update.touched(item);
    return touched.isEmpty() ? null : touched;
  }

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
    if (size == null
        || ReturnItemCollectionMetrics.find(mode) != ReturnItemCollectionMetrics.SIZE) {
      return null;
    }
    double lower = Math.floor(size.bytes() / GIGABYTE);
    Item key = outcome.layout().table().keys().partitionKeyOf(subject, ItemWriter.ofThread());
    return new ItemCollectionMetrics(key, List.of(lower, lower + 1));
  }
}
