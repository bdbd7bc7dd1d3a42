package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.bound.RecentMap;
import dev.monotable.design.cost.Savings;
import dev.monotable.design.finding.Cases;
import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.proposal.OtherRequest;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds strongly consistent reads that an eventually consistent one would have answered equally:
 * nothing has written what they read since the last such read, or it was created, or an item
 * changed for the first time, more than a minute ago. A read of an item is compared with the writes
 * of this item, a Query with those of its partition key value, and any other page with all writes
 * of its table.
 */
final class ConsistentReadRule implements Detector {
  private static final int ENOUGH = 3;
  private static final int NEW_SECONDS = 60;
  static final FindingType TYPE = FindingType.of("needless-consistent-read", ENOUGH, NEW_SECONDS);
  static final FindingRule RULE = new FindingRule(List.of(TYPE), ConsistentReadRule::new);

  /** An item that was created before, and not changed, is the same in all replicas. */
  private static final Duration LONG_AGO = Duration.ofSeconds(NEW_SECONDS);

  private static final int MAX_KEYS = Bound.CONSISTENT_READS.most();

  private final Trace trace;
  private final Overflow manyKeys;
  private final Cases cases;

  /**
   * When an item was created, or changed for the first time, or {@link Instant#MAX} if it was
   * changed again: it may change at any moment. {@link Instant#MIN} after a consistent read.
   */
  private final RecentMap<ItemName, Instant> items = new RecentMap<>(MAX_KEYS);

  /** The items that were changed. */
  private final RecentMap<ItemName, Boolean> changed = new RecentMap<>(MAX_KEYS);

  /** The same of all items with a partition key value. */
  private final RecentMap<CollectionName, Instant> collections = new RecentMap<>(MAX_KEYS);

  /** The number of writes of a table. */
  private final RecentMap<String, Long> tables = new RecentMap<>(MAX_KEYS);

  /** The number of writes of a table at the last consistent read of a page. */
  private final RecentMap<PageName, Long> pages = new RecentMap<>(MAX_KEYS);

  /** The last writes as long as there was no consistent read; null afterwards. */
  private @Nullable Deque<Write> writesBefore = new ArrayDeque<>();

  /** Whether there were more. */
  private boolean forgot;

  /** A write of an item, and whether it was created. */
  private record Write(String table, Item key, Instant at, boolean created) {}

  /** An item of a table. */
  private record ItemName(String table, Item key) {}

  /** The items of a partition key value whose sort keys begin with a word; empty for all. */
  private record CollectionName(String table, AttributeValue partition, String word) {}

  /** The source of a page. */
  private record PageName(
      String table, @Nullable String index, List<KeyRestriction> key, boolean forward) {}

  private ConsistentReadRule(Trace trace) {
    this.trace = trace;
    this.manyKeys = trace.declare(Bound.CONSISTENT_READS, TYPE.id());
    this.cases = new Cases(trace, TYPE);
  }

  @Override
  public void accept(TracedPart part) {
    if (part.part() instanceof ItemWritten written) {
      // A reader of why a condition has failed wants to see what another writer has just written.
      boolean created = !written.applied() || written.before() == null;
      write(new Write(written.table(), written.key(), part.at(), created));
    } else {
      Detector.super.accept(part);
    }
  }

  @Override
  public void read(TracedPart part, ItemRead read) {
    if (read.consistent() && !part.of().isTransaction()) {
      compareFromNowOn();
      compare(part, items, new ItemName(read.table(), read.key()));
    }
  }

  @Override
  public void page(TracedPart part, PageRead page) {
    if (!page.consistent() || page.startKey() != null) {
      return;
    }
    compareFromNowOn();
    CollectionName collection = collection(page);
    if (collection != null) {
      compare(part, collections, collection);
      return;
    }
    long writes = tables.getOrDefault(page.table(), 0L);
    Long before =
        pages.put(
            new PageName(page.table(), page.index(), page.keyConditions(), page.forward()), writes);
    boolean known = writes > 0 || !(forgot || tables.overflowed());
    if (known && (before != null || !pages.overflowed())) {
      add(part, before == null ? writes > 0 : writes > before);
    } else {
      manyKeys.add();
    }
  }

