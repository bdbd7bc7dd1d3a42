package dev.monotable.engine.query;

import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.BoundProjection;
import dev.monotable.engine.limits.CapacityUnits;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.ProjectedAttributes;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads a page: walks the keys of a range, and for each item charges, then filters, then projects.
 * An item counts towards the limit and the size of the page whether or not it passes the filter.
 * The item that reaches the {@linkplain Page#size size} still belongs to the page.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.Pagination.html">Paginating
 *     table query results</a>
 */
public final class PageReader {
  private PageReader() {}

  /** Reads the page. */
  public static Page read(PageRequest request) {
    ProjectedAttributes held = request.path().projection();
    boolean whole = held.isAll();
    ItemWriter writer = ItemWriter.ofThread();
    BoundCondition filter = request.filter();
    BoundProjection projection = request.projection();
    TreeCursor<Item> cursor = cursor(request.table().entries(request.path()), request);
    List<Item> items = new ArrayList<>(request.countOnly() ? 0 : firstRoom(request.limit()));
    int count = 0;
    int scanned = 0;
    long bytes = 0;
    long fetchedUnits = 0;
    Item last = null;
    StopReason stop = StopReason.END;
    for (Item stored = cursor.advance(); stored != null; stored = cursor.advance()) {
      scanned++;
      last = stored;
      Item item = stored;
      if (whole) {
        bytes += stored.size();
      } else if (request.fetch()) {
        bytes += held.size(stored);
        fetchedUnits += CapacityUnits.read(stored.size());
      } else {
        item = held.of(stored, writer);
        bytes += item.size();
      }
      if (filter == null || filter.test(item)) {
        count++;
        if (!request.countOnly()) {
          items.add(projection == null ? item : projection.project(item, writer));
        }
      }
      if (scanned == request.limit()) {
        stop = StopReason.LIMIT;
        break;
      }
      if (Page.size(bytes, fetchedUnits) >= request.maxBytes()) {
        stop = StopReason.SIZE;
        break;
      }
    }
    return new Page(items, count, scanned, bytes, fetchedUnits, stop, last);
  }

  /** The initial capacity for a page of that limit. */
  private static int firstRoom(int limit) {
    return Math.min(limit, 50);
  }

  private static TreeCursor<Item> cursor(PersistentTree<Item> tree, PageRequest request) {
    byte[] from = request.range().from();
    byte[] to = request.range().to();
    byte[] after = request.after();
    if (request.forward()) {
      if (after != null) {
        byte[] behind = Arrays.copyOf(after, after.length + 1);
        from = Arrays.compareUnsigned(behind, from) > 0 ? behind : from;
      }
      return tree.ascend(from, from.length, to, to == null ? 0 : to.length);
    } else {
      if (after != null && (to == null || Arrays.compareUnsigned(after, to) < 0)) {
        to = after;
      }
      return tree.descend(from, from.length, to, to == null ? 0 : to.length);
    }
  }
}
