package dev.monotable.design.contract;

import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.model.QueryOutput;
import dev.monotable.model.ScanOutput;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A request with the pages that followed it. Not thread-safe. */
final class UsedGroup {
  /** The size of returned items while it is not known. */
  static final long UNKNOWN = -1;

  private final @Nullable ObservedRequest first;
  private UsedRequest used;
  private @Nullable Item nextKey;
  private long returnedBytes;

  /**
   * Creates a group.
   *
   * @param keepsRequest whether the request may be kept, with the items that it refers to
   */
  UsedGroup(ObservedRequest request, UsedRequest used, boolean keepsRequest) {
    this.first = keepsRequest ? request : null;
    this.used = used;
    this.returnedBytes = returnedBytes(request);
    PageRead page = RequestPlan.page(request);
    this.nextKey = page == null ? null : page.lastEvaluatedKey();
  }

  /** Adds a request if it is the next page of this group. */
  boolean addPage(ObservedRequest request, UsedRequest next) {
    PageRead page = RequestPlan.page(request);
    if (page == null
        || page.startKey() == null
        || !Objects.equals(page.startKey(), nextKey)
        || !used.plan().equals(next.plan())) {
      return false;
    }
    used = used.followedBy(next);
    nextKey = page.lastEvaluatedKey();
    long bytes = returnedBytes(request);
    returnedBytes = bytes == UNKNOWN || returnedBytes == UNKNOWN ? UNKNOWN : returnedBytes + bytes;
    return true;
  }

  UsedRequest used() {
    return used;
  }

  /** Returns the first request; null if it was not kept. */
  @Nullable ObservedRequest first() {
    return first;
  }

  /** Returns the first page; null if this is not a read of pages, or was not kept. */
  @Nullable PageRead page() {
    return first == null ? null : RequestPlan.page(first);
  }

  /**
   * Returns the size of the returned items as the table or index holds them; {@link #UNKNOWN} if
   * the answers have a part of them only.
   */
  long returnedBytes() {
    return returnedBytes;
  }

  private static long returnedBytes(ObservedRequest request) {
    PageRead page = RequestPlan.page(request);
    List<Item> items = items(request);
    if (page == null
        || items == null
        || page.projection() != null
        || page.countOnly()
        || page.fetchedUnits() > 0) {
      return UNKNOWN;
    }
    return bytes(items);
  }

  /** Returns the items of the answer to a Query or Scan; null for other requests. */
  static @Nullable List<Item> items(ObservedRequest request) {
    if (request.response() instanceof QueryOutput output) {
      return output.items();
    }
    return request.response() instanceof ScanOutput output ? output.items() : null;
  }

  static long bytes(List<Item> items) {
    long bytes = 0;
    for (Item item : items) {
      bytes += item.size();
    }
    return bytes;
  }
}
