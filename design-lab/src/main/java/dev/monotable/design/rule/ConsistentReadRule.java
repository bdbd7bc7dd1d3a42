package dev.monotable.design.rule;

import static dev.monotable.design.rule.RequestFindings.GUIDE;

import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.ledger.ObservedTables;
import dev.monotable.design.ledger.Overflow;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
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
final class ConsistentReadRule implements FindingRule {
  private static final int ENOUGH = 3;
  private static final int NEW_SECONDS = 60;

  static final FindingType TYPE =
      new FindingType(
              "needless-consistent-read",
              Severity.ADVICE,
              "strongly consistent reads without need",
              "A strongly consistent read costs twice as much as an eventually consistent one,"
                  + " which returns the same unless the item was written within the last second or"
                  + " so.",
              GUIDE + "HowItWorks.ReadConsistency.html",
              "Leave out ConsistentRead where a write a moment ago may be missing. Accept it where"
                  + " other processes write the same items.")
          .withBounds(
              "At least "
                  + ENOUGH
                  + " reads, half of all of their form; an item that was created is new for "
                  + NEW_SECONDS
                  + " seconds.");

  static final int MAX_KEYS = 10_000;

  /** An item that was created before, and not changed, is the same in all replicas. */
  private static final Duration LONG_AGO = Duration.ofSeconds(NEW_SECONDS);

  @Override
  public List<FindingType> types() {
    return List.of(TYPE);
  }

  @Override
  public Detector start(@Nullable Design design) {
    return new Reads(design);
  }

  /** The reads and writes of one run. */
  private static final class Reads implements Detector {
    private final RequestSubjects subjects;
    private final Cases cases = new Cases(TYPE);

    /**
     * When an item was created, or changed for the first time, or {@link Instant#MAX} if it was
     * changed again: it may change at any moment. {@link Instant#MIN} after a consistent read.
     */
    private final RecentMap<ItemName, Instant> items = new RecentMap<>(MAX_KEYS);

    /** The items that were changed. */
    private final RecentMap<ItemName, Boolean> changed = new RecentMap<>(MAX_KEYS);

    /** The same of all items with a partition key value. */
    private final RecentMap<CollectionName, Instant> collections = new RecentMap<>(MAX_KEYS);

    /** The tables that are known, for their partition keys. */
    private final Map<String, String> partitionKeys = new HashMap<>();

    /** The number of writes of a table. */
    private final RecentMap<String, Long> tables = new RecentMap<>(MAX_KEYS);

    /** The number of writes of a table at the last consistent read of a page. */
    private final RecentMap<PageName, Long> pages = new RecentMap<>(MAX_KEYS);

    /** The last writes as long as there was no consistent read; null afterwards. */
    private @Nullable Deque<Write> writesBefore = new ArrayDeque<>();

    /** Whether there were more. */
    private boolean forgot;

    private final Overflow manyKeys =
        new Overflow(
            MAX_KEYS,
            "items, tables and pages are remembered for " + TYPE.id(),
            "read of what was forgotten");

    /** A write of an item, and whether it was created. */
    private record Write(String table, Item key, Instant at, boolean created) {}

    /** An item of a table. */
    private record ItemName(String table, Item key) {}

    /** The items of a partition key value whose sort keys begin with a word; empty for all. */
    private record CollectionName(String table, AttributeValue partition, String word) {}

    /** What a page is read from. */
    private record PageName(
        String table, @Nullable String index, List<KeyRestriction> key, boolean forward) {}

    private Reads(@Nullable Design design) {
      this.subjects = new RequestSubjects(design);
      if (design != null) {
        design.tables().forEach(this::addTable);
      }
    }

    @Override
    public void addTable(DesignTable table) {
      if (partitionKeys.size() < MAX_KEYS && table.key().partition().size() == 1) {
        partitionKeys.put(table.name(), table.key().partition().get(0).name());
      }
    }

