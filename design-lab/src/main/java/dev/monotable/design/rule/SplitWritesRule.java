package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.cost.Savings;
import dev.monotable.design.finding.Cases;
import dev.monotable.design.finding.Chance;
import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Pairs;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.proposal.OneTransaction;
import dev.monotable.design.relation.ResultValues;
import dev.monotable.design.trace.TestMemory;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.design.trace.TracedRequest;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ItemWritten.WriteKind;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds what two requests do one right after the other and a failure between them leaves half done
 * or unseen: two writes of items that belong together, without a transaction, and an eventually
 * consistent read of an item that was just written.
 */
final class SplitWritesRule implements Detector {
  private static final int ENOUGH = 10;
  static final FindingType TYPE =
      FindingType.of(
          "writes-without-transaction",
          ENOUGH,
          Chance.WINDOWS,
          Chance.WINDOW,
          Chance.AS_MANY,
          Chance.SHUFFLES);
  static final FindingType READ =
      FindingType.of(
          "read-right-after-write", Chance.WINDOWS, Chance.WINDOW, Chance.AS_MANY, Chance.SHUFFLES);
  static final FindingRule RULE = new FindingRule(List.of(TYPE, READ), SplitWritesRule::new);

  private static final double SHARE = 0.5;
  private static final int MAX_FIRSTS = 4;
  private static final int MAX_NAMES = 12;
  private static final String THEN = ", then ";

  /** What comes later does not follow. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private final Pairs pairs;
  private final Cases writes;
  private final Cases reads;

  /** The last request of each test, if it wrote one item. */
  private final TestMemory<Last> last;

  /** The items of reads right after a write; of one item, a write comes before most reads. */
  private final Map<String, Set<Item>> items = new HashMap<>();

  /** The forms of writes that were followed by another form. */
  private final Map<String, Set<String>> before = new HashMap<>();

  /** A write, with what identifies its item and what is in it. */
  private record Last(TracedPart part, ItemWritten written, Set<Object> names) {}

  /** Something that a write of a form has in common with the next one. */
  private record Relation(String first, Object name) {}

  private SplitWritesRule(Trace trace) {
    this.pairs = new Pairs(trace, TYPE.id());
    this.writes = new Cases(trace, TYPE);
    this.reads = new Cases(trace, READ);
    this.last =
        new TestMemory<>(trace, Bound.PAGE_TESTS, TYPE.id(), SOON, each -> each.part().at());
  }

  @Override
  public void accept(TracedRequest request) {
    pairs.add(request);
    Last previous = last.find(request);
    last.remove(request);
    TracedPart part = request.parts().size() == 1 ? request.parts().get(0) : null;
    if (part == null || request.isTransaction()) {
      return;
    }
    if (previous != null && request.isAfter(previous.part().at(), SOON)) {
      previous = null;
    }
    if (part.part() instanceof ItemRead read) {
      read(part, read, previous);
    } else if (part.part() instanceof ItemWritten written
        && written.applied()
        && written.writeKind() != WriteKind.CONDITION_CHECK) {
      follow(part, written, previous);
      Last now = new Last(part, written, names(written, true));
      now.names().forEach(name -> pairs.first(new Relation(part.subject(), name)));
      pairs.first(written.key());
      last.put(request, now);
    }
  }

  private void read(TracedPart part, ItemRead read, @Nullable Last previous) {
    if (read.consistent()) {
      return;
    }
    pairs.second(part.subject(), read.key());
    if (previous != null
        && previous.written().table().equals(read.table())
        && previous.written().key().equals(read.key())) {
      Set<Item> known = items.computeIfAbsent(part.subject(), s -> new HashSet<>());
      if (known.size() < Chance.WINDOWS) {
        known.add(read.key());
      }
      reads.add(
          part.subject(),
          () -> new Evidence(previous.part().line() + THEN + part.line(), part.of().test()));
    } else {
      reads.addOther(part.subject());
    }
  }

