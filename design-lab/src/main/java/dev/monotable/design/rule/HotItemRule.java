package dev.monotable.design.rule;

import static dev.monotable.design.rule.RequestFindings.GUIDE;

import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.ledger.Overflow;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.Design;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds items that get a large share of the writes that one test sends to a table. Tests that write
 * the same key to databases of their own do not add up.
 *
 * <p>The most frequent items are found by the algorithm of Misra and Gries: a new item without room
 * takes one from the count of every other. With {@link #MAX_ITEMS} counters, a count is too low by
 * at most one write in as many.
 */
final class HotItemRule implements FindingRule {
  static final FindingType TYPE =
      new FindingType(
          "hot-item",
          Severity.WARNING,
          "an item that gets a large share of the writes",
          "An item is in one partition, which takes 1,000 write units per second, whatever the"
              + " capacity of the table. Transactions on the same item conflict with each other.",
          GUIDE + "bp-partition-key-design.html",
          "Spread a counter over several items and add them up when you read, or derive it from a"
              + " stream.");

  static final int MAX_ITEMS = 1_000;
  static final int MAX_TESTS = 1_000;
  private static final int MANY_WRITES = 20;
  private static final double LARGE_SHARE = 0.2;

  @Override
  public List<FindingType> types() {
    return List.of(TYPE);
  }

  @Override
  public Detector start(@Nullable Design design) {
    return new Writes(design);
  }

  /** The writes of one run. */
  private static final class Writes implements Detector {
    private final @Nullable Design design;
    private final RecentMap<TestTable, long[]> totals = new RecentMap<>(MAX_TESTS);
    private final Map<HotItem, ItemWrites> items = new LinkedHashMap<>();
    private final Overflow manyTests =
        new Overflow(
            MAX_TESTS, "tables of tests are remembered for " + TYPE.id(), "table of a test");
    private final Overflow manyItems =
        new Overflow(
            MAX_ITEMS, "items are counted for " + TYPE.id(), "write of each item, or fewer");

    /** A table as one test uses it. */
    private record TestTable(@Nullable String test, String table) {}

    /** An item that a test writes. */
    private record HotItem(TestTable of, Map<String, AttributeValue> key) {}

    /** The writes of an item. */
    private static final class ItemWrites {
      private final String subject;
      private final String operation;
      private long count;

      private ItemWrites(String subject, String operation) {
        this.subject = subject;
        this.operation = operation;
      }
    }

    private Writes(@Nullable Design design) {
      this.design = design;
    }

    @Override
    public void accept(ObservedRequest request, RequestContext context) {
      for (RequestPart part : request.parts()) {
        if (part instanceof ItemWritten written
            && written.applied()
            && written.writeKind() != ItemWritten.WriteKind.CONDITION_CHECK) {
          add(request, written, context);
        }
      }
    }

    private void add(ObservedRequest request, ItemWritten written, RequestContext context) {
      TestTable table = new TestTable(context.test(), written.table());
      if (totals.size() == MAX_TESTS && !totals.containsKey(table)) {
        manyTests.add();
      }
      totals.computeIfAbsent(table, key -> new long[1])[0]++;
      HotItem item = new HotItem(table, written.key().toMap());
      ItemWrites writes = items.get(item);
      if (writes == null && !manyItems.hasRoom(items.size())) {
        items.values().removeIf(each -> --each.count <= 0);
        return;
      }
      if (writes == null) {
        Item image = written.after() == null ? written.before() : written.after();
        writes =
            new ItemWrites(
                Statements.subject(design, written.table(), image), request.operation().name());
        items.put(item, writes);
      }
      writes.count++;
    }

    @Override
    public void addOmissions(List<String> omissions) {
      manyTests.addTo(omissions);
      manyItems.addTo(omissions);
    }

    @Override
    public List<Finding> findings(FindingInput input) {
      Map<String, Finding> hottest = new LinkedHashMap<>();
      Map<String, Long> counts = new LinkedHashMap<>();
      items.forEach(
          (item, writes) -> {
            long[] total = totals.get(item.of());
            if (total != null
                && writes.count >= MANY_WRITES
                && writes.count >= LARGE_SHARE * total[0]
                && writes.count > counts.getOrDefault(writes.subject, 0L)) {
              counts.put(writes.subject, writes.count);
              hottest.put(
                  writes.subject,
                  Finding.of(
                      TYPE,
                      writes.subject,
                      "One item gets "
                          + writes.count
                          + " of the "
                          + total[0]
                          + " writes of a test to "
                          + item.of().table()
                          + " ("
                          + Statements.percent((double) writes.count / total[0])
                          + ")",
                      List.of(
                          Statements.evidence(
                              writes.operation, item.of().table(), item.key(), item.of().test()))));
            }
          });
      return new ArrayList<>(hottest.values());
    }
  }
}
