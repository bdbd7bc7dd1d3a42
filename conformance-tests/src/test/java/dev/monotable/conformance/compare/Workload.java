package dev.monotable.conformance.compare;

import java.util.List;
import java.util.Map;

/**
 * Requests of one kind, made up from a seed: most of them right, the others right but for one
 * mistake.
 */
interface Workload {
  Request next();

  /** Learns from a request that both sides accepted. */
  void observe(Request request, Answer ours, Answer local);

  /** Forgets what it learned: all tables were removed and made anew. */
  void forget();

  /** What a request that it made does to, or asks of, single items. */
  default List<ItemAction> actions(Request request, Map<String, TestTable> tables) {
    return ItemAction.of(request, tables);
  }

  /** The kinds of requests that a run may be of, by {@code -Dcompare.workload}. */
  enum Kind {
    /** Items by expressions, tables and their time to live. */
    ITEMS;

    Workload workload(long seed, List<TestTable> tables) {
      return switch (this) {
        case ITEMS -> new RequestGenerator(seed, tables);
      };
    }

    /** The files of the differences that stay, that of this kind alone first. */
    private List<String> lists() {
      return switch (this) {
        case ITEMS -> List.of("known-differences.txt");
      };
    }

    KnownDifferences known() {
      return KnownDifferences.load(lists());
    }

    /** Whether an entry is of this kind alone, so that a run of it should meet it. */
    boolean owns(KnownDifferences.Entry entry) {
      return entry.place().list().equals(lists().get(0));
    }
  }
}
