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

/** Builds the parts of the responses of PutItem, UpdateItem and DeleteItem. */
public final class ItemWriteAnswers {
  private static final double GIGABYTE = 1024.0 * 1024 * 1024;

  private ItemWriteAnswers() {}

  /**
   * Returns the attributes that ReturnValues asks for; null if there are none.
   *
   * @param update the changes of an update; null for a put or delete
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

  /** Returns the attributes of an item that an update writes; null if the item has none of them. */
  public static @Nullable Item updated(@Nullable Item item, @Nullable BoundUpdate update) {
    if (item == null || update == null) {
      return null;
    }
    Item touched = update.touched(item, ItemWriter.ofThread());
    return touched.isEmpty() ? null : touched;
  }

  /**
   * Returns the capacity that a write consumed; null if the request does not ask for it.
   *
   * @param named the name or ARN of the table in the request
   * @param mode the request's ReturnConsumedCapacity
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
   * Returns the size of the item's collection; null if the request does not ask for it or the table
   * has no local secondary index. The estimate is a range of 1 GB.
   *
   * @param subject the item or key of the write
   * @param mode the request's ReturnItemCollectionMetrics
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
