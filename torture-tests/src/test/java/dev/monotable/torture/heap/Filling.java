package dev.monotable.torture.heap;

/** A way to fill the heap. */
enum Filling {
  BIG_ITEMS(true),
  SMALL_ITEMS(true),
  /** Items with five index entries each. */
  INDEX_ENTRIES(true),
  DEEP_ITEMS(true),
  /** Items of a table with a stream. */
  STREAMED_ITEMS(true),
  /** Updates of a few items of a table with a stream. */
  STREAM_RECORDS(false),
  /** Small transactions with client request tokens. */
  TOKENS(false),
  /** Tables with indexes and tags. */
  TABLES(false),
  /** Tables that are created, get an item and are deleted. */
  TABLES_OF_TESTS(false),
  /** Conditions, filters and statements, each different from all others. */
  EXPRESSIONS(false),
  /** Bodies of almost 16 MB, sent at the same time. */
  LARGE_BODIES(false);

  private final boolean byItems;

  Filling(boolean byItems) {
    this.byItems = byItems;
  }

  /** Returns whether it fills the heap with items that can be deleted one by one. */
  boolean byItems() {
    return byItems;
  }
}