  private void follow(TracedPart part, ItemWritten written, @Nullable Last previous) {
    String subject = part.subject();
    Set<Object> own = names(written, false);
    boolean related =
        previous != null
            && !previous.part().subject().equals(subject)
            && !(previous.written().table().equals(written.table())
                && previous.written().key().equals(written.key()))
            && !isSequence(previous.written(), written)
            && !Collections.disjoint(previous.names(), own);
    Set<String> firsts = before.get(subject);
    if (related && previous != null) {
      if (firsts == null) {
        firsts = new LinkedHashSet<>();
        before.put(subject, firsts);
      }
      if (firsts.size() < MAX_FIRSTS) {
        firsts.add(previous.part().subject());
      }
    }
    for (String first : firsts == null ? Set.<String>of() : firsts) {
      String both = first + THEN + subject;
      pairs.second(both, own.stream().map(name -> new Relation(first, name)).toArray());
      if (related && previous != null && previous.part().subject().equals(first)) {
        Last one = previous;
        writes.add(
            both, () -> new Evidence(one.part().line() + THEN + part.line(), part.of().test()));
      } else {
        writes.addOther(both);
      }
    }
  }

  /** Returns whether the first write makes a number that is in the key of the second item. */
  private static boolean isSequence(ItemWritten first, ItemWritten second) {
    Item after = first.writeKind() == WriteKind.UPDATE ? first.after() : null;
    if (after == null) {
      return false;
    }
    Set<String> made = new HashSet<>();
    after
        .toMap()
        .forEach(
            (name, value) -> {
              Item old = first.before();
              AttributeValue was = old == null ? null : old.find(name);
              if (value.type() == AttributeType.N && (was == null || !was.equals(value))) {
                made.add(value.numberText());
              }
            });
    for (AttributeValue value : second.key().toMap().values()) {
      if (!Collections.disjoint(HotItemRule.numbersOf(value), made)) {
        return true;
      }
    }
    return false;
  }

  /** Returns what identifies an item, and with all what identifies others that it names. */
  private static Set<Object> names(ItemWritten written, boolean all) {
    Set<Object> names = new LinkedHashSet<>();
    addNames(names, written.key());
    Item image = written.after() == null ? written.before() : written.after();
    if (all && image != null) {
      addNames(names, image);
    }
    return names;
  }

  private static void addNames(Set<Object> names, Item item) {
    for (AttributeValue value : item.toMap().values()) {
      String identifier = names.size() < MAX_NAMES ? ResultValues.identifier(value) : null;
      // A word alone is a constant, such as PROFILE.
      if (identifier != null
          && (identifier.length() < value.string().length()
              || identifier.chars().anyMatch(Character::isDigit))) {
        names.add(identifier);
      }
    }
  }

  @Override
  public List<Finding> findings(FindingInput input) {
    List<Finding> all = new ArrayList<>();
    List<Finding> split =
        writes.findings(
            ENOUGH,
            SHARE,
            (found, other) ->
                count(found, "write")
                    + " came right after the write of an item that it belongs to");
    for (Finding each : split) {
      if (pairs.exceedChance(each.subject())) {
        String[] both = each.subject().split(THEN, 2);
        Finding found =
            Finding.of(TYPE, both[1], fill("{}: {}", each.statement(), both[0]), each.evidence());
        LedgerEntry first = Savings.entry(input, both[0]);
        LedgerEntry second = Savings.entry(input, both[1]);
        OneTransaction change =
            first == null || second == null
                ? null
                : OneTransaction.of(first.shape(), second.shape());
        all.add(
            change == null
                ? found.advise("Send both in one TransactWriteItems")
                : found.propose(change, ""));
      }
    }
    List<Finding> stale =
        reads.findings(
            Chance.WINDOWS,
            SHARE,
            (found, other) ->
                fill(
                    "{} of {} came right after a write of the same item",
                    found,
                    count(found + other, "eventually consistent read")));
    for (Finding each : stale) {
      boolean several = items.getOrDefault(each.subject(), Set.of()).size() >= Chance.WINDOWS;
      if (several && pairs.exceedChance(each.subject())) {
        all.add(each.advise("Read with ConsistentRead, or use what was written"));
      }
    }
    return all;
  }
}
