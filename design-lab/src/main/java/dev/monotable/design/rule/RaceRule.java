package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.bound.RecentMap;
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
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.proposal.KnownCondition;
import dev.monotable.design.relation.ResultValues;
import dev.monotable.design.trace.TestMemory;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.design.trace.TracedRequest;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ItemWritten.WriteKind;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds an item that is read and then written without a condition, so that two clients that do so
 * at the same time lose a write: a put of the whole item, an update to a value that was computed
 * from what was read, or a put because the read found nothing.
 */
final class RaceRule implements Detector {
  private static final int SOON_SECONDS = 5;
  private static final int EDITED_MINUTES = 10;
  static final FindingType LOST_UPDATE =
      FindingType.of(
          "lost-update",
          SOON_SECONDS,
          EDITED_MINUTES,
          Chance.WINDOWS,
          Chance.WINDOW,
          Chance.AS_MANY,
          Chance.SHUFFLES);
  static final FindingType UNCONDITIONAL_CREATE =
      FindingType.of(
          "unconditional-create",
          SOON_SECONDS,
          Chance.WINDOWS,
          Chance.WINDOW,
          Chance.AS_MANY,
          Chance.SHUFFLES);

  /** A write that is later does not follow from the read. */
  private static final Duration SOON = Duration.ofSeconds(SOON_SECONDS);

  /** A put that keeps most of the item follows from the read even after somebody has edited it. */
  private static final Duration EDITED = Duration.ofMinutes(EDITED_MINUTES);

  private static final int MAX_NAMES = 5;

  private static final String UPDATE = "update ";
  private static final String CREATE = "create ";
  private static final String NEXT = "next ";
  private static final String TAKE = "take ";

  /** The part that makes an update independent of what was read. */
  private static final Pattern COMPUTED =
      Pattern.compile("(?i)\\bADD\\b|\\bDELETE\\b|list_append|if_not_exists|[+]|[^\\w-]-[^\\w]");

  /** A condition that compares no value, such as one that an item exists, holds after a change. */
  private static final Pattern COMPARES =
      Pattern.compile("[=<>]|\\b(BETWEEN|IN|begins_with|contains)\\b");

  /** The types of values of which an update that sets them whole changes a part. */
  private static final Set<AttributeType> DOCUMENTS =
      Set.of(AttributeType.M, AttributeType.L, AttributeType.SS, AttributeType.NS);

  /** The types of values that are rarely computed from what was read. */
  private static final Set<AttributeType> PLAIN =
      Set.of(AttributeType.S, AttributeType.B, AttributeType.BOOL);

  static final FindingRule RULE =
      new FindingRule(List.of(LOST_UPDATE, UNCONDITIONAL_CREATE), RaceRule::new);

  private final RecentMap<ItemName, Read> reads = new RecentMap<>(Bound.READ_ITEMS.most());
  private final Overflow manyItems;
  private final Pairs pairs;
  private final Cases updates;
  private final Cases creates;
  private final Cases numbers;
  private final Cases taken;

  /** The last page of a test with several items, whose values may be in the key of a write. */
  private final TestMemory<Page> pages;

  /** The last item of an item collection that a test read last. */
  private final RecentMap<String, Last> lasts = new RecentMap<>(Bound.PAGE_TESTS.most());

  /** An item, as one test uses it. */
  private record ItemName(@Nullable String test, String table, Item key) {}

  /**
   * What a write has in common with the read that it may follow from.
   *
   * @param what the key of the item, or what identifies it in a page
   * @param found whether the read found it
   */
  private record Relation(String table, Object what, boolean found) {}

  /** A read of an item. */
  private record Read(Instant at, boolean found) {}

  /** A page: what its key condition names, and what identifies its items. */
  private record Page(Instant at, PageRead read, List<String> values) {
    private boolean hasItem(ItemWritten written) {
      if (!read.table().equals(written.table())) {
        return false;
      }
      boolean found = false;
      for (Map.Entry<String, AttributeValue> key : written.key().toMap().entrySet()) {
        if (!isNamed(key.getKey(), key.getValue())) {
          String identifier = ResultValues.identifier(key.getValue());
          if (identifier == null || !values.contains(identifier)) {
            return false;
          }
          found = true;
        }
      }
      return found;
    }

