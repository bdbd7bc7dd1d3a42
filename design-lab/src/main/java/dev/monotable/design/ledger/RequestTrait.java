package dev.monotable.design.ledger;

import dev.monotable.engine.observe.IndexChange;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import org.jspecify.annotations.Nullable;

/** What a request shows that others of its shape may not, so that it is kept as evidence. */
public enum RequestTrait {
  /** A page that returns less than half of what it reads. */
  DISCARDS,
  /** A page with a LastEvaluatedKey. */
  INCOMPLETE,
  /** A request with an error. */
  FAILED,
  /** A page of a local index that reads items of the table. */
  FETCHES,
  /** A write that moves an index entry. */
  MOVES;

  /** Returns whether a part of a request has this trait. */
  boolean isOf(ObservedRequest request, @Nullable RequestPart part) {
    return switch (this) {
      case DISCARDS -> part instanceof PageRead page && 2 * page.returned() < page.evaluated();
      case INCOMPLETE -> part instanceof PageRead page && page.lastEvaluatedKey() != null;
      case FAILED -> request.error() != null;
      case FETCHES -> part instanceof PageRead page && page.fetchedUnits() > 0;
      case MOVES -> part instanceof ItemWritten written && movesEntry(written);
    };
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