    @Override
    public void accept(ObservedRequest request, RequestContext context) {
      if (request.parts().isEmpty()) {
        DesignTable described = ObservedTables.find(request, name -> null);
        if (described != null) {
          addTable(described);
        }
      }
      boolean transaction = request.operation().traits().isTransaction();
      for (RequestPart part : request.parts()) {
        if (part instanceof ItemWritten written) {
          // Who reads why a condition has failed wants to see what another writer has just written.
          boolean created = !written.applied() || written.before() == null;
          write(new Write(written.table(), written.key(), request.startedAt(), created));
        } else if (part instanceof ItemRead read && read.consistent() && !transaction) {
          compareFromNowOn();
          ItemName name = new ItemName(read.table(), read.key());
          Instant fresh = items.put(name, Instant.MIN);
          boolean known = fresh != null || !(forgot || items.overflowed());
          if (known) {
            Instant longAgo = request.startedAt().minus(LONG_AGO);
            add(request, part, fresh != null && fresh.isAfter(longAgo), context);
          } else {
            manyKeys.add();
          }
        } else if (part instanceof PageRead page && page.consistent() && page.startKey() == null) {
          compareFromNowOn();
          CollectionName collection = collection(page);
          if (collection != null) {
            Instant fresh = collections.put(collection, Instant.MIN);
            if (fresh != null || !(forgot || collections.overflowed())) {
              Instant longAgo = request.startedAt().minus(LONG_AGO);
              add(request, part, fresh != null && fresh.isAfter(longAgo), context);
            } else {
              manyKeys.add();
            }
            continue;
          }
          long writes = tables.getOrDefault(page.table(), 0L);
          Long before =
              pages.put(
                  new PageName(page.table(), page.index(), page.keyConditions(), page.forward()),
                  writes);
          boolean known = writes > 0 || !(forgot || tables.overflowed());
          if (known && (before != null || !pages.overflowed())) {
            add(request, part, before == null ? writes > 0 : writes > before, context);
          } else {
            manyKeys.add();
          }
        }
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
      String name = partitionKeys.get(written.table());
      AttributeValue partition = name == null ? null : written.key().find(name);
      if (partition == null) {
        return;
      }
      collections.merge(new CollectionName(written.table(), partition, ""), fresh, Reads::later);
      for (Map.Entry<String, AttributeValue> key : written.key().toMap().entrySet()) {
        String word = key.getKey().equals(name) ? "" : word(key.getValue());
        if (!word.isEmpty()) {
          collections.merge(
              new CollectionName(written.table(), partition, word), fresh, Reads::later);
        }
      }
    }

    /** Returns the letters at the beginning of a sort key, if something else follows them. */
    private static String word(AttributeValue sort) {
      String text = sort.type() == AttributeType.S ? sort.string() : "";
      int end = 0;
      while (end < text.length() && Character.isLetter(text.charAt(end))) {
        end++;
      }
      return end == text.length() ? "" : text.substring(0, end);
    }

    /** Returns what a Query reads, or null if its partition key is not known. */
    private @Nullable CollectionName collection(PageRead page) {
      String name = partitionKeys.get(page.table());
      if (name == null || page.keyConditions().size() != 1) {
        return null;
      }
      AttributeValue partition = null;
      String word = "";
      for (KeyTerm term : page.keyConditions().get(0).terms()) {
        if (term.attribute().equals(name) && term.comparison() == KeyTerm.Comparison.EQUAL) {
          partition = term.values().get(0);
        } else if (page.index() == null && term.comparison() == KeyTerm.Comparison.BEGINS_WITH) {
          word = word(term.values().get(0));
        }
      }
      return partition == null ? null : new CollectionName(page.table(), partition, word);
    }

    private void add(
        ObservedRequest request, RequestPart part, boolean needed, RequestContext context) {
      String subject = subjects.subject(subjects.shape(request, part));
      if (needed) {
        cases.addOther(subject);
      } else {
        cases.add(subject, () -> Statements.evidence(request, part, context));
      }
    }

    @Override
    public void addOmissions(List<String> omissions) {
      manyKeys.addTo(omissions);
      cases.addOmissions(omissions);
    }

    @Override
    public List<Finding> findings(FindingInput input) {
      return Savings.halved(input, found(), "Leave out ConsistentRead");
    }

    private List<Finding> found() {
      return cases.findings(
          TYPE,
          ENOUGH,
          (found, other) ->
              found
                  + " of "
                  + Statements.count(found + other, "strongly consistent read")
                  + " read what nothing had written shortly before, or since the last one");
    }
  }
}
