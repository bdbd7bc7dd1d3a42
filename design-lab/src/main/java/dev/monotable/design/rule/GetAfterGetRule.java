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
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.KeyConditionTemplate;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.design.relation.ResultValues;
import dev.monotable.design.trace.TestMemory;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.design.trace.TracedRequest;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.model.Operations;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds loops of GetItem: different items of the same form, read one after another; and a read for
 * each result of a Query or Scan, which even two results show.
 */
final class GetAfterGetRule implements Detector {
  private static final int MANY = 5;
  private static final int REPEATED = 4;
  private static final int LOOPS = 3;
  private static final int SEVERAL = 2;
  private static final int SOON_SECONDS = 1;
  static final FindingType TYPE =
      FindingType.of("get-after-get", MANY, REPEATED, LOOPS, SOON_SECONDS);
  static final FindingType EACH = FindingType.of("read-for-each-result", SEVERAL, SOON_SECONDS);
  static final FindingRule RULE = new FindingRule(List.of(TYPE, EACH), GetAfterGetRule::new);

  private static final int MAX_KEYS = 100;
  private static final int MAX_EVIDENCE = 10;
  private static final int MAX_NAMES = 10;

  /** Requests of a loop follow each other within this time. */
  private static final Duration SOON = Duration.ofSeconds(SOON_SECONDS);

  /** The results of a page, from which the keys of other reads may come. */
  private static final class Results {
    private final TracedPart part;
    private final PageRead page;

    /** The identifiers in the items; null if none are known, as in older recordings. */
    private final @Nullable List<String> values;

    private final Set<Object> reads = new LinkedHashSet<>();
    private final List<Evidence> evidence = new ArrayList<>();
    private final Set<String> attributes = new TreeSet<>();
    private double units;

    private Results(TracedPart part, PageRead page) {
      this.part = part;
      this.page = page;
      List<String> known = part.of().resultValues();
      this.values = known.isEmpty() ? null : known;
    }

    /** Returns the value of a key that comes from these results, or null. */
    private @Nullable Object find(Iterable<AttributeValue> key, Object whole) {
      if (values == null) {
        return whole;
      }
      for (AttributeValue value : key) {
        String identifier = ResultValues.findSource(page, values, value);
        if (identifier != null) {
          return identifier;
        }
      }
      return null;
    }

    /** Adds what a read of a result consumed and returned. */
    private void add(RequestPart part) {
      if (part instanceof ItemRead read) {
        units += read.units();
        Item item = read.item();
        for (String name : item == null ? Set.<String>of() : item.toMap().keySet()) {
          if (attributes.size() < MAX_NAMES && !read.key().contains(name)) {
            attributes.add(name);
          }
        }
      } else if (part instanceof PageRead page) {
        units += page.units();
      }
    }

    /** Returns where the attributes should be that the reads return. */
    private String advice(FindingInput input) {
      DesignTable table = input.findTable(page.table());
      DeclaredIndex index =
          table == null || page.index() == null ? null : table.findIndex(page.index());
      Set<String> missing = new TreeSet<>(attributes);
      if (table != null) {
        missing.removeAll(table.keyAttributes());
      }
      if (index != null) {
        missing.removeAll(index.projection().attributes());
      }
      String names = String.join(", ", missing);
      boolean project = index != null && index.projection().kind() != DeclaredProjection.Kind.ALL;
      String how =
          missing.isEmpty()
              ? "Keep what is read with the items of the list"
              : project
                  ? "Add " + names + " to the projection of " + page.table() + "." + page.index()
                  : "Copy of " + names + " what the list shows into the items that it reads";
      return how + Savings.reads(page.units() + units, page.units());
    }

    /** Returns how many reads are enough to be no coincidence. */
    private int enough() {
      return values == null ? Math.max(SEVERAL, Math.min(MANY, page.returned())) : SEVERAL;
    }
  }

  /** The loops of the tests that sent a request last; one that is forgotten starts again. */
  private final TestMemory<Loop> loops;

  private final Map<String, List<Evidence>> evidence = new LinkedHashMap<>();
  private final Map<String, Integer> longest = new LinkedHashMap<>();
  private final Map<String, Integer> shorter = new LinkedHashMap<>();
  private final Map<String, Results> each = new LinkedHashMap<>();
  private final Overflow manySubjects;

  /** The last GetItem requests of a test. The form of keys is compared once there are many. */
  private static final class Loop {
    private final Set<Item> keys = new LinkedHashSet<>();
    private String table = "";
    private String subject = "";
    private @Nullable KeyConditionTemplate form;
    private @Nullable Results results;
    private @Nullable Instant last;

    private @Nullable Instant atIfOpen() {
      return results != null || !keys.isEmpty() ? last : null;
    }

    private void clear() {
      keys.clear();
      form = null;
    }
  }

  private GetAfterGetRule(Trace trace) {
    this.manySubjects = trace.declare(Bound.SUBJECTS, TYPE.id());
    this.loops = new TestMemory<>(trace, Bound.LOOP_TESTS, TYPE.id(), SOON, Loop::atIfOpen);
  }

