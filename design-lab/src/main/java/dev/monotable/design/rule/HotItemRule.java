package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;
import static dev.monotable.design.load.Words.percent;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.RecentMap;
import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.HotKeys;
import dev.monotable.design.finding.HotKeys.Group;
import dev.monotable.design.finding.HotKeys.HotKey;
import dev.monotable.design.heat.Headroom;
import dev.monotable.design.load.Numbers;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.IndexChange;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds items that get a large share of the writes or reads that one test sends to a table, and
 * partition key values that get most of the writes among several of their kind.
 */
final class HotItemRule implements Detector {
  private static final int MANY_WRITES = 20;
  private static final double LARGE_SHARE = 0.2;
  private static final int MANY_READS = 40;
  private static final double LARGE_READ_SHARE = 0.4;
  private static final int MANY_OF_VALUE = 40;
  private static final double MOST = 0.6;

  /** Fewer writes are enough if they are nearly all. */
  private static final int SEVERAL_OF_VALUE = 20;

  private static final double NEARLY_ALL = 0.85;
  private static final int SEVERAL_VALUES = 4;
  private static final Pattern NO_DIGITS = Pattern.compile("[^0-9]+");
  static final FindingType TYPE = FindingType.of("hot-item", MANY_WRITES, percent(LARGE_SHARE));
  static final FindingType READ =
      FindingType.of("hot-read", MANY_READS, percent(LARGE_READ_SHARE), Headroom.AMPLE);
  static final FindingType SKEWED =
      FindingType.of(
          "skewed-partition-key",
          MANY_OF_VALUE,
          SEVERAL_VALUES,
          percent(MOST),
          SEVERAL_OF_VALUE,
          percent(NEARLY_ALL),
          Headroom.AMPLE);
  static final FindingRule RULE = new FindingRule(List.of(TYPE, READ, SKEWED), HotItemRule::new);

  /** A number that an update has made is used by one of the next writes of the test. */
  private static final int SOON_WRITES = 3;

  private final Trace trace;
  private final HotKeys writes;

  /** The counters whose numbers become keys, with the number of times. */
  private final RecentMap<Object, Integer> sequences = new RecentMap<>(Bound.HOT_KEYS.most());

  /** The last number that each test has got from a counter. */
  private final RecentMap<String, Number> numbers = new RecentMap<>(Bound.HOT_TESTS.most());

  private final HotKeys reads;
  private final HotKeys collections;

  /**
   * A number that an update has made.
   *
   * @param item the key of the counter
   * @param writes the writes of the test since then
   */
  private record Number(Item item, Set<String> values, int writes) {}

  private HotItemRule(Trace trace) {
    this.trace = trace;
    this.writes = new HotKeys(trace, TYPE, "write");
    this.reads = new HotKeys(trace, READ, "read");
    this.collections = new HotKeys(trace, SKEWED, "write");
    trace.declareTables(SKEWED.id());
  }

  @Override
  public void read(TracedPart part, ItemRead read) {
    if (read.item() != null) {
      reads.add(group(part, read.table(), ""), read.key(), part::entity, () -> Evidence.of(part));
    }
  }

  private static Group group(TracedPart part, String target, String kind) {
    return new Group(part.of().test(), target, kind);
  }

  @Override
  public void write(TracedPart part, ItemWritten written) {
    if (written.writeKind() == ItemWritten.WriteKind.CONDITION_CHECK) {
      return;
    }
    Item image = written.after() == null ? written.before() : written.after();
    writes.add(
        group(part, written.table(), ""), written.key(), part::entity, () -> Evidence.of(part));
    followNumber(part, written);
    DesignTable table = trace.findObserved(written.table());
    if (table == null || image == null) {
      return;
    }
    addCollection(part, table.name(), table.key(), image);
    for (IndexChange change : written.indexChanges()) {
      DeclaredIndex index = table.findIndex(change.index());
      if (index != null && index.global()) {
        addCollection(part, table.name() + "." + index.name(), index.key(), image);
      }
    }
  }

