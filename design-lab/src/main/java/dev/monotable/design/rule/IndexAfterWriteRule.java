package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;
import static dev.monotable.design.load.Words.percent;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.finding.Cases;
import dev.monotable.design.finding.Chance;
import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Pairs;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.trace.TestMemory;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.design.trace.TracedRequest;
import dev.monotable.engine.observe.IndexChange;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds reads of a global index that a test sends right after it has written an item that the read
 * should return: no other read by the test between them, and less than a second on the engine's
 * clock.
 */
final class IndexAfterWriteRule implements Detector {
  private static final int SOON_SECONDS = 1;
  private static final double SHARE = 0.25;
  static final FindingType TYPE =
      FindingType.of(
          "index-read-after-write",
          percent(SHARE),
          SOON_SECONDS,
          Chance.WINDOWS,
          Chance.WINDOW,
          Chance.AS_MANY,
          Chance.SHUFFLES);

  private static final Duration RIGHT_AFTER = Duration.ofSeconds(SOON_SECONDS);
  private static final int MAX_ATTRIBUTES = 20;
  private static final int MAX_VALUE = 1_024;

  /** A larger item is kept without the values that can be no keys. */
  private static final int MAX_KEPT = 4_096;

  /** Separates an index from a kind of things in it; in no name of an index. */
  private static final String KIND = "\u0000";

  static final FindingRule RULE = new FindingRule(List.of(TYPE), IndexAfterWriteRule::new);

  /** The writes of the tests that wrote last. */
  private final TestMemory<Writes> writes;

  private final Trace trace;
  private final Pairs pairs;
  private final Overflow manyWrites;
  private final Cases cases;

  /** The last writes of a test since its last read. */
  private static final class Writes {
    private final Deque<Write> last = new ArrayDeque<>();

    /** The latest one that had no room. */
    private @Nullable Write forgotten;

    /** The number of requests that wrote. */
    private int requests;

    private @Nullable Instant lastAt() {
      return last.isEmpty() ? null : last.getLast().at();
    }
  }

  /** What a read of an index has in common with the write that it may follow. */
  private record Relation(
      String table, @Nullable String index, @Nullable AttributeValue partition) {}

  /** A write of an item in global indexes, with the values that can be index keys. */
  private record Write(
      String operation, String table, Item key, Set<String> indexes, Item values, Instant at) {
    private String line() {
      return TracedPart.line(operation, table, key);
    }
  }

  private IndexAfterWriteRule(Trace trace) {
    this.trace = trace;
    this.pairs = new Pairs(trace, TYPE.id());
    this.manyWrites = trace.declare(Bound.INDEX_WRITES, TYPE.id());
    this.writes =
        new TestMemory<>(trace, Bound.INDEX_WRITE_TESTS, TYPE.id(), RIGHT_AFTER, Writes::lastAt);
    this.cases = new Cases(trace, TYPE);
  }

  @Override
  public void accept(TracedRequest request) {
    pairs.add(request);
    boolean reads = false;
    boolean wrote = false;
    for (TracedPart part : request.parts()) {
      if (part.part() instanceof ItemWritten written && !written.indexChanges().isEmpty()) {
        add(part, written);
        wrote = true;
      } else if (part.part() instanceof PageRead page) {
        reads = true;
        if (page.globalIndex() && page.index() != null) {
          compare(part, page);
        }
      } else if (part.part() instanceof ItemRead) {
        reads = true;
      }
    }
    Writes of = wrote ? writes.find(request) : null;
    if (of != null) {
      of.requests++;
    }
    if (reads) {
      writes.remove(request);
    }
  }

  private void add(TracedPart part, ItemWritten written) {
    Item image = written.after() == null ? written.before() : written.after();
    if (image == null || !written.applied()) {
      return;
    }
    Set<String> indexes = new HashSet<>();
    DesignTable table = trace.findTable(written.table());
    for (IndexChange change : written.indexChanges()) {
      indexes.add(change.index());
      DeclaredKey key = table == null ? null : table.findKey(change.index());
      AttributeValue value = key == null ? null : image.find(key.partition().get(0).name());
      pairs.first(new Relation(written.table(), change.index(), value));
    }
    Writes of = writes.get(part.of(), Writes::new);
    if (of.last.size() == Bound.INDEX_WRITES.most()) {
      of.forgotten = of.last.removeFirst();
    }
    String operation = part.request().operation().name();
    // Without written items that are large.
    of.last.addLast(
        new Write(
            operation,
            written.table(),
            written.key(),
            indexes,
            image.size() <= MAX_KEPT ? image : keyValues(image),
            part.at()));
  }