    /** Returns the condition on the partition key of an index; null for a page of a table. */
    private @Nullable KeyTerm entry() {
      KeyTerm first =
          read.index() == null || read.keyConditions().size() != 1
              ? null
              : read.keyConditions().get(0).terms().get(0);
      return first != null && first.comparison() == KeyTerm.Comparison.EQUAL ? first : null;
    }

    private boolean isNamed(String attribute, AttributeValue value) {
      for (KeyRestriction condition : read.keyConditions()) {
        for (KeyTerm term : condition.terms()) {
          if (term.comparison() == KeyTerm.Comparison.EQUAL
              && term.attribute().equals(attribute)
              && term.values().get(0).equals(value)) {
            return true;
          }
        }
      }
      return false;
    }
  }

  /** The last item of an item collection. */
  private record Last(Instant at, String table, Item key) {
    private static @Nullable Last of(PageRead page, Instant at) {
      Item key = page.lastEvaluatedKey();
      Integer limit = page.limit();
      return key == null
              || limit == null
              || limit != 1
              || page.forward()
              || page.startKey() != null
              || page.index() != null
          ? null
          : new Last(at, page.table(), key);
    }

    /** Returns whether a key differs from that of the item by a number that is one larger. */
    private boolean leadsTo(ItemWritten written) {
      int next = 0;
      for (Map.Entry<String, AttributeValue> each : written.key().toMap().entrySet()) {
        AttributeValue now = each.getValue();
        AttributeValue before = key.find(each.getKey());
        if (before == null || before.type() != now.type()) {
          return false;
        }
        if (!before.equals(now)) {
          next++;
          if (!isNext(text(before), text(now))) {
            return false;
          }
        }
      }
      return next == 1;
    }

    private static String text(AttributeValue value) {
      return switch (value.type()) {
        case S -> value.string();
        case N -> value.numberText();
        case B, BOOL, NULL, M, L, SS, NS, BS -> "";
      };
    }

    private static boolean isNext(String before, String now) {
      int start = before.length();
      while (start > 0 && Character.isDigit(before.charAt(start - 1))) {
        start--;
      }
      int digits = before.length() - start;
      return digits > 0
          && digits <= 18
          && now.length() > start
          && now.length() - start <= 18
          && now.startsWith(before.substring(0, start))
          && now.substring(start).chars().allMatch(Character::isDigit)
          && Long.parseLong(now.substring(start)) == Long.parseLong(before.substring(start)) + 1;
    }
  }

  private RaceRule(Trace trace) {
    this.manyItems = trace.declare(Bound.READ_ITEMS, LOST_UPDATE.id());
    this.pages = new TestMemory<>(trace, Bound.PAGE_TESTS, LOST_UPDATE.id(), SOON, Page::at);
    this.pairs = new Pairs(trace, LOST_UPDATE.id());
    this.updates = new Cases(trace, LOST_UPDATE);
    this.creates = new Cases(trace, UNCONDITIONAL_CREATE);
    this.numbers = new Cases(trace, UNCONDITIONAL_CREATE);
    this.taken = new Cases(trace, LOST_UPDATE);
  }

  @Override
  public void accept(TracedRequest request) {
    pairs.add(request);
    Detector.super.accept(request);
  }

  @Override
  public void read(TracedPart part, ItemRead read) {
    pairs.first(new Relation(read.table(), read.key(), read.item() != null));
    reads.put(
        new ItemName(part.of().test(), read.table(), read.key()),
        new Read(part.at(), read.item() != null));
  }

