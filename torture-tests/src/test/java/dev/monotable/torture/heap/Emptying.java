package dev.monotable.torture.heap;

/** A way to delete all items of a table. */
enum Emptying {
  DELETE_ITEM(1),
  /** DELETE by ExecuteStatement. */
  STATEMENT(1),
  /** DELETE by BatchExecuteStatement. */
  BATCH_OF_STATEMENTS(25),
  BATCH_WRITE_ITEM(25),
  TRANSACT_WRITE_ITEMS(100),
  DELETE_TABLE(Integer.MAX_VALUE),
  /** The items expire. */
  TIME_TO_LIVE(Integer.MAX_VALUE);

  private final int itemsPerRequest;

  Emptying(int itemsPerRequest) {
    this.itemsPerRequest = itemsPerRequest;
  }

  int itemsPerRequest() {
    return itemsPerRequest;
  }
}
