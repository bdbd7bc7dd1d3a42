package dev.monotable.design.finding;

import dev.monotable.design.trace.TracedPart;
import dev.monotable.design.trace.TracedRequest;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.PageRead;

/**
 * One run of a {@link FindingRule} that follows the requests of a trace. It keeps what it needs,
 * within declared bounds. Used by one thread at a time.
 */
public interface Detector extends FindingRule.Judge {
  /** Receives a request; by default, receives its parts. */
  default void accept(TracedRequest request) {
    for (TracedPart part : request.parts()) {
      accept(part);
    }
  }

  /** Receives a part; by default, receives it by its kind, except for writes that failed. */
  default void accept(TracedPart part) {
    if (part.part() instanceof ItemWritten written) {
      if (written.applied()) {
        write(part, written);
      }
    } else if (part.part() instanceof ItemRead read) {
      read(part, read);
    } else if (part.part() instanceof PageRead page) {
      page(part, page);
    }
  }

  /** Receives a read of an item; by default, does nothing. */
  default void read(TracedPart part, ItemRead read) {}

  /** Receives a write that succeeded; by default, does nothing. */
  default void write(TracedPart part, ItemWritten written) {}

  /** Receives a page; by default, does nothing. */
  default void page(TracedPart part, PageRead page) {}
}