  @Override
  public void page(TracedPart part, PageRead page) {
    Last last = Last.of(page, part.at());
    if (last != null) {
      lasts.put(part.of().sender(), last);
      pairs.first(new Relation(page.table(), NEXT, true));
    }
    List<String> values = part.of().resultValues();
    if (!values.isEmpty()) {
      values.forEach(value -> pairs.first(new Relation(page.table(), value, true)));
      Page found = new Page(part.at(), page, values);
      KeyTerm entry = found.entry();
      if (entry != null) {
        pairs.first(new Relation(page.table(), entry, true));
      }
      pages.put(part.of(), found);
    }
  }

  @Override
  public void write(TracedPart part, ItemWritten written) {
    if (written.writeKind() == WriteKind.CONDITION_CHECK) {
      return;
    }
    takeEntry(part, written);
    Read read = reads.remove(new ItemName(part.of().test(), written.table(), written.key()));
    if (!isConditional(written)) {
      addSecond(part, written);
    }
    if (read == null) {
      if (reads.overflowed()) {
        manyItems.add();
      }
      followPage(part, written);
      followLast(part, written);
      return;
    }
    boolean put = written.writeKind() == WriteKind.PUT;
    Duration time = put && keepsMost(written) ? EDITED : SOON;
    if (isConditional(written) || part.of().isAfter(read.at(), time)) {
      return;
    }
    if (put && !read.found() && written.before() == null) {
      add(creates, part, written, "GetItem found nothing, then ");
    } else if (read.found() && written.before() != null && (put || isComputed(written))) {
      add(updates, part, written, "GetItem, then ");
    }
  }

  /** Adds a write to those that may follow from a read, regardless of whether this one does. */
  private void addSecond(TracedPart part, ItemWritten written) {
    boolean put = written.writeKind() == WriteKind.PUT;
    if (written.before() == null && put) {
      pairs.second(CREATE + part.subject(), new Relation(written.table(), written.key(), false));
      pairs.second(NEXT + part.subject(), new Relation(written.table(), NEXT, true));
    } else if (written.before() != null && (put || isComputed(written))) {
      List<Object> names = new ArrayList<>();
      names.add(new Relation(written.table(), written.key(), true));
      for (AttributeValue value : written.key().toMap().values()) {
        String identifier = ResultValues.identifier(value);
        if (identifier != null) {
          names.add(new Relation(written.table(), identifier, true));
        }
      }
      pairs.second(UPDATE + part.subject(), names.toArray());
    }
  }

  /** Looks whether a put takes the number after the last one that a Query has found. */
  private void followLast(TracedPart part, ItemWritten written) {
    Last last = lasts.isEmpty() ? null : lasts.get(part.of().sender());
    if (last != null
        && written.writeKind() == WriteKind.PUT
        && written.condition() == null
        && written.before() == null
        && last.table().equals(written.table())
        && !part.of().isAfter(last.at(), SOON)
        && last.leadsTo(written)) {
      add(numbers, part, written, "Query of the last item, then ");
    }
  }

  /**
   * Looks whether a transaction without any condition moves an item out of the index where the test
   * has found it, and writes something else: another client that has found it does the same.
   */
  private void takeEntry(TracedPart part, ItemWritten written) {
    Item before = written.before();
    boolean several = part.of().isTransaction() && part.of().parts().size() > 1;
    Page page = several && before != null ? pages.find(part.of()) : null;
    KeyTerm entry = page == null ? null : page.entry();
    if (before == null
        || page == null
        || entry == null
        || !page.read().table().equals(written.table())
        || part.of().isAfter(page.at(), SOON)
        || part.of().parts().stream().anyMatch(RaceRule::isTested)) {
      return;
    }
    AttributeValue old = before.find(entry.attribute());
    Item after = written.after();
    AttributeValue now = after == null ? null : after.find(entry.attribute());
    if (old != null && (now == null || !old.equals(now))) {
      KeyTerm of = new KeyTerm(entry.attribute(), KeyTerm.Comparison.EQUAL, List.of(old));
      pairs.second(TAKE + part.subject(), new Relation(written.table(), of, true));
      if (of.equals(entry)) {
        taken.add(
            part.subject(),
            () -> new Evidence("Query of an index, then " + part.line(), part.of().test()),
            () -> fill("Update with the condition {} = :found", entry.attribute()));
      }
    }
  }

