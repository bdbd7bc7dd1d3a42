package dev.monotable.engine.observe;

import org.jspecify.annotations.Nullable;

/** The reads or writes of a request, or of one part of a batch or transaction. */
public sealed interface RequestPart permits ItemRead, PageRead, ItemWritten, RecordsRead {
  /** The kinds of parts. */
  enum Kind {
    ITEM_READ,
    PAGE_READ,
    ITEM_WRITTEN,
    RECORDS_READ
  }

  /** Returns the kind of this part. */
  Kind kind();

  /** Returns the name of the table. */
  String table();

  /** Returns the name of the index that was read; null for the table. */
  default @Nullable String index() {
    return null;
  }
}