  /** Returns the values of an item that can be keys, within a bound. */
  private static Item keyValues(Item item) {
    Map<String, AttributeValue> values = new HashMap<>();
    item.toMap()
        .forEach(
            (name, value) -> {
              if (value.type().isKeyType()
                  && value.size() <= MAX_VALUE
                  && values.size() < MAX_ATTRIBUTES) {
                values.put(name, value);
              }
            });
    return Item.of(values);
  }

  private void compare(TracedPart part, PageRead page) {
    Writes of = writes.findOrCount(part.of());
    String subject = page.table() + "." + page.index() + KIND + kind(page);
    if (!page.keyConditions().isEmpty()) {
      pairs.second(subject, new Relation(page.table(), page.index(), partition(page)));
    }
    if (of == null) {
      cases.addOther(subject);
      return;
    }
    if (of.requests > 1) {
      // Several writes before a read are what prepares a test, not what an application does.
      return;
    }
    for (Write write : of.last) {
      if (isRightBefore(part, page, write) && returns(page, write.values())) {
        cases.add(
            subject, () -> new Evidence(write.line() + ", then " + part.line(), part.of().test()));
        return;
      }
    }
    if (of.forgotten != null && isRightBefore(part, page, of.forgotten)) {
      manyWrites.add();
    }
  }

  /**
   * Returns what distinguishes the kinds of things in an index that holds several: the letters at
   * the beginning of the partition key value.
   */
  private static String kind(PageRead page) {
    KeyTerm first =
        page.keyConditions().isEmpty() ? null : page.keyConditions().get(0).terms().get(0);
    return TracedPart.word(first == null ? null : first.values().get(0));
  }

  /** Returns the partition key value that a page reads, or null if it reads several. */
  private @Nullable AttributeValue partition(PageRead page) {
    DesignTable table = trace.findTable(page.table());
    DeclaredKey key = table == null ? null : table.findKey(page.index());
    for (KeyTerm term : page.keyConditions().get(0).terms()) {
      if (key != null
          && term.comparison() == KeyTerm.Comparison.EQUAL
          && term.attribute().equals(key.partition().get(0).name())) {
        return term.values().get(0);
      }
    }
    return null;
  }

  private static boolean isRightBefore(TracedPart part, PageRead page, Write write) {
    return write.table().equals(page.table())
        && write.indexes().contains(String.valueOf(page.index()))
        && part.at().isBefore(write.at().plus(RIGHT_AFTER));
  }

  private static boolean returns(PageRead page, Item item) {
    if (page.keyConditions().isEmpty()) {
      return true;
    }
    for (KeyRestriction restriction : page.keyConditions()) {
      boolean all = true;
      for (KeyTerm term : restriction.terms()) {
        all &= matches(term, item.find(term.attribute()));
      }
      if (all) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a value fits a term; a range is taken as one that does. */
  private static boolean matches(KeyTerm term, @Nullable AttributeValue value) {
    if (value == null) {
      return false;
    }
    AttributeValue operand = term.values().get(0);
    return switch (term.comparison()) {
      case EQUAL -> operand.equals(value);
      case BEGINS_WITH ->
          operand.type() == AttributeType.S
              && value.type() == operand.type()
              && value.string().startsWith(operand.string());
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL, BETWEEN -> true;
    };
  }

  @Override
  public List<Finding> findings(FindingInput input) {
    List<Finding> all = new ArrayList<>();
    Set<String> subjects = new HashSet<>();
    for (Finding finding : found()) {
      String subject = finding.subject().substring(0, finding.subject().indexOf(KIND));
      if (pairs.exceedChance(finding.subject()) && subjects.add(subject)) {
        all.add(
            Finding.of(TYPE, subject, finding.statement(), finding.evidence())
                .withAdvice(advice(input, subject)));
      }
    }
    return all;
  }

  /** Returns the advice to read the item from the table, or null if that is unknown. */
  private static @Nullable String advice(FindingInput input, String subject) {
    for (DesignTable table : input.tables()) {
      if (subject.startsWith(table.name() + ".")) {
        return fill(
            "Use what was written (ReturnValues ALL_NEW of an UpdateItem), or read it from {} by"
                + " GetItem with {} and ConsistentRead",
            table.name(),
            String.join(" and ", table.key().names()));
      }
    }
    return null;
  }

  private List<Finding> found() {
    return cases.findings(
        Chance.WINDOWS,
        SHARE,
        (found, other) ->
            fill(
                "{} of {} of the index came right after a write that they return",
                found,
                count(found + other, "read")));
  }
}