  private static boolean isTested(TracedPart part) {
    return part.part() instanceof ItemWritten written
        && (written.condition() != null || written.writeKind() == WriteKind.CONDITION_CHECK);
  }

  /** Looks for the item of a write in the last page: its number may be computed from there. */
  private void followPage(TracedPart part, ItemWritten written) {
    Page page = pages.findOrCount(part.of());
    if (page == null
        || isConditional(written)
        || written.before() == null
        || part.of().isAfter(page.at(), SOON)) {
      return;
    }
    boolean computed =
        written.writeKind() == WriteKind.PUT ? keepsMost(written) : isComputed(written);
    if (computed && !setsFlag(written) && page.hasItem(written)) {
      String first = page.read().index() == null ? "Query, then " : "Query of an index, then ";
      add(updates, part, written, first);
    }
  }

  /** An attribute that an item had before a write and has after it. */
  private record Kept(String name, AttributeValue before, AttributeValue after) {
    private boolean isChanged() {
      return !before.equals(after);
    }

    /** Returns whether it is a number that was counted up, as a version number is. */
    private boolean isCounted() {
      return before.type() == AttributeType.N
          && after.type() == AttributeType.N
          && new BigDecimal(after.numberText())
                  .subtract(new BigDecimal(before.numberText()))
                  .compareTo(BigDecimal.ONE)
              == 0;
    }

    /** Returns the attributes that a write keeps, with other values or the same. */
    private static List<Kept> of(ItemWritten written) {
      List<Kept> kept = new ArrayList<>();
      Item before = written.before();
      if (before != null && written.after() != null) {
        written
            .after()
            .toMap()
            .forEach(
                (name, after) -> {
                  AttributeValue old = before.find(name);
                  if (old != null) {
                    kept.add(new Kept(name, old, after));
                  }
                });
      }
      return kept;
    }
  }

  /** Returns whether all numbers that a write changes become 0 or 1, as marks of a list do. */
  private static boolean setsFlag(ItemWritten written) {
    List<String> numbers =
        Kept.of(written).stream()
            .filter(each -> each.isChanged() && each.after().type() == AttributeType.N)
            .map(each -> each.after().numberText())
            .toList();
    return !numbers.isEmpty() && Set.of("0", "1").containsAll(numbers);
  }

  /** Returns whether a put leaves at least half of the attributes of the item as they were. */
  private static boolean keepsMost(ItemWritten written) {
    Item before = written.before();
    int keys = written.key().toMap().size();
    long kept = Kept.of(written).stream().filter(each -> !each.isChanged()).count() - keys;
    return before != null && kept > 0 && 2 * kept >= before.toMap().size() - keys;
  }

  private static void add(Cases cases, TracedPart part, ItemWritten written, String first) {
    cases.add(
        part.subject(),
        () -> new Evidence(first + part.line(), part.of().test()),
        () -> condition(written));
  }

  /** Returns the condition, or the update, that loses no write of another client. */
  private static String condition(ItemWritten written) {
    List<Kept> all = Kept.of(written).stream().filter(Kept::isChanged).limit(MAX_NAMES).toList();
    List<String> changed = all.stream().map(Kept::name).toList();
    if (changed.isEmpty()) {
      return "Write with the condition that a version number is the one that was read";
    }
    String name = all.stream().filter(Kept::isCounted).findFirst().orElse(all.get(0)).name();
    String same = "write with the condition " + name + " = :read";
    return changed.size() == 1 && all.get(0).before().type() == AttributeType.N
        ? "Update with SET " + name + " = " + name + " + :difference, or " + same
        : fill(
            "Set {} with the condition {} = :read, the value that was read",
            String.join(", ", changed),
            name);
  }

