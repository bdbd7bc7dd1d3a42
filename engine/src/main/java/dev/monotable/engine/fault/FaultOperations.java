package dev.monotable.engine.fault;

import java.util.Set;

/** The operations that each kind of fault can happen to. */
final class FaultOperations {
  private static final Set<String> BATCHES =
      Set.of("BatchGetItem", "BatchWriteItem", "BatchExecuteStatement");
  private static final Set<String> CONFLICTING =
      Set.of(
          "PutItem",
          "UpdateItem",
          "DeleteItem",
          "BatchWriteItem",
          "TransactGetItems",
          "TransactWriteItems",
          "ExecuteStatement",
          "BatchExecuteStatement",
          "ExecuteTransaction");
  private static final Set<String> TRANSACTIONS =
      Set.of("TransactWriteItems", "ExecuteTransaction");
  private static final Set<String> PAGED =
      Set.of("Query", "Scan", "ExecuteStatement", "GetRecords");
  private static final Set<String> READS =
      Set.of(
          "GetItem", "BatchGetItem", "Query", "Scan", "ExecuteStatement", "BatchExecuteStatement");
  private static final Set<String> INDEX_READS = Set.of("Query", "Scan", "ExecuteStatement");
  private static final Set<String> RECORDS = Set.of("GetRecords");

  private FaultOperations() {}

  /** Returns the operations; empty for all. */
  static Set<String> of(InjectedFault.Type type) {
    return switch (type) {
      case THROTTLE, SERVER_ERROR, LATENCY, DROPPED_CONNECTION -> Set.of();
      case UNPROCESSED -> BATCHES;
      case TRANSACTION_CONFLICT -> CONFLICTING;
      case TRANSACTION_IN_PROGRESS -> TRANSACTIONS;
      case SHORT_PAGE -> PAGED;
      case STALE_READ -> READS;
      case LAGGING_INDEX -> INDEX_READS;
      case LATE_RECORDS, REPEATED_RECORDS -> RECORDS;
    };
  }
}
