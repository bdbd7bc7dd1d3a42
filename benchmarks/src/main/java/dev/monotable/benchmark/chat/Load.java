package dev.monotable.benchmark.chat;

/** The loads that the benchmarks measure. */
public enum Load {
  GET_ITEM("GetItem"),
  /** One third new items, one third changed items, one third items with another index key. */
  PUT_ITEM("PutItem"),
  /** Increments a counter if the item exists. */
  UPDATE_ITEM("UpdateItem"),
  /** The newest 50 items of an item collection. */
  QUERY_50("Query"),
  /** 20 items of an item collection in the index. */
  INDEX_QUERY_20("Query"),
  /** Two puts of changed items in two item collections. */
  TRANSACT_WRITE_2("TransactWriteItems");

  private final String operation;

  Load(String operation) {
    this.operation = operation;
  }

  /** Returns the name of the operation in the API. */
  public String operation() {
    return operation;
  }

  /** Returns the value of {@code X-Amz-Target}. */
  public String target() {
    return "DynamoDB_20120810." + operation;
  }
}