  /** Compares a read with the last write or read of the same. */
  private <K> void compare(TracedPart part, RecentMap<K, Instant> last, K name) {
    Instant fresh = last.put(name, Instant.MIN);
    if (fresh != null || !(forgot || last.overflowed())) {
      add(part, fresh != null && fresh.isAfter(part.at().minus(LONG_AGO)));
    } else {
      manyKeys.add();
    }
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /** Remembers a write; before the first consistent read, in its order only, which is cheap. */
  private void write(Write written) {
    Deque<Write> unread = writesBefore;
    if (unread == null) {
      remember(written);
      return;
    }
    if (unread.size() == MAX_KEYS) {
      unread.removeFirst();
      forgot = true;
    }
    unread.addLast(written);
  }

  /** Remembers the writes before the first consistent read by what they change. */
  private void compareFromNowOn() {
    Deque<Write> unread = writesBefore;
    if (unread != null) {
      writesBefore = null;
      unread.forEach(this::remember);
    }
  }

  /** Remembers a write for the reads of the item, and for the pages that contain it. */
  private void remember(Write written) {
    Instant fresh = written.created() ? written.at() : Instant.MAX;
    ItemName item = new ItemName(written.table(), written.key());
    Instant before = items.get(item);
    boolean once =
        before != null && !before.equals(Instant.MAX) && changed.putIfAbsent(item, true) == null;
    items.put(item, once ? written.at() : fresh);
    tables.merge(written.table(), 1L, Long::sum);
    String name = findPartitionKey(written.table());
    AttributeValue partition = name == null ? null : written.key().find(name);
    if (partition == null) {
      return;
    }
    collections.merge(
        new CollectionName(written.table(), partition, ""), fresh, ConsistentReadRule::later);
    for (Map.Entry<String, AttributeValue> key : written.key().toMap().entrySet()) {
      String word = key.getKey().equals(name) ? "" : TracedPart.word(key.getValue());
      if (!word.isEmpty()) {
        collections.merge(
            new CollectionName(written.table(), partition, word), fresh, ConsistentReadRule::later);
      }
    }
  }

  private @Nullable String findPartitionKey(String name) {
    DesignTable table = trace.findTable(name);
    return table == null || table.key().partition().size() > 1
        ? null
        : table.key().partition().get(0).name();
  }

  /** Returns what a Query reads, or null if its partition key is not known. */
  private @Nullable CollectionName collection(PageRead page) {
    String name = findPartitionKey(page.table());
    if (name == null || page.keyConditions().size() != 1) {
      return null;
    }
    AttributeValue partition = null;
    String word = "";
    for (KeyTerm term : page.keyConditions().get(0).terms()) {
      if (term.attribute().equals(name) && term.comparison() == KeyTerm.Comparison.EQUAL) {
        partition = term.values().get(0);
      } else if (page.index() == null && term.comparison() == KeyTerm.Comparison.BEGINS_WITH) {
        word = TracedPart.word(term.values().get(0));
      }
    }
    return partition == null ? null : new CollectionName(page.table(), partition, word);
  }

  private void add(TracedPart part, boolean needed) {
    if (needed) {
      cases.addOther(part.subject());
    } else {
      cases.add(part);
    }
  }

  @Override
  public List<Finding> findings(FindingInput input) {
    List<Finding> found =
        cases.findings(
            ENOUGH,
            (each, other) ->
                fill(
                    "{} of {} read what nothing had written shortly before, or since the last one",
                    each,
                    count(each + other, "strongly consistent read")));
    return Savings.halved(input, found, OtherRequest.Kind.EVENTUAL);
  }
}
