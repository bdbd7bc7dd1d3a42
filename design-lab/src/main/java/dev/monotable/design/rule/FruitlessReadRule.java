package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.cost.Savings;
import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.trace.TestMemory;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
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
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds reads that never find an item. Those that look whether something exists before it is
 * created are as they should be. A key value that differs from a written one by upper and lower
 * case only finds nothing, even where other values of the same form do.
 */
final class FruitlessReadRule implements Detector {
  private static final String ID = ReadFindings.NOTHING_FOUND.id();

  static final FindingRule RULE =
      new FindingRule(List.of(ReadFindings.NOTHING_FOUND), FruitlessReadRule::new);

  private static final int MAX_OPEN = 4;
  private static final int MAX_LENGTH = 64;
  private static final int ENOUGH = 2;

  /** A write that is later does not follow from the read. */
  private static final Duration SOON = Duration.ofSeconds(5);

  private final TestMemory<Deque<Nothing>> open;

  /** The number of reads of a subject that the item they looked for followed. */
  private final Map<String, Integer> created = new HashMap<>();

  private final Map<Name, Map<String, String>> written = new HashMap<>();
  private final Map<Miss, Misses> misses = new LinkedHashMap<>();
  private final Overflow manyValues;
  private final Overflow manyMisses;
  private final Overflow manySubjects;
  private int values;

  /** A key attribute. */
  private record Name(String table, String attribute) {}

  /** A read that found nothing. */
  private record Nothing(TracedPart part, Map<String, AttributeValue> key) {
    private static @Nullable Instant lastOf(Deque<Nothing> all) {
      return all.isEmpty() ? null : all.getLast().part().at();
    }
  }

  /** A value in the key of a read that found nothing. */
  private record Miss(Name name, String value) {}

  /** The reads with such a value. */
  private static final class Misses {
    private final TracedPart first;
    private int count;

    private Misses(TracedPart first) {
      this.first = first;
    }
  }

  private FruitlessReadRule(Trace trace) {
    this.manyValues = trace.declare(Bound.KEY_VALUES, ID);
    this.manyMisses = trace.declare(Bound.MISSES, ID);
    this.manySubjects = trace.declare(Bound.CREATED_SUBJECTS, ID);
    trace.declareTables(ID);
    this.open = new TestMemory<>(trace, Bound.FRUITLESS_TESTS, ID, SOON, Nothing::lastOf);
  }

  @Override
  public void read(TracedPart part, ItemRead read) {
    if (read.item() == null) {
      nothing(part, read.key().toMap());
    }
  }

  @Override
  public void page(TracedPart part, PageRead page) {
    if (page.evaluated() == 0 && page.startKey() == null && page.keyConditions().size() == 1) {
      Map<String, AttributeValue> equal = new HashMap<>();
      for (KeyTerm term : page.keyConditions().get(0).terms()) {
        if (term.comparison() == KeyTerm.Comparison.EQUAL) {
          equal.put(term.attribute(), term.values().get(0));
        }
      }
      nothing(part, equal);
    }
  }

  private void nothing(TracedPart part, Map<String, AttributeValue> key) {
    if (part.request().error() != null) {
      return;
    }
    Deque<Nothing> of = open.get(part.of(), ArrayDeque::new);
    if (of.size() == MAX_OPEN) {
      of.removeFirst();
    }
    of.addLast(new Nothing(part, key));
    for (Map.Entry<String, AttributeValue> each : key.entrySet()) {
      String value = word(each.getValue());
      if (!value.isEmpty()) {
        Miss miss = new Miss(new Name(part.part().table(), each.getKey()), value);
        Misses known = manyMisses.findOrAdd(misses, miss, () -> new Misses(part));
        if (known != null) {
          known.count++;
        }
      }
    }
  }

  /** Returns a text that can be compared regardless of case; empty for another value. */
  private static String word(AttributeValue value) {
    String text = value.type() == AttributeType.S ? value.string() : "";
    return text.length() <= MAX_LENGTH ? text : "";
  }

  @Override
  public void write(TracedPart part, ItemWritten write) {
    Item item = write.after();
    if (item == null) {
      return;
    }
    Deque<Nothing> of = write.before() == null ? open.findOrCount(part.of()) : null;
    for (Iterator<Nothing> each = of == null ? null : of.iterator();
        each != null && each.hasNext(); ) {
      Nothing read = each.next();
      if (part.of().isAfter(read.part().at(), SOON)) {
        each.remove();
      } else if (read.part().part().table().equals(write.table()) && hasAll(item, read.key())) {
        String subject = read.part().subject();
        if (manySubjects.hasRoom(created, subject)) {
          created.merge(subject, 1, Integer::sum);
        }
        each.remove();
      }
    }
    remember(part, item);
  }

  private static boolean hasAll(Item item, Map<String, AttributeValue> key) {
    for (Map.Entry<String, AttributeValue> each : key.entrySet()) {
      if (!Objects.equals(each.getValue(), item.find(each.getKey()))) {
        return false;
      }
    }
    return true;
  }

  /** Remembers the values of key attributes. */
  private void remember(TracedPart part, Item item) {
    DesignTable table = part.table();
    if (table == null) {
      return;
    }
    if (values >= Bound.KEY_VALUES.most()) {
      manyValues.add();
      return;
    }
    for (String attribute : table.keyAttributes()) {
      AttributeValue value = item.find(attribute);
      String text = value == null ? "" : word(value);
      if (!text.isEmpty()) {
        Map<String, String> known =
            written.computeIfAbsent(new Name(table.name(), attribute), name -> new HashMap<>());
        String lower = text.toLowerCase(Locale.ROOT);
        String before = known.putIfAbsent(lower, text);
        values += before == null ? 1 : 0;
        if (before != null && !before.equals(text)) {
          known.put(lower, "");
        }
      }
    }
  }

  @Override
  public List<Finding> findings(FindingInput input) {
    List<Finding> all = new ArrayList<>();
    Set<String> found = new HashSet<>();
    for (Finding each : FindingRule.each(input, ReadFindings::fruitlessRead)) {
      LedgerEntry entry = Savings.entry(input, each.subject());
      long right = created.getOrDefault(each.subject(), 0);
      if (right == 0 || entry == null || 2 * right < entry.answered()) {
        all.add(each);
        found.add(each.subject());
      }
    }
    misses.forEach(
        (miss, of) -> {
          Map<String, String> known = written.getOrDefault(miss.name(), Map.of());
          String other = known.getOrDefault(miss.value().toLowerCase(Locale.ROOT), "");
          if (of.count >= ENOUGH
              && !other.isEmpty()
              && !other.equals(miss.value())
              && found.add(of.first.subject())) {
            all.add(finding(miss, of, other));
          }
        });
    return all;
  }

  private Finding finding(Miss miss, Misses of, String other) {
    String attribute = miss.name().attribute();
    return Finding.of(
            ReadFindings.NOTHING_FOUND,
            of.first.subject(),
            fill("{} with {} = {} found no item", count(of.count, "read"), attribute, miss.value()),
            List.of(Evidence.of(of.first)))
        .withAdvice("What is written has " + attribute + " = " + other);
  }
}
