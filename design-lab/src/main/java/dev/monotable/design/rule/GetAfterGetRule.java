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
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.KeyConditionTemplate;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.design.relation.ForgottenTests;
import dev.monotable.design.relation.ResultValues;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.ObservedRequest;
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
final class GetAfterGetRule implements FindingRule {
  private static final int MANY = 5;
  private static final int REPEATED = 4;
  private static final int LOOPS = 3;
  private static final int SEVERAL = 2;
  private static final int SOON_SECONDS = 1;

  static final FindingType TYPE =
      new FindingType(
              "get-after-get",
              Severity.WARNING,
              "one GetItem after another",
              "Each GetItem is a request of its own, with some milliseconds over the network. Ten"
                  + " of them in a loop take ten times as long as one BatchGetItem.",
              "https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html",
              "Read up to 100 items with one BatchGetItem, or the items of one collection with a"
                  + " Query.")
          .withBounds(
              "At least "
                  + MANY
                  + " different items, or "
                  + REPEATED
                  + " in "
                  + LOOPS
                  + " loops, each within "
                  + SOON_SECONDS
                  + " s of the one before.");

  static final FindingType EACH =
      new FindingType(
              "read-for-each-result",
              Severity.WARNING,
              "a read for each result of another read",
              "Each read is a request of its own, charged at least half a read unit, and they wait"
                  + " for each other. A list of 50 results takes 51 requests.",
              GUIDE + "bp-relational-modeling.html",
              "Copy the attributes that the list shows into the items that it reads, or project"
                  + " them into the index; or read all items with one BatchGetItem.")
          .withBounds(
              "At least "
                  + SEVERAL
                  + " reads whose keys come from the results, each within "
                  + SOON_SECONDS
                  + " s of the one before.");

  private static final int MAX_KEYS = 100;
  private static final int MAX_TESTS = 200;
  static final int MAX_SUBJECTS = 1_000;
  private static final int MAX_EVIDENCE = 10;
  private static final int MAX_NAMES = 10;

  /** Requests of a loop follow each other within this time. */
  private static final Duration SOON = Duration.ofSeconds(SOON_SECONDS);

  @Override
  public List<FindingType> types() {
    return List.of(TYPE, EACH);
  }

  @Override
  public Detector start(@Nullable Design design) {
    return new Loops(design);
  }

  /** The results of a page, from which the keys of other reads may come. */
  private static final class Results {
    private final ObservedRequest request;
    private final PageRead page;

    /** The identifiers in the items; null if none are known, as in older recordings. */
    private final @Nullable List<String> values;

    private final Set<Object> reads = new LinkedHashSet<>();
    private final List<Evidence> evidence = new ArrayList<>();
    private final Set<String> attributes = new TreeSet<>();
    private double units;

