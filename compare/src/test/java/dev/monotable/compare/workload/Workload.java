package dev.monotable.compare.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.compare.endpoint.Endpoint;
import dev.monotable.compare.endpoint.Reply;
import dev.monotable.compare.endpoint.Request;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Generates requests of one kind from a seed: most are valid, the others have a single mistake. */
public interface Workload {
  Set<String> READS =
      Set.of(
          "GetItem",
          "Query",
          "Scan",
          "BatchGetItem",
          "TransactGetItems",
          "DescribeTable",
          "ListTables",
          "DescribeTimeToLive");

  /** Returns the next request. */
  Request next();

  /** Records a request that both sides accepted. */
  void observe(Request request, Reply ours, Reply local);

  /** Discards all records, because all tables were deleted and created again. */
  void forget();

  /** Returns the actions of a generated request on single items. */
  default List<ItemAction> actions(Request request, Map<String, TestTable> tables) {
    return ItemAction.of(request, tables);
  }

  /** Returns the endpoint to which the requests are sent. */
  default Endpoint wrap(Endpoint endpoint) {
    return endpoint;
  }

  /** Returns whether a request only reads. */
  default boolean isRead(Request request) {
    return READS.contains(request.operation());
  }

  /** Returns whether deleted data remains visible, as in a stream. */
  default boolean isRemembered() {
    return false;
  }

  /** Removes members that may differ from two accepted responses. */
  default void align(Request request, ObjectNode ours, ObjectNode local) {}

  /** The kinds of workload, selected by {@code -Dcompare.workload}. */
  enum Kind {
    /** Items with expressions, tables, and time to live. */
    ITEMS,
    /** Items with legacy parameters. */
    LEGACY,
    /** Items with PartiQL statements. */
    PARTIQL,
    /** Writes, and reads of their stream records. */
    STREAMS;

    /** Returns the tables that contain items. */
    public List<TestTable> tables() {
      return this == STREAMS ? StreamsGenerator.tables() : TestTable.standard();
    }

    public Workload workload(long seed, List<TestTable> tables) {
      return switch (this) {
        case ITEMS -> new RequestGenerator(seed, tables);
        case LEGACY -> new LegacyGenerator(seed, tables);
        case PARTIQL -> new PartiqlGenerator(seed, tables);
        case STREAMS -> new StreamsGenerator(seed, tables);
      };
    }
  }
}
