package dev.monotable.design.rule;

import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.ledger.ObservedTables;
import dev.monotable.design.ledger.Overflow;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.relation.ForgottenTests;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Duration;
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
final class FruitlessReadRule implements FindingRule {
  static final int MAX_VALUES = 2_000;
  private static final int MAX_MISSES = 500;
  private static final int MAX_TABLES = 1_000;
  private static final int MAX_SUBJECTS = 1_000;
  private static final int MAX_TESTS = 200;
  private static final int MAX_OPEN = 4;
  private static final int MAX_LENGTH = 64;
  private static final int ENOUGH = 2;

  /** A write that is later does not follow from the read. */
  private static final Duration SOON = Duration.ofSeconds(5);

  @Override
  public List<FindingType> types() {
    return List.of(ReadFindings.NOTHING_FOUND);
  }

  @Override
  public Detector start(@Nullable Design design) {
    return new Reads(design);
  }

  /** The reads of one run that found nothing. */
  private static final class Reads implements Detector {
    private final RequestSubjects subjects;
    private final Map<String, DesignTable> tables = new HashMap<>();
    private final RecentMap<String, Deque<Nothing>> open = new RecentMap<>(MAX_TESTS, this::forget);

    private final ForgottenTests forgotten = new ForgottenTests();

    /** How many reads of a subject were followed by the item that they looked for. */
    private final Map<String, Integer> created = new HashMap<>();

    private final Map<Name, Map<String, String>> written = new HashMap<>();
    private final Map<Miss, Misses> misses = new LinkedHashMap<>();
    private final Overflow manyValues =
        new Overflow(
            MAX_VALUES,
            "key values are remembered for " + ReadFindings.NOTHING_FOUND.id(),
            "write of others");
    private final Overflow manyMisses =
        new Overflow(
            MAX_MISSES,
            "missing key values are compared for " + ReadFindings.NOTHING_FOUND.id(),
            "read of others");
    private final Overflow manySubjects =
        new Overflow(
            MAX_SUBJECTS,
            "reads before a write are counted for " + ReadFindings.NOTHING_FOUND.id(),
            "write after others");
    private final Overflow manyTables =
        new Overflow(
            MAX_TABLES,
            "tables are known to " + ReadFindings.NOTHING_FOUND.id(),
            "description of others");
    private final Overflow manyTests =
        new Overflow(
            MAX_TESTS,
            "tests have their reads without a result remembered for "
                + ReadFindings.NOTHING_FOUND.id(),
            "write of others");
    private int values;

    /** A key attribute. */
    private record Name(String table, String attribute) {}

    /** A read that found nothing. */
    private record Nothing(
        ObservedRequest request, RequestPart part, Map<String, AttributeValue> key) {}

    /** A value in the key of a read that found nothing. */
    private record Miss(Name name, String value) {}

    /** The reads with such a value. */
    private static final class Misses {
      private final Nothing first;
      private final RequestContext context;
      private int count;

      private Misses(Nothing first, RequestContext context) {
        this.first = first;
        this.context = context;
      }
    }

    private Reads(@Nullable Design design) {
      this.subjects = new RequestSubjects(design);
      if (design != null) {
        design.tables().forEach(this::addTable);
      }
    }

    @Override
    public void addTable(DesignTable table) {
      if (tables.containsKey(table.name()) || manyTables.hasRoom(tables.size())) {
        tables.put(table.name(), table);
      }
    }

    @Override
    public void accept(ObservedRequest request, RequestContext context) {
      if (request.parts().isEmpty()) {
        DesignTable described = ObservedTables.find(request, tables::get);
        if (described != null) {
          addTable(described);
        }
      }
      for (RequestPart part : request.parts()) {
        if (part instanceof ItemWritten written && written.applied() && written.after() != null) {
          write(request, written, written.after(), context);
        } else if (request.error() == null && foundNothing(part)) {
          nothing(request, part, context);
        }
      }
    }

    private void forget(String test, Deque<Nothing> of) {
      Nothing last = of.peekLast();
      if (last != null) {
        forgotten.add(test, last.request().startedAt());
      }
    }

    private static boolean foundNothing(RequestPart part) {
      return part instanceof PageRead page
          ? page.evaluated() == 0 && page.startKey() == null && page.keyConditions().size() == 1
          : part instanceof ItemRead read && read.item() == null;
    }