  @Override
  public void accept(TracedRequest request) {
    Loop loop = loops.findOrCount(request);
    if (loop == null) {
      loop = new Loop();
      loops.put(request, loop);
    }
    if (loop.last != null && request.isAfter(loop.last, SOON)) {
      loop.clear();
      loop.results = null;
    }
    loop.last = request.at();
    TracedPart part = request.parts().size() == 1 ? request.parts().get(0) : null;
    if (part != null && part.part() instanceof PageRead page) {
      page(part, page, loop);
    }
    boolean get = request.request().operation() == Operations.GET_ITEM;
    if (!get || part == null || !(part.part() instanceof ItemRead read)) {
      loop.clear();
      return;
    }
    Results results = loop.results;
    Object found = results == null ? null : results.find(read.key().toMap().values(), read.key());
    if (results != null && found != null && addRead(results, part, found)) {
      loop.clear();
      return;
    }
    if (!loop.table.equals(read.table())) {
      loop.clear();
      loop.table = read.table();
    }
    if (loop.keys.size() < MAX_KEYS && loop.keys.add(read.key()) && loop.keys.size() >= REPEATED) {
      compare(part, read, loop);
    }
  }

  /** Compares a page with the results before it, or keeps its own results. */
  private void page(TracedPart part, PageRead page, Loop loop) {
    Results before = loop.results;
    if (before != null
        && before.values != null
        && page.startKey() == null
        && !page.keyConditions().isEmpty()) {
      Object found = before.find(equalValues(page), page.keyConditions());
      if (found != null && addRead(before, part, found)) {
        return;
      }
    }
    loop.results = page.returned() >= SEVERAL && !page.countOnly() ? new Results(part, page) : null;
  }

  private static List<AttributeValue> equalValues(PageRead page) {
    List<AttributeValue> values = new ArrayList<>();
    for (KeyTerm term : page.keyConditions().get(0).terms()) {
      if (term.comparison() == KeyTerm.Comparison.EQUAL) {
        values.add(term.values().get(0));
      }
    }
    return values;
  }

  /** Adds a read of a result, and returns whether it has the form of the others. */
  private boolean addRead(Results results, TracedPart part, Object key) {
    if (results.reads.size() < MAX_KEYS && results.reads.add(key)) {
      results.add(part.part());
    }
    if (results.evidence.isEmpty()) {
      results.evidence.add(Evidence.of(results.part));
    }
    if (results.evidence.size() < MAX_EVIDENCE) {
      results.evidence.add(Evidence.of(part));
    }
    if (results.reads.size() >= results.enough()) {
      String subject = part.subject();
      Results known = each.get(subject);
      if (known == null
          ? manySubjects.hasRoom(each.size())
          : known.reads.size() < results.reads.size()) {
        each.put(subject, results);
      }
      return true;
    }
    return results.values != null;
  }

  private void compare(TracedPart part, ItemRead read, Loop loop) {
    if (loop.form == null || !hasForm(read.key(), loop.form)) {
      loop.form = part.shape().key();
      loop.subject = part.subject();
      KeyConditionTemplate form = loop.form;
      loop.keys.removeIf(key -> form == null || !hasForm(key, form));
    }
    int length = loop.keys.size();
    if (length < REPEATED) {
      loop.form = null;
    } else if (length < MANY && !isRepeated(loop.subject)) {
      return;
    } else if (length > longest.getOrDefault(loop.subject, 0)
        && manySubjects.hasRoom(longest, loop.subject)) {
      longest.put(loop.subject, length);
      evidence.computeIfAbsent(loop.subject, subject -> evidence(loop, part.of().test()));
    }
  }

  /** Counts a short loop, and returns whether there were several with this subject. */
  private boolean isRepeated(String subject) {
    return manySubjects.hasRoom(shorter, subject)
        && shorter.merge(subject, 1, Integer::sum) >= LOOPS;
  }

  private static boolean hasForm(Item key, KeyConditionTemplate form) {
    for (TermTemplate term : form.terms()) {
      AttributeValue value = key.find(term.attribute());
      if (value == null || !term.values().get(0).matches(value)) {
        return false;
      }
    }
    return true;
  }

  private static List<Evidence> evidence(Loop loop, @Nullable String test) {
    String operation = Operations.GET_ITEM.name();
    return loop.keys.stream()
        .limit(MAX_EVIDENCE)
        .map(key -> new Evidence(TracedPart.line(operation, loop.table, key), test))
        .toList();
  }

  @Override
  public List<Finding> findings(FindingInput input) {
    List<Finding> all = new ArrayList<>();
    longest.forEach(
        (subject, length) ->
            all.add(
                Finding.of(
                        TYPE,
                        subject,
                        fill(
                            "{}{} different items were read by GetItem, one after another",
                            length,
                            length == MAX_KEYS ? " or more" : ""),
                        evidence.getOrDefault(subject, List.of()))
                    .advise(
                        "One BatchGetItem of {} keys takes 1 request instead of {}, and the"
                            + " same read units",
                        length,
                        length)));
    each.forEach(
        (subject, results) ->
            all.add(
                Finding.of(
                        EACH,
                        subject,
                        fill(
                            "A {} of {}{} returned {}, and {} followed, one for each",
                            results.part.request().operation().name(),
                            results.page.table(),
                            results.page.index() == null ? "" : "." + results.page.index(),
                            count(results.page.returned(), "item"),
                            count(results.reads.size(), "read")),
                        results.evidence)
                    .withAdvice(results.advice(input))));
    return all;
  }
}