  /** Looks whether the number of a counter becomes a part of the key of another item. */
  private void followNumber(TracedPart part, ItemWritten written) {
    String sender = part.of().sender();
    Number number = numbers.get(sender);
    if (number != null && !number.item().equals(written.key())) {
      for (AttributeValue value : written.key().toMap().values()) {
        if (!Collections.disjoint(numbersOf(value), number.values())) {
          sequences.merge(number.item(), 1, Integer::sum);
          numbers.remove(sender);
          return;
        }
      }
      if (number.writes() < SOON_WRITES) {
        numbers.put(sender, new Number(number.item(), number.values(), number.writes() + 1));
      } else {
        numbers.remove(sender);
      }
    }
    if (written.writeKind() == ItemWritten.WriteKind.UPDATE && written.after() != null) {
      Set<String> made = new HashSet<>();
      Item before = written.before();
      written
          .after()
          .toMap()
          .forEach(
              (name, value) -> {
                if (value.type() == AttributeType.N
                    && (before == null || !Objects.equals(value, before.find(name)))) {
                  made.addAll(numbersOf(value));
                }
              });
      if (!made.isEmpty()) {
        numbers.put(sender, new Number(written.key(), made, 0));
      }
    }
  }

  /** Returns the numbers in a value, without leading zeros. */
  static Set<String> numbersOf(AttributeValue value) {
    String text =
        value.type() == AttributeType.N
            ? value.numberText()
            : value.type() == AttributeType.S ? value.string() : "";
    Set<String> found = new HashSet<>();
    for (String each : NO_DIGITS.split(text, -1)) {
      String number = each.replaceFirst("^0+(?=.)", "");
      if (!number.isEmpty()) {
        found.add(number);
      }
    }
    return found;
  }

  private void addCollection(TracedPart part, String target, DeclaredKey key, Item image) {
    String attribute = key.partition().get(0).name();
    AttributeValue value = image.find(attribute);
    if (value == null || key.sort().isEmpty() || key.partition().size() > 1) {
      return;
    }
    collections.add(
        group(part, target, TracedPart.word(value)),
        value,
        () -> target,
        () -> new Evidence(attribute + " = " + ExpressionText.literal(value), part.of().test()));
  }

  @Override
  public List<Finding> findings(FindingInput input) {
    List<Finding> findings = new ArrayList<>();
    for (HotKey hot : writes.find(MANY_WRITES, LARGE_SHARE)) {
      // Copies of a counter whose numbers are keys would give the same number twice, and a table
      // with one item has no other one to be compared with.
      if (2 * sequences.getOrDefault(hot.values(), 0) >= hot.count() || hot.keys() == 1) {
        continue;
      }
      findings.add(
          finding(TYPE, hot, "One item", "writes")
              .calculate(
                  "For a counter, {}add them up when you read: 10,000 write units a second"
                      + " instead of 1,000",
                  spread(input, hot)));
    }
    Headroom headroom = new Headroom(input);
    for (HotKey hot : reads.find(MANY_READS, LARGE_READ_SHARE)) {
      if (hot.keys() > 1 && !headroom.isAmple(hot.group().target())) {
        findings.add(
            finding(READ, hot, "One item", "reads by GetItem")
                .calculate(
                    "Cache the item for a second; or {}read one of them: 30,000 read units a"
                        + " second instead of 3,000",
                    spread(input, hot)));
      }
    }
    for (HotKey hot : collections.find(SEVERAL_OF_VALUE, MOST)) {
      boolean enough = hot.count() >= MANY_OF_VALUE || hot.share() >= NEARLY_ALL;
      if (enough && hot.keys() >= SEVERAL_VALUES && !headroom.isAmple(hot.group().target())) {
        findings.add(
            finding(SKEWED, hot, "One of " + count(hot.keys(), "partition key value"), "writes")
                .calculate(
                    "Divide {} into ten values with the suffixes #0 to #9, and query all ten:"
                        + " 10,000 write units a second instead of 1,000",
                    hot.example().text()));
      }
    }
    return findings;
  }

  /** Returns the advice to write an item ten times, up to what to do with the ten. */
  private static String spread(FindingInput input, HotKey hot) {
    DesignTable table = input.findTable(hot.group().target());
    List<String> names = table == null ? List.of() : table.key().names();
    String last = names.isEmpty() ? null : names.get(names.size() - 1);
    AttributeValue value =
        last == null || !(hot.values() instanceof Item key) ? null : key.find(last);
    return value == null || value.type() != AttributeType.S
        ? "keep ten copies under keys of their own, and "
        : "write it as ten items with " + last + " = " + value.string() + "#0 to #9, and ";
  }

  private static Finding finding(FindingType type, HotKey hot, String who, String uses) {
    return Finding.of(
        type,
        hot.subject(),
        fill(
            "{} gets {} of the {} {} of a test to {} ({})",
            who,
            Numbers.plain(hot.count()),
            Numbers.plain(hot.all()),
            uses,
            hot.group().target(),
            percent(hot.share())),
        List.of(hot.example()));
  }
}
