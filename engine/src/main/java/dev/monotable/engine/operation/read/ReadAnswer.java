package dev.monotable.engine.operation.read;

import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.ConsumedCapacities;
import dev.monotable.engine.operation.RequestCharge;
import dev.monotable.engine.query.KeyRange;
import dev.monotable.engine.query.Page;
import dev.monotable.engine.query.PageBounds;
import dev.monotable.engine.query.PageReader;
import dev.monotable.engine.query.ReadPlan;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.ConsumedCapacity;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of a read, and the parts of the responses of Query, Scan and SELECT that come from it. */
public record ReadAnswer(ReadPlan plan, Page page) {
  /** Reads a page of a plan. */
  public static ReadAnswer of(ReadPlan plan, PageBounds bounds) {
    return new ReadAnswer(plan, PageReader.read(plan, bounds));
  }

  /**
   * Reads a page of a plan as the effect of a request, which is admitted before.
   *
   * @param subjects the equality terms of the key condition, for each item collection; empty if the
   *     read is of no certain ones, or the request is not admitted
   * @throws dev.monotable.engine.error.FaultException if the request is rejected
   */
  public static ReadAnswer of(ReadPlan plan, PageBounds bounds, Call call, List<Item> subjects) {
    TableState table =
        call.admitRead(plan.table(), plan.path(), subjects, plan.ranges(), plan.consistent());
    ReadAnswer answer =
        of(
            table == plan.table() ? plan : plan.of(table),
            bounds.atMost(call.pageItems(bounds.maxItems())));
    if (call.isAdmitted()) {
      Item subject = subjects.size() == 1 ? subjects.get(0) : null;
      call.chargePage(
          table,
          plan.path(),
          new RequestCharge.Where(beginning(plan, bounds), subject),
          answer.factor() * answer.page.units(),
          answer.factor() * answer.page.fetchedUnits());
    }
    return answer;
  }

  /** Returns the key at which a page begins: its first possible one, or its last backwards. */
  private static byte[] beginning(ReadPlan plan, PageBounds bounds) {
    byte[] after = bounds.after();
    if (after != null) {
      return after;
    }
    if (plan.ranges().isEmpty()) {
      return new byte[0];
    }
    KeyRange keys = plan.ranges().get(Math.min(bounds.range(), plan.ranges().size() - 1)).keys();
    byte[] to = keys.to();
    return plan.forward() || to == null ? keys.from() : to;
  }

  /** Returns the items of the page; null if the request asks for their count only. */
  public @Nullable List<Item> items() {
    return plan.output().countOnly() ? null : page.items();
  }

  /** Returns the key of the last evaluated item; null if this is the last page. */
  public @Nullable Item lastEvaluatedKey() {
    Item last = page.last();
    return page.next() == null || last == null
        ? null
        : plan.path().keys().keyOf(last, ItemWriter.ofThread());
  }

  /**
   * Returns the capacity that the page consumed; null if the request does not ask for it.
   *
   * @param named the name or ARN of the table in the request
   * @param mode the request's ReturnConsumedCapacity
   */
  @Nullable ConsumedCapacity capacity(String named, @Nullable String mode) {
    ConsumedCapacities count = ConsumedCapacities.counting(plan.table().definition(), named, mode);
    charge(count);
    return ConsumedCapacities.plain(count);
  }

  /** Adds the read units of the page to a count; does nothing if the count is null. */
  public void charge(@Nullable ConsumedCapacities count) {
    if (count != null) {
      count.add(plan.path(), factor() * page.units());
      count.addTable(factor() * page.fetchedUnits());
    }
  }

  /** Returns the factor for the units of the page: eventually consistent reads cost half. */
  double factor() {
    return plan.consistent() ? 1 : 0.5;
  }
}