    private void nothing(ObservedRequest request, RequestPart part, RequestContext context) {
      Nothing nothing = new Nothing(request, part, key(part));
      Deque<Nothing> of =
          open.computeIfAbsent(String.valueOf(context.test()), test -> new ArrayDeque<>());
      if (of.size() == MAX_OPEN) {
        of.removeFirst();
      }
      of.addLast(nothing);
      for (Map.Entry<String, AttributeValue> each : nothing.key().entrySet()) {
        String value = word(each.getValue());
        if (!value.isEmpty()) {
          Miss miss = new Miss(new Name(part.table(), each.getKey()), value);
          Misses known = misses.get(miss);
          if (known == null && manyMisses.hasRoom(misses.size())) {
            known = new Misses(nothing, context);
            misses.put(miss, known);
          }
          if (known != null) {
            known.count++;
          }
        }
      }
    }

    private String subject(Nothing read) {
      return subjects.subject(subjects.shape(read.request(), read.part()));
    }

    private static Map<String, AttributeValue> key(RequestPart part) {
      if (part instanceof ItemRead read) {
        return read.key().toMap();
      }
      Map<String, AttributeValue> equal = new HashMap<>();
      if (part instanceof PageRead page) {
        for (KeyTerm term : page.keyConditions().get(0).terms()) {
          if (term.comparison() == KeyTerm.Comparison.EQUAL) {
            equal.put(term.attribute(), term.values().get(0));
          }
        }
      }
      return equal;
    }

    /** Returns a text that can be compared regardless of case; empty for another value. */
    private static String word(AttributeValue value) {
      String text = value.type() == AttributeType.S ? value.string() : "";
      return text.length() <= MAX_LENGTH ? text : "";
    }

    private void write(
        ObservedRequest request, ItemWritten write, Item item, RequestContext context) {
      String test = String.valueOf(context.test());
      Deque<Nothing> of = open.isEmpty() ? null : open.get(test);
      if (of == null
          && write.before() == null
          && forgotten.remove(test, request.startedAt(), SOON)) {
        manyTests.add();
      }
      if (of != null && write.before() == null) {
        for (Iterator<Nothing> each = of.iterator(); each.hasNext(); ) {
          Nothing read = each.next();
          if (request.startedAt().isAfter(read.request().startedAt().plus(SOON))) {
            each.remove();
          } else if (read.part().table().equals(write.table()) && hasAll(item, read.key())) {
            String subject = subject(read);
            if (created.containsKey(subject) || manySubjects.hasRoom(created.size())) {
              created.merge(subject, 1, Integer::sum);
            }
            each.remove();
          }
        }
      }
      remember(write.table(), item);
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
    private void remember(String tableName, Item item) {
      DesignTable table = tables.get(tableName);
      if (table == null) {
        return;
      }
      if (values >= MAX_VALUES) {
        manyValues.add();
        return;
      }
      for (String attribute : table.keyAttributes()) {
        AttributeValue value = item.find(attribute);
        String text = value == null ? "" : word(value);
        if (!text.isEmpty()) {
          Map<String, String> known =
              written.computeIfAbsent(new Name(tableName, attribute), name -> new HashMap<>());
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
    public void addOmissions(List<String> omissions) {
      manyValues.addTo(omissions);
      manyMisses.addTo(omissions);
      manySubjects.addTo(omissions);
      manyTables.addTo(omissions);
      manyTests.addTo(omissions);
    }

    @Override
    public List<Finding> findings(FindingInput input) {
      List<Finding> all = new ArrayList<>();
      Set<String> found = new HashSet<>();
      for (Finding each : ReadFindings.fruitlessReads(input)) {
        LedgerEntry entry = Savings.entry(input, each.subject());
        long right = created.getOrDefault(each.subject(), 0);
        if (right == 0 || entry == null || 2 * right < Statements.answered(entry)) {
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
                && found.add(subject(of.first))) {
              all.add(finding(miss, of, other));
            }
          });
      return all;
    }

    private Finding finding(Miss miss, Misses of, String other) {
      String attribute = miss.name().attribute();
      return Finding.of(
              ReadFindings.NOTHING_FOUND,
              subject(of.first),
              Statements.count(of.count, "read")
                  + " with "
                  + attribute
                  + " = "
                  + miss.value()
                  + " found no item",
              List.of(Statements.evidence(of.first.request(), of.first.part(), of.context)))
          .withAdvice("What is written has " + attribute + " = " + other);
    }
  }
}
