package dev.monotable.compare.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.compare.endpoint.Endpoint;
import dev.monotable.compare.endpoint.Reply;
import dev.monotable.compare.endpoint.Request;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Requests of one kind, made up from a seed: most of them right, the others right but for one
 * mistake.
 */
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

  /** Makes the next request. */
  Request next();

  /** Learns from a request that both sides accepted. */
  void observe(Request request, Reply ours, Reply local);

  /** Forgets what it learned: all tables were removed and made anew. */
  void forget();

  /** What a request that it made does to, or asks of, single items. */
  default List<ItemAction> actions(Request request, Map<String, TestTable> tables) {
    return ItemAction.of(request, tables);
  }

  /** The endpoint as the requests see it. */
  default Endpoint wrap(Endpoint endpoint) {
    return endpoint;
  }

  /** Whether a request leaves everything as it is. */
  default boolean isRead(Request request) {
    return READS.contains(request.operation());
  }

  /** Whether what was written can be seen when it is gone, as in a stream. */
  default boolean isRemembered() {
    return false;
  }

  /** Takes from two accepted answers what need not be the same. */
  default void align(Request request, ObjectNode ours, ObjectNode local) {}

  /** The kinds of requests that a run may be of, by {@code -Dcompare.workload}. */
  enum Kind {
    /** Items by expressions, tables and their time to live. */
    ITEMS,
    /** Items by the parameters that are older than expressions. */
    LEGACY,
    /** Items by statements. */
    PARTIQL,
    /** Writes, and the streams that tell of them. */
    STREAMS;

    /** The tables that hold items. */
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
