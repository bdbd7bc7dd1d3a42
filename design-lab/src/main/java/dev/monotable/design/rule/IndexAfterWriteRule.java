package dev.monotable.design.rule;

import static dev.monotable.design.rule.RequestFindings.GUIDE;

import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.ledger.Overflow;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.relation.ForgottenTests;
import dev.monotable.engine.observe.IndexChange;
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
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds reads of a global index that a test sends right after it has written an item that the read
 * should return: no other read by the test between them, and less than a second on the engine's
 * clock.
 */
final class IndexAfterWriteRule implements FindingRule {
  private static final int ENOUGH = 2;
  private static final int SOON_SECONDS = 1;
  private static final double SHARE = 0.25;

  static final FindingType TYPE =
      new FindingType(
              "index-read-after-write",
              Severity.WARNING,
              "a read of a global index right after a write",
              "Global indexes are updated after the write has succeeded, usually within a fraction"
                  + " of a second. A read before that does not see the write. It cannot be strongly"
                  + " consistent.",
              GUIDE + "GSI.html",
              "Use what was written, or read the table. A test that has to read the index can"
                  + " repeat the read, or advance the clock before it.")
          .withBounds(
              "At least "
                  + ENOUGH
                  + " reads, "
                  + Statements.percent(SHARE)
                  + " of all of the index, less than "
                  + SOON_SECONDS
                  + " s after the write.");

  private static final Duration RIGHT_AFTER = Duration.ofSeconds(SOON_SECONDS);
  private static final int MAX_TESTS = 100;
  static final int MAX_WRITES = 20;
  private static final int MAX_ATTRIBUTES = 20;
  private static final int MAX_VALUE = 1_024;

  /** A larger item is kept without the values that can be no keys. */
  private static final int MAX_KEPT = 4_096;

  /** Separates an index from a kind of things in it; in no name of an index. */
  private static final String KIND = "\u0000";

  @Override
  public List<FindingType> types() {
    return List.of(TYPE);
  }

  @Override
  public Detector start(@Nullable Design design) {
    return new RecentWrites();
  }

  /** The writes of tests since their last reads. */
  private static final class RecentWrites implements Detector {
    /** The writes of the tests that wrote last. */
    private final RecentMap<String, Writes> writes = new RecentMap<>(MAX_TESTS, this::forget);

    private final ForgottenTests forgotten = new ForgottenTests();
    private final Overflow manyTests =
        new Overflow(
            MAX_TESTS,
            "tests have their writes before a read remembered for " + TYPE.id(),
            "read of others");

    private final Overflow manyWrites =
        new Overflow(
            MAX_WRITES,
            "writes before a read are compared for " + TYPE.id(),
            "read after more writes");
    private final Cases cases = new Cases(TYPE);

    /** The last writes of a test since its last read. */
    private static final class Writes {
      private final Deque<Write> last = new ArrayDeque<>();

      /** The latest one that had no room. */
      private @Nullable Write forgotten;

      /** The number of requests that wrote. */
      private int requests;
    }

    /** A write of an item in global indexes, with the values that can be index keys. */
    private record Write(
        String table, Set<String> indexes, Item values, Instant at, Supplier<Evidence> evidence) {}

    @Override
    public void accept(ObservedRequest request, RequestContext context) {
      String test = String.valueOf(context.test());
      boolean reads = false;
      boolean wrote = false;
      for (RequestPart part : request.parts()) {
        if (part instanceof ItemWritten written && !written.indexChanges().isEmpty()) {
          add(test, request, written, context);
          wrote = true;
        } else if (part instanceof PageRead page) {
          reads = true;
          if (page.globalIndex() && page.index() != null) {
            compare(test, request, page, context);
          }
        } else if (part instanceof ItemRead) {
          reads = true;
        }
      }
      Writes of = wrote ? writes.get(test) : null;
      if (of != null) {
        of.requests++;
      }
      if (reads) {
        writes.remove(test);
      }
    }

    private void forget(String test, Writes of) {
      Write last = of.last.peekLast();
      if (last != null) {
        forgotten.add(test, last.at());
      }
    }

    private void add(
        String test, ObservedRequest request, ItemWritten written, RequestContext context) {
      Item image = written.after() == null ? written.before() : written.after();
      if (image == null || !written.applied()) {
        return;
      }
      Set<String> indexes = new HashSet<>();
      for (IndexChange change : written.indexChanges()) {
        indexes.add(change.index());
      }
      Writes of = writes.computeIfAbsent(test, key -> new Writes());
      if (of.last.size() == MAX_WRITES) {
        of.forgotten = of.last.removeFirst();
      }
      String operation = request.operation().name();
      String table = written.table();
      Item key = written.key();
      // Without the evidence, and without written items that are large.
      of.last.addLast(
          new Write(
              table,
              indexes,
              image.size() <= MAX_KEPT ? image : keyValues(image),
              request.startedAt(),
              () -> Statements.evidence(operation, table, key.toMap(), context.test())));
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

    private void compare(
        String test, ObservedRequest request, PageRead page, RequestContext context) {
      Writes of = writes.get(test);
      String subject = page.table() + "." + page.index() + kind(page);
      if (of == null) {
        if (forgotten.remove(test, request.startedAt(), RIGHT_AFTER)) {
          manyTests.add();
        }
        cases.addOther(subject);
        return;
      }
      if (of.requests > 1) {
        // Several writes before a read are what prepares a test, not what an application does.
        return;
      }
      for (Write write : of.last) {
        if (isRightBefore(request, page, write) && returns(page, write.values())) {
          cases.add(
              subject,
              () ->
                  new Evidence(
                      write.evidence().get().text()
                          + ", then "
                          + Statements.evidence(request, page, context).text(),
                      context.test()));
          return;
        }
      }
      if (of.forgotten != null && isRightBefore(request, page, of.forgotten)) {
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
      AttributeValue value = first == null ? null : first.values().get(0);
      String text = value == null || value.type() != AttributeType.S ? "" : value.string();
      int end = 0;
      while (end < text.length() && Character.isLetter(text.charAt(end))) {
        end++;
      }
      // A word alone is a value.
      return KIND + (end == text.length() ? "" : text.substring(0, end));
    }

    private static boolean isRightBefore(ObservedRequest request, PageRead page, Write write) {
      return write.table().equals(page.table())
          && write.indexes().contains(String.valueOf(page.index()))
          && request.startedAt().isBefore(write.at().plus(RIGHT_AFTER));
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
    public void addOmissions(List<String> omissions) {
      manyWrites.addTo(omissions);
      manyTests.addTo(omissions);
      cases.addOmissions(omissions);
    }

    @Override
    public List<Finding> findings(FindingInput input) {
      List<Finding> all = new ArrayList<>();
      Set<String> subjects = new HashSet<>();
      for (Finding finding : found()) {
        String subject = finding.subject().substring(0, finding.subject().indexOf(KIND));
        if (subjects.add(subject)) {
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
          return "Use what was written (ReturnValues ALL_NEW of an UpdateItem), or read it from "
              + table.name()
              + " by GetItem with "
              + String.join(" and ", table.key().names())
              + " and ConsistentRead";
        }
      }
      return null;
    }

    private List<Finding> found() {
      return cases.findings(
          TYPE,
          ENOUGH,
          SHARE,
          (found, other) ->
              found
                  + " of "
                  + Statements.count(found + other, "read")
                  + " of the index came right after a write that they return");
    }
  }
}