    private Results(ObservedRequest request, PageRead page) {
      this.request = request;
      this.page = page;
      List<String> known = ResultValues.of(request);
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

  /** The loops of one run. */
  private static final class Loops implements Detector {
    private final RequestSubjects subjects;

    /** The loops of the tests that sent a request last; one that is forgotten starts again. */
    private final RecentMap<String, Loop> loops = new RecentMap<>(MAX_TESTS, this::forget);

    private final ForgottenTests forgotten = new ForgottenTests();
    private final Overflow manyTests =
        new Overflow(
            MAX_TESTS, "tests are followed at a time for " + TYPE.id(), "request of others");

    private final Map<String, List<Evidence>> evidence = new LinkedHashMap<>();
    private final Map<String, Integer> longest = new LinkedHashMap<>();
    private final Map<String, Integer> shorter = new LinkedHashMap<>();
    private final Map<String, Results> each = new LinkedHashMap<>();
    private final Overflow manySubjects =
        new Overflow(MAX_SUBJECTS, "subjects of " + TYPE.id() + " are compared", "case of others");

    /** The last GetItem requests of a test. The form of keys is compared once there are many. */
    private static final class Loop {
      private final Set<Item> keys = new LinkedHashSet<>();
      private String table = "";
      private String subject = "";
      private @Nullable KeyConditionTemplate form;
      private @Nullable Results results;
      private @Nullable Instant last;

      private void clear() {
        keys.clear();
        form = null;
      }
    }

    private Loops(@Nullable Design design) {
      this.subjects = new RequestSubjects(design);
    }

    private void forget(String test, Loop loop) {
      if (loop.last != null && (loop.results != null || !loop.keys.isEmpty())) {
        forgotten.add(test, loop.last);
      }
    }

    @Override
    public void accept(ObservedRequest request, RequestContext context) {
      List<RequestPart> parts = request.parts();
      String test = String.valueOf(context.test());
      Loop loop = loops.get(test);
      if (loop == null) {
        loop = new Loop();
        loops.put(test, loop);
        if (forgotten.remove(test, request.startedAt(), SOON)) {
          manyTests.add();
        }
      }
      if (loop.last != null && request.startedAt().isAfter(loop.last.plus(SOON))) {
        loop.clear();
        loop.results = null;
      }
      loop.last = request.startedAt();
      RequestPart part = parts.size() == 1 ? parts.get(0) : null;
      if (part instanceof PageRead page) {
        page(request, page, loop, context);
      }
      boolean get = request.operation() == Operations.GET_ITEM;
      if (!get || !(part instanceof ItemRead read)) {
        loop.clear();
        return;
      }
      Results results = loop.results;
      Object found = results == null ? null : results.find(read.key().toMap().values(), read.key());
      if (results != null && found != null && addRead(results, request, read, found, context)) {
        loop.clear();
        return;
      }
      if (!loop.table.equals(read.table())) {
        loop.clear();
        loop.table = read.table();
      }
      if (loop.keys.size() < MAX_KEYS
          && loop.keys.add(read.key())
          && loop.keys.size() >= REPEATED) {
        compare(request, read, context, loop);
      }
    }

    /** Compares a page with the results before it, or keeps its own results. */
    private void page(ObservedRequest request, PageRead page, Loop loop, RequestContext context) {
      Results before = loop.results;
      if (before != null
          && before.values != null
          && page.startKey() == null
          && !page.keyConditions().isEmpty()) {
        Object found = before.find(equalValues(page), page.keyConditions());
        if (found != null && addRead(before, request, page, found, context)) {
          return;
        }
      }
      loop.results =
          page.returned() >= SEVERAL && !page.countOnly() ? new Results(request, page) : null;
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
    private boolean addRead(
        Results results,
        ObservedRequest request,
        RequestPart part,
        Object key,
        RequestContext context) {
      if (results.reads.size() < MAX_KEYS && results.reads.add(key)) {
        results.add(part);
      }
      if (results.evidence.isEmpty()) {
        results.evidence.add(Statements.evidence(results.request, results.page, context));
      }
      if (results.evidence.size() < MAX_EVIDENCE) {
        results.evidence.add(Statements.evidence(request, part, context));
      }
      if (results.reads.size() >= results.enough()) {
        String subject = subjects.subject(subjects.shape(request, part));
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

    private void compare(
        ObservedRequest request, ItemRead read, RequestContext context, Loop loop) {
      if (loop.form == null || !hasForm(read.key(), loop.form)) {
        Shape shape = subjects.shape(request, read);
        loop.form = shape.key();
        loop.subject = subjects.subject(shape);
        KeyConditionTemplate form = loop.form;
        loop.keys.removeIf(key -> form == null || !hasForm(key, form));
      }
      int length = loop.keys.size();
      if (length < REPEATED) {
        loop.form = null;
      } else if (length < MANY && !isRepeated(loop.subject)) {
        return;
      } else if (length > longest.getOrDefault(loop.subject, 0)
          && (longest.containsKey(loop.subject) || manySubjects.hasRoom(longest.size()))) {
        longest.put(loop.subject, length);
        evidence.computeIfAbsent(loop.subject, subject -> evidence(loop, context));
      }
    }

    /** Counts a short loop, and returns whether there were several with this subject. */
    private boolean isRepeated(String subject) {
      return (shorter.containsKey(subject) || manySubjects.hasRoom(shorter.size()))
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

    private static List<Evidence> evidence(Loop loop, RequestContext context) {
      return loop.keys.stream()
          .limit(MAX_EVIDENCE)
          .map(
              key ->
                  Statements.evidence(
                      Operations.GET_ITEM.name(), loop.table, key.toMap(), context.test()))
          .toList();
    }

    @Override
    public void addOmissions(List<String> omissions) {
      manySubjects.addTo(omissions);
      manyTests.addTo(omissions);
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
                          length
                              + (length == MAX_KEYS ? " or more" : "")
                              + " different items were read by GetItem, one after another",
                          evidence.getOrDefault(subject, List.of()))
                      .withAdvice(
                          "One BatchGetItem of "
                              + length
                              + " keys takes 1 request instead of "
                              + length
                              + ", and the same read units")));
      each.forEach(
          (subject, results) ->
              all.add(
                  Finding.of(
                          EACH,
                          subject,
                          "A "
                              + results.request.operation().name()
                              + " of "
                              + results.page.table()
                              + (results.page.index() == null ? "" : "." + results.page.index())
                              + " returned "
                              + Statements.count(results.page.returned(), "item")
                              + ", and "
                              + Statements.count(results.reads.size(), "read")
                              + " followed, one for each",
                          results.evidence)
                      .withAdvice(results.advice(input))));
      return all;
    }
  }
}
