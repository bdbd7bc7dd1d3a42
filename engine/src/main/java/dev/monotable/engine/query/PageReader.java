package dev.monotable.engine.query;

import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.limits.CapacityUnits;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.ProjectedAttributes;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a page of a plan: walks the keys of its ranges, charges each item to the page, then filters
 * it, then projects it. So an item counts against the bounds before the filter sees it. The item
 * that reaches the size of the page still belongs to it. For one page and one thread.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.Pagination.html">Paginating
 *     table query results</a>
 */
public final class PageReader {
  /**
   * The number of steps after which a page ends: a step compares an operand of the filter with a
   * byte of an item, at most. A filter of 300 operands tests a page of 1 MB of ordinary items in a
   * third of them. Without this bound, a legacy filter with 250,000 conditions would take minutes.
   */
  private static final long MAX_STEPS = 1_000_000_000;

  /** The steps of an operand besides the bytes of the item. */
  private static final int STEPS_OF_OPERAND = 64;

  private final ReadPlan plan;
  private final ItemWriter writer = ItemWriter.ofThread();
  private final List<Item> items;
  private int itemsLeft;
  private long bytesLeft;
  private long stepsLeft = MAX_STEPS;
  private int count;
  private int scanned;
  private long bytesRead;
  private long units;
  private long fetchedUnits;
  private @Nullable Item last;

  private PageReader(ReadPlan plan, PageBounds bounds) {
    this.plan = plan;
    this.itemsLeft = bounds.maxItems();
    this.bytesLeft = bounds.maxBytes();
    this.items = new ArrayList<>(plan.output().countOnly() ? 0 : firstRoom(bounds.maxItems()));
  }

  /** Reads the page within these bounds. */
  public static Page read(ReadPlan plan, PageBounds bounds) {
    return new PageReader(plan, bounds).read(bounds.range(), bounds.after());
  }

  /** Returns the initial capacity for a page of at most that many items. */
  private static int firstRoom(int maxItems) {
    return Math.min(maxItems, 50);
  }

  private Page read(int from, byte @Nullable [] after) {
    int range = from;
    byte[] begin = after;
    while (true) {
      ReadRange part = plan.ranges().get(range);
      StopReason stop = readRange(part.keys(), begin);
      if (stop.continues() && !part.isPoint()) {
        return page(new Page.Next(range, true));
      }
      range++;
      begin = null;
      if (range == plan.ranges().size()) {
        return page(null);
      }
      if (itemsLeft <= 0 || bytesLeft <= 0 || stepsLeft <= 0) {
        return page(new Page.Next(range, false));
      }
    }
  }

  private Page page(Page.@Nullable Next next) {
    return new Page(this, next);
  }

  List<Item> items() {
    return items;
  }

  int count() {
    return count;
  }

  int scannedCount() {
    return scanned;
  }

  long bytes() {
    return bytesRead;
  }

  long units() {
    return units;
  }

  long fetchedUnits() {
    return fetchedUnits;
  }

  @Nullable Item last() {
    return last;
  }

  /** Reads a range until it ends or a bound is reached. Each range is charged by itself. */
  private StopReason readRange(KeyRange range, byte @Nullable [] after) {
    ProjectedAttributes held = plan.path().projection();
    boolean whole = held.isAll();
    boolean fetch = plan.output().fetch();
    boolean countOnly = plan.output().countOnly();
    BoundCondition filter = plan.filter();
    ReadOutput.Selection selection = plan.output().selection();
    TreeCursor<Item> cursor = cursor(range, after);
    int evaluated = 0;
    long bytes = 0;
    long fetched = 0;
    StopReason stop = StopReason.END;
    for (Item stored = cursor.advance(); stored != null; stored = cursor.advance()) {
      evaluated++;
      last = stored;
      Item item = stored;
      if (whole) {
        bytes += stored.size();
      } else if (fetch) {
        bytes += held.size(stored);
        fetched += CapacityUnits.read(stored.size());
      } else {
        item = held.of(stored, writer);
        bytes += item.size();
      }
      if (filter == null || filter.test(item)) {
        count++;
        if (!countOnly) {
          items.add(selection == null ? item : selection.select(item, writer));
        }
      }
      if (filter != null) {
        stepsLeft -= (long) filter.operands() * (STEPS_OF_OPERAND + item.jsonLength());
        if (stepsLeft <= 0) {
          stop = StopReason.STEPS;
          break;
        }
      }
      if (evaluated == itemsLeft) {
        stop = StopReason.LIMIT;
        break;
      }
      if (size(bytes, fetched) >= bytesLeft) {
        stop = StopReason.SIZE;
        break;
      }
    }
    scanned += evaluated;
    bytesRead += bytes;
    itemsLeft -= evaluated;
    bytesLeft -= size(bytes, fetched);
    units += CapacityUnits.read(evaluated == 0 ? 0 : bytes);
    fetchedUnits += fetched;
    return stop;
  }

  /**
   * Returns what counts towards the size of a page: the bytes or, if items are fetched, the whole
   * units that they and the entries of the index are charged for.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html#LSI.ThroughputConsiderations.Reads">Read
   *     capacity units of local indexes</a>
   */
  private static long size(long bytes, long fetchedUnits) {
    return fetchedUnits == 0
        ? bytes
        : CapacityUnits.readBytes(CapacityUnits.read(bytes) + fetchedUnits);
  }

  private TreeCursor<Item> cursor(KeyRange range, byte @Nullable [] after) {
    var tree = plan.table().entries(plan.path());
    byte[] from = range.from();
    byte[] to = range.to();
    if (plan.forward()) {
      if (after != null) {
        byte[] behind = Arrays.copyOf(after, after.length + 1);
        from = Arrays.compareUnsigned(behind, from) > 0 ? behind : from;
      }
      return tree.ascend(from, from.length, to, to == null ? 0 : to.length);
    }
    if (after != null && (to == null || Arrays.compareUnsigned(after, to) < 0)) {
      to = after;
    }
    return tree.descend(from, from.length, to, to == null ? 0 : to.length);
  }
}
