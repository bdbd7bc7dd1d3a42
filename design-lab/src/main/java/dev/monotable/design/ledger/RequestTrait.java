package dev.monotable.design.ledger;

import dev.monotable.engine.observe.IndexChange;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import org.jspecify.annotations.Nullable;

/** A property of a request that others of its shape may not, so that it is kept as evidence. */
public enum RequestTrait {
  /** A request without an error. */
  ANSWERED,
  /** A page that returns less than half of what it reads. */
  DISCARDS,
  /** A page that reads at least 2 items. */
  READS_SEVERAL,
  /** A page that reads at least 10 items. */
  READS_MANY,
  /** A read of items of at least {@link #LARGE_BYTES} on average. */
  READS_LARGE,
  /** A page of a local index that reads items of the table. */
  FETCHES,
  /** A write that moves an index entry. */
  MOVES,
  /** A page with a LastEvaluatedKey at which no other request continued. */
  NOT_CONTINUED,
  /** A batch with unprocessed keys or items that no other one contained. */
  NOT_RETRIED,
  /** A failure by throttling or a conflict after which the request was not repeated. */
  NOT_REPEATED;

  /** The least average size of items with {@link #READS_LARGE}. */
  public static final int LARGE_BYTES = 1_024;

  /** The least number of items with {@link #READS_MANY}. */
  public static final int MANY_ITEMS = 10;

  private static final int SEVERAL_ITEMS = 2;

  /**
   * Returns whether a part of a request has this trait; false if only later requests decide it,
   * which {@link PendingAnswers} awaits.
   */
  boolean isOf(ObservedRequest request, @Nullable RequestPart part) {
    return switch (this) {
      case ANSWERED -> request.error() == null && !request.connectionDropped();
      case DISCARDS -> part instanceof PageRead page && 2 * page.returned() < page.evaluated();
      case READS_SEVERAL -> part instanceof PageRead page && page.evaluated() >= SEVERAL_ITEMS;
      case READS_MANY -> part instanceof PageRead page && page.evaluated() >= MANY_ITEMS;
      case READS_LARGE -> readsLarge(part);
      case FETCHES -> part instanceof PageRead page && page.fetchedUnits() > 0;
      case MOVES -> part instanceof ItemWritten written && movesEntry(written);
      case NOT_CONTINUED, NOT_RETRIED, NOT_REPEATED -> false;
    };
  }

  private static boolean readsLarge(@Nullable RequestPart part) {
    if (part instanceof ItemRead read) {
      return read.item() != null && read.item().size() >= LARGE_BYTES;
    }
    return part instanceof PageRead page
        && page.evaluated() > 0
        && page.bytes() / page.evaluated() >= LARGE_BYTES;
  }

  private static boolean movesEntry(ItemWritten written) {
    for (IndexChange change : written.indexChanges()) {
      if (change.kind() == IndexChange.Kind.MOVED) {
        return true;
      }
    }
    return false;
  }
}
