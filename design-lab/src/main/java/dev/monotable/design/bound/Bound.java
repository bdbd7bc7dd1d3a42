package dev.monotable.design.bound;

/**
 * The bounds of what a lab keeps. A report names those that were reached, and what it leaves out,
 * in a sentence such as {@code At most 1,000 tables are sampled; left out: 1 description of
 * others.}
 */
public enum Bound {
  // ---- the ledger, whose bounds can be chosen ----
  SHAPES(2_000, "shapes of requests are counted", "request of others"),
  TABLES(2_000, "tables are described", "description of others"),
  TESTS(10_000, "tests are named", "request of others"),
  ITEM_SHAPES(400, "shapes of items are counted", "write of others"),
  ATTRIBUTES(400, "attributes of a shape of items are counted", "value of others"),
  ANSWERS(
      1_000,
      "answers that have to be continued or repeated are awaited at a time",
      "answer, taken as complete"),
  /** Deleted indexes count as well; a table has at most 25 at a time. */
  INDEXES(100, "indexes of a shape of requests are counted", "use of others"),
  NAMES(50, "access patterns that requests of one shape name are counted", "request of others"),
  GROUPS(500, "groups of shapes that are used together are counted", "use of others"),
  GROUP_TESTS(
      200,
      "tests have their last page remembered for the batch that follows from it",
      "request of others"),
  GROUP_SHAPES(20, "shapes of a batch or transaction are taken as one use", "request with more"),

  // ---- keys, samples, contracts and policies ----
  HEAT_TABLES(2_000, "tables are known to the heat", "description of others"),
  HEAT_VALUES(
      20_000,
      "partition key values of a table or index are counted for heat, and %s",
      "use of others"),
  SAMPLED_TABLES(100, "tables are sampled", "description of others"),
  SAMPLED_VIEWS(100, "tables and indexes are sampled", "item of others"),
  COLLECTIONS(
      10_000,
      "item collections of a table or index are counted as not shown",
      "request for others"),
  FOLLOWED_READS(
      16, "reads are followed from page to page at a time", "page, each checked as another use"),

  KEPT_CONTRACTS(1_000, "contracts that were kept are listed", "use of others"),
  BROKEN_CONTRACTS(1_000, "broken contracts are listed", "use of others"),
  UNMATCHED_RULES(100, "fault rules that no request matched are named", "rule"),
  STATEMENTS(1_000, "statements of policies are compared", "use of others"),

  /** Each other projection is a workload of its own, so their number decides on the time. */
  WHAT_IF_INDEXES(25, "indexes have a choice of projections in what-if", "choice of others"),

  /** Patterns by pools decide on the size of a report. */
  WHAT_IF_NUMBERS(50_000, "numbers of access patterns are in what-if", "form with more"),

  // ---- replays ----
  RECORDED_BYTES(16 << 20, "bytes of items are recorded at the beginning", "table"),
  REPLAYED_REQUESTS(
      4_000, "requests in each of six windows are sent again to try advice", "request outside"),
  TRIED_ADVICE(12, "pieces of advice are replayed, the most expensive first", "other one"),
  REPLAYED_BYTES(16 << 20, "bytes of requests and items are kept to try advice", "byte"),

  // ---- findings ----
  SUBJECTS(1_000, "subjects of %s are compared", "case of others"),
  PROBLEMS(1_000, "problems of items are counted", "write with others"),
  GROWING_SUBJECTS(1_000, "subjects of %s are compared", "update of others"),
  GROWING_ITEMS(2_000, "items are remembered for %s", "item that had grown"),
  SORT_KEYS(1_000, "forms of sort keys are compared", "write with others"),
  SORT_KEY_USES(2_000, "uses of the order of sort keys are known", "use of others"),
  RULE_TABLES(1_000, "tables are known to %s", "description of others"),
  INDEX_WRITES(20, "writes before a read are compared for %s", "read after more writes"),
  INDEX_WRITE_TESTS(
      100, "tests have their writes before a read remembered for %s", "read of others"),
  CONSISTENT_READS(
      10_000, "items, tables and pages are remembered for %s", "read of what was forgotten"),
  LOOP_TESTS(200, "tests are followed at a time for %s", "request of others"),
  HOT_TESTS(1_000, "tables of tests are remembered for %s", "table of a test"),
  HOT_KEYS(1_000, "items are counted for %s", "use of each item, or fewer"),
  PAGES(1_000, "reads of pages are remembered for %s", "page of others"),
  PREFIX_VALUES(2_000, "sort keys are remembered for %s", "sort key of others"),
  PREFIXES(500, "prefixes are compared for %s", "use of others"),
  READ_ITEMS(2_000, "read items are remembered for %s", "write after others"),
  PAGE_TESTS(200, "tests have their last page remembered for %s", "write of others"),
  CHANGED_SUBJECTS(1_000, "subjects of %s are added up", "write of others"),
  EXPIRING_TABLES(1_000, "tables with a TTL attribute are checked", "attribute of other tables"),
  KEY_VALUES(2_000, "key values are remembered for %s", "write of others"),
  MISSES(500, "missing key values are compared for %s", "read of others"),
  CREATED_SUBJECTS(1_000, "reads before a write are counted for %s", "write after others"),
  FRUITLESS_TESTS(
      200, "tests have their reads without a result remembered for %s", "write of others");

  private final int most;
  private final String kept;
  private final String leftOut;

  /**
   * A bound.
   *
   * @param kept what there is a bound for, such as {@code tables are sampled}
   * @param leftOut what is left out, with a noun in the singular first
   */
  Bound(int most, String kept, String leftOut) {
    this.most = most;
    this.kept = kept;
    this.leftOut = leftOut;
  }

  /** Returns the number that is kept, unless another one is chosen. */
  public int most() {
    return most;
  }

  /** Returns a count of what exceeds this bound, which is 0. */
  public Overflow overflow() {
    return overflow(most);
  }

  /** Returns a count of what exceeds this bound, if another number is chosen. */
  public Overflow overflow(long chosen) {
    return new Overflow(chosen, kept, leftOut);
  }

  /**
   * Returns a count of what exceeds this bound, if another number is chosen.
   *
   * @param of what it is kept for, such as the id of a finding
   */
  public Overflow overflow(long chosen, String of) {
    return new Overflow(chosen, kept.replace("%s", of), leftOut);
  }

  /** Returns a count of what exceeds this bound for something. */
  public Overflow overflow(String of) {
    return overflow(most, of);
  }

  /** Returns a count of what exceeds this bound for something, with the noun for a use. */
  public Overflow overflow(String of, String use) {
    return new Overflow(most, kept.replace("%s", of), leftOut.replace("use", use));
  }
}
