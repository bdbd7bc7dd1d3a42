package dev.monotable.engine.operation.read;

import dev.monotable.engine.operation.ConsumedCapacities;
import dev.monotable.engine.query.Page;
import dev.monotable.engine.query.PageBounds;
import dev.monotable.engine.query.PageReader;
import dev.monotable.engine.query.ReadPlan;
import dev.monotable.model.ConsumedCapacity;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of a plan, with what Query, Scan and SELECT answer besides its items. */
public record ReadAnswer(ReadPlan plan, Page page) {
  /** Reads a page. */
  public static ReadAnswer of(ReadPlan plan, PageBounds bounds) {
    return new ReadAnswer(plan, PageReader.read(plan, bounds));
  }

  /** The items of the page; null if they are only counted. */
  public @Nullable List<Item> items() {
    return plan.output().countOnly() ? null : page.items();
  }

  /** The key of the last item that was evaluated; null if the page is the last. */
  public @Nullable Item lastEvaluatedKey() {
    Item last = page.last();
    return page.next() == null || last == null
        ? null
        : plan.path().keys().keyOf(last, ItemWriter.ofThread());
  }

  /**
   * What the page cost; null if the request does not ask for it.
   *
   * @param named the table as the request names it
   * @param mode ReturnConsumedCapacity
   */
  @Nullable ConsumedCapacity capacity(String named, @Nullable String mode) {
    ConsumedCapacities count = ConsumedCapacities.counting(plan.table().definition(), named, mode);
    charge(count);
    return ConsumedCapacities.plain(count);
  }

  /** Adds what the page cost; null for nobody asks. */
  public void charge(@Nullable ConsumedCapacities count) {
    if (count != null) {
      double factor = plan.consistent() ? 1 : 0.5;
      count.add(plan.path(), factor * page.units());
      count.addTable(factor * page.fetchedUnits());
    }
  }
}
