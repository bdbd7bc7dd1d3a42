package dev.monotable.benchmark.chat;

/** The six loads that are measured. */
public enum Load {
  GET_ITEM("GetItem"),
  /** A third new items, a third changed ones, a third that move in the index. */
  PUT_ITEM("PutItem"),
  /** A counter raised under the condition that the item exists. */
  UPDATE_ITEM("UpdateItem"),
  /** The newest 50 items of a collection. */
  QUERY_50("Query"),
  /** 20 items of an index collection. */
  INDEX_QUERY_20("Query"),
  /** Two puts of changed items in two collections. */
  TRANSACT_WRITE_2("TransactWriteItems");

  private final String operation;

  Load(String operation) {
    this.operation = operation;
  }

  /** The API's name of the operation. */
  public String operation() {
    return operation;
  }

  /** The value of {@code X-Amz-Target}. */
  public String target() {
    return "DynamoDB_20120810." + operation;
  }
}