  /** Returns whether the condition of a write tests what was read. */
  private static boolean isConditional(ItemWritten written) {
    ExpressionText condition = written.condition();
    return condition != null
        && (COMPARES.matcher(condition.template()).find() || !setsDocument(written));
  }

  /** Returns whether an update sets a map, a list or a set whole that was there before. */
  private static boolean setsDocument(ItemWritten written) {
    ExpressionText update = written.update();
    return written.writeKind() == WriteKind.UPDATE
        && update != null
        && Kept.of(written).stream()
            .anyMatch(
                each ->
                    each.isChanged()
                        && each.before().type() == each.after().type()
                        && DOCUMENTS.contains(each.after().type())
                        && (update.template() + ",").contains(each.name() + " = {},"));
  }

  /** Returns whether an update sets a number, a list or the like that was there before. */
  private static boolean isComputed(ItemWritten written) {
    ExpressionText update = written.update();
    if (setsDocument(written)) {
      return true;
    }
    return written.writeKind() == WriteKind.UPDATE
        && update != null
        && !COMPUTED.matcher(update.template()).find()
        && Kept.of(written).stream()
            .anyMatch(
                each ->
                    each.isChanged()
                        && each.before().type() == each.after().type()
                        && !PLAIN.contains(each.after().type()));
  }

  @Override
  public List<Finding> findings(FindingInput input) {
    List<Finding> all =
        new ArrayList<>(
            found(
                updates, UPDATE, "write", " without a condition followed a read of the same item"));
    Set<String> creating =
        found(creates, CREATE, "put", "").stream()
            .map(Finding::subject)
            .collect(Collectors.toSet());
    all.replaceAll(
        each ->
            creating.contains(each.subject()) && mostlyReplaces(input, each)
                ? upsert(each)
                : UnguardedWrites.withTrial(input, each));
    for (Finding each :
        found(
            taken,
            TAKE,
            "transaction",
            " without a condition moved an entry out of the index where a Query had found it")) {
      all.add(UnguardedWrites.withTrial(input, each));
    }
    all.addAll(UnguardedWrites.find(input, LOST_UPDATE, all));
    for (Finding create :
        found(creates, CREATE, "put", " without a condition followed a read that found nothing")) {
      all.add(withCondition(input, create, ", without the GetItem before it"));
    }
    for (Finding number :
        found(
            numbers,
            NEXT,
            "put",
            " without a condition took the number after the last one of a Query")) {
      all.add(withCondition(input, number, ", and take the next number if it fails"));
    }
    return all;
  }

  /**
   * Returns whether most of the writes of a finding replace an item: they need another condition
   * than those that create one.
   */
  private static boolean mostlyReplaces(FindingInput input, Finding finding) {
    LedgerEntry entry = Savings.entry(input, finding.subject());
    return entry != null && 2 * entry.writes().created() < entry.writes().applied();
  }

  /** Returns a finding about puts that also create items with the advice to update. */
  private static Finding upsert(Finding finding) {
    Matcher number =
        Pattern.compile("^Update with SET ([^ ]+) = ")
            .matcher(finding.advice() == null ? "" : finding.advice());
    return number.find()
        ? finding.advise(
            "Update with ADD {} :difference, which creates a missing item as well", number.group(1))
        : finding;
  }

  private List<Finding> found(Cases cases, String kind, String noun, String what) {
    return cases.findings(Chance.WINDOWS, (found, other) -> count(found, noun) + what).stream()
        .filter(finding -> pairs.exceedChance(kind + finding.subject()))
        .toList();
  }

  /** Returns a finding about a put with the advice that it creates an item only. */
  private static Finding withCondition(FindingInput input, Finding create, String more) {
    LedgerEntry entry = Savings.entry(input, create.subject());
    DesignTable table = entry == null ? null : input.findTable(entry.shape().table());
    KnownCondition change =
        entry == null || table == null ? null : KnownCondition.creating(entry.shape(), table);
    return change == null ? create : create.propose(change, more);
  }
}
