package dev.monotable.engine.observe;

import org.jspecify.annotations.Nullable;

/** What a request, or one part of a batch or transaction, read or wrote. */
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
