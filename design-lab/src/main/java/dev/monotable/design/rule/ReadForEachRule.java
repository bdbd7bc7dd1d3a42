package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.cost.Savings;
import dev.monotable.design.finding.Chance;
import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Pairs;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.KeyConditionTemplate;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.design.proposal.BatchInstead;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds a read for each result of a Query or Scan: reads that follow the result without another
 * request between, nearly in its order, whose keys come from it; of half of a result of three or
 * more, or of both of two.
 */
final class ReadForEachRule implements Detector {
  private static final int SEVERAL = 2;
  private static final int SOON_SECONDS = 1;
  static final FindingType TYPE =
      FindingType.of(
          "read-for-each-result",
          SOON_SECONDS,
          Chance.WINDOWS,
          Chance.WINDOW,
          Chance.AS_MANY,
          Chance.SHUFFLES);
  static final FindingRule RULE = new FindingRule(List.of(TYPE), ReadForEachRule::new);

  private static final int MAX_READS = 100;
  private static final int MAX_EVIDENCE = 10;
  private static final int MAX_NAMES = 10;
  private static final Duration SOON = Duration.ofSeconds(SOON_SECONDS);

  /** Reads of a form that followed a result. */
  private static final class Form {
    private final Set<Object> keys = new LinkedHashSet<>();
    private final List<Evidence> evidence = new ArrayList<>();
    private final Set<String> attributes = new TreeSet<>();
    private final boolean ofTable;
    private double units;
    private int reads;
    private int rising;
    private int last = -1;

    /**
     * Creates a form without reads.
     *
     * @param ofTable whether they read the table of the result
     */
    private Form(boolean ofTable) {
      this.ofTable = ofTable;
    }

    private void add(TracedPart part, Object key, int place) {
      reads++;
      rising += place >= last ? 1 : 0;
      last = place;
      if (keys.size() < MAX_READS) {
        keys.add(key);
      }
      if (evidence.size() < MAX_EVIDENCE - 1) {
        evidence.add(Evidence.of(part));
      }
      RequestPart read = part.part();
      if (read instanceof ItemRead one) {
        units += one.units();
        Item item = one.item();
        for (String name : item == null ? Set.<String>of() : item.toMap().keySet()) {
          if (attributes.size() < MAX_NAMES && !one.key().contains(name)) {
            attributes.add(name);
          }
        }
      } else if (read instanceof PageRead page) {
        units += page.units();
      }
    }

    /** Returns whether the reads are in the order of the result, except for a few. */
    private boolean isOrdered() {
      return 4 * rising >= 3 * reads;
    }
  }

  /** A page, and the reads that followed it so far. */
  private static final class Results {
    private final TracedPart part;
    private final PageRead page;

    /** The identifiers in the items, in their order; none if unknown, as in older recordings. */
    private final List<String> values;

    private final Map<String, Form> forms = new LinkedHashMap<>();
    private int reads;

    private Results(TracedPart part, PageRead page) {
      this.part = part;
      this.page = page;
      this.values = part.of().resultValues();
    }

    /** Returns the place in these results from which the values of a key come, or -1. */
    private int place(Iterable<AttributeValue> key) {
      if (values.isEmpty()) {
        return 0;
      }
      int place = -1;
      for (AttributeValue value : key) {
        String identifier = ResultValues.findSource(page, values, value);
        // The sort key, which is the last one, says most.
        place = identifier == null ? place : values.indexOf(identifier);
      }
      return place;
    }

    /** Returns whether an identifier was not known before: the key condition does not name it. */
    private boolean isNew(String identifier) {
      return ResultValues.findSource(page, values, AttributeValue.string(identifier)) != null;
    }

    /** Returns how many reads are one for each. */
    private int enough() {
      int known = Math.min(page.returned(), ResultValues.MAX_ITEMS);
      return values.isEmpty() ? page.returned() : known <= SEVERAL ? known : (known + 1) / 2;
    }

    /** Returns the form of most of the reads. */
    private Map.@Nullable Entry<String, Form> mostFrequent() {
      Map.Entry<String, Form> most = null;
      for (Map.Entry<String, Form> each : forms.entrySet()) {
        most = most == null || each.getValue().reads > most.getValue().reads ? each : most;
      }
      return most;
    }
  }

  /** The results that reads of one form followed, by the one with most of them. */
  private static final class Case {
    private Results results;
    private Form form;
    private int occasions;

    private Case(Results results, Form form) {
      this.results = results;
      this.form = form;
    }
  }

  /** The results that the tests which sent a request last have read just now. */
  private final TestMemory<Results> open;

  private final Map<String, Case> cases = new LinkedHashMap<>();
  private final Overflow manySubjects;
  private final Pairs pairs;

  private ReadForEachRule(Trace trace) {
    this.manySubjects = trace.declare(Bound.SUBJECTS, TYPE.id());
    this.pairs = new Pairs(trace, TYPE.id());
    this.open =
        new TestMemory<>(trace, Bound.LOOP_TESTS, TYPE.id(), SOON, results -> results.part.at());
  }

  @Override
  public void accept(TracedRequest request) {
    pairs.add(request);
    TracedPart part = request.parts().size() == 1 ? request.parts().get(0) : null;
    Results results = open.findOrCount(request);
    if (part != null) {
      addSecond(part, results);
    }
    if (results != null) {
      if (part != null && !request.isAfter(results.part.at(), SOON) && follows(results, part)) {
        if (results.reads == results.page.returned()) {
          end(results);
          open.remove(request);
        }
        return;
      }
      end(results);
      open.remove(request);
    }
    if (part != null
        && part.part() instanceof PageRead page
        && page.returned() >= SEVERAL
        && !page.countOnly()
        && request.request().error() == null) {
      Results found = new Results(part, page);
      open.put(request, found);
      found.values.stream().filter(found::isNew).forEach(pairs::first);
    }
  }

  /** Adds a read to those that may follow from a result, regardless of whether this one does. */
  private void addSecond(TracedPart part, @Nullable Results results) {
    List<AttributeValue> key = keyOf(part);
    if (key == null) {
      return;
    }
    Set<Object> names = new LinkedHashSet<>();
    String found = null;
    for (AttributeValue value : key) {
      String identifier = ResultValues.identifier(value);
      if (identifier != null) {
        names.add(identifier);
      }
      String source =
          results == null ? null : ResultValues.findSource(results.page, results.values, value);
      found = source == null ? found : source;
    }
    Object[] all = found == null ? names.toArray() : new Object[] {found};
    pairs.second(part.subject(), all);
  }

  /**
   * Returns the values of the key of a read that may be one of a result, without those that all
   * such reads have; null for another request.
   */
  private static @Nullable List<AttributeValue> keyOf(TracedPart part) {
    Map<String, AttributeValue> key;
    if (part.part() instanceof ItemRead read && part.request().operation() == Operations.GET_ITEM) {
      key = read.key().toMap();
    } else if (part.part() instanceof PageRead page
        && page.startKey() == null
        && !page.keyConditions().isEmpty()) {
      key = equalValues(page);
    } else {
      return null;
    }
    KeyConditionTemplate form = part.shape().key();
    List<AttributeValue> values = new ArrayList<>();
    key.forEach(
        (name, value) -> {
          TermTemplate term = form == null ? null : form.find(name);
          if (term == null || !term.values().get(0).isConstant()) {
            values.add(value);
          }
        });
    return values;
  }

  /** Adds a read whose key comes from the results, and returns whether it is one. */
  private boolean follows(Results results, TracedPart part) {
    List<AttributeValue> values = keyOf(part);
    boolean get = part.part() instanceof ItemRead;
    int place = values == null || (!get && results.values.isEmpty()) ? -1 : results.place(values);
    if (place < 0) {
      return false;
    }
    Object key =
        part.part() instanceof ItemRead read
            ? read.key()
            : ((PageRead) part.part()).keyConditions();
    results.reads++;
    boolean ofTable = part.part().table().equals(results.page.table());
    results.forms.computeIfAbsent(part.subject(), s -> new Form(ofTable)).add(part, key, place);
    return true;
  }

  private static Map<String, AttributeValue> equalValues(PageRead page) {
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    for (KeyTerm term : page.keyConditions().get(0).terms()) {
      if (term.comparison() == KeyTerm.Comparison.EQUAL) {
        values.put(term.attribute(), term.values().get(0));
      }
    }
    return values;
  }

  /** Judges the reads of a result, now that another request has ended them. */
  private void end(Results results) {
    Map.Entry<String, Form> most = results.mostFrequent();
    if (most == null) {
      return;
    }
    Form form = most.getValue();
    String subject = most.getKey();
    boolean same = form.keys.size() == 1;
    if (form.reads >= Math.max(same ? SEVERAL + 1 : SEVERAL, results.enough())
        && form.isOrdered()) {
      Case known = manySubjects.findOrAdd(cases, subject, () -> new Case(results, form));
      if (known != null) {
        known.occasions++;
        if (known.form.reads < form.reads) {
          known.results = results;
          known.form = form;
        }
      }
    }
  }

  @Override
  public List<Finding> findings(FindingInput input) {
    List<Finding> all = new ArrayList<>();
    cases.forEach(
        (subject, found) -> {
          if (found.occasions >= Chance.WINDOWS && pairs.exceedChance(subject)) {
            all.add(finding(input, subject, found));
          }
        });
    return all;
  }

  private Finding finding(FindingInput input, String subject, Case found) {
    PageRead page = found.results.page;
    Form form = found.form;
    List<Evidence> evidence = new ArrayList<>();
    evidence.add(Evidence.of(found.results.part));
    evidence.addAll(form.evidence);
    boolean same = form.keys.size() == 1;
    Finding each =
        Finding.of(
            TYPE,
            subject,
            fill(
                "A {} of {}{} returned {}, and {} followed, {}",
                found.results.part.request().operation().name(),
                page.table(),
                page.index() == null ? "" : "." + page.index(),
                count(page.returned(), "item"),
                count(form.reads, "read"),
                same ? "all with the same key" : "one for each"),
            evidence);
    LedgerEntry entry = same ? null : Savings.entry(input, subject);
    String other = advice(input, page, form);
    if (entry != null
        && entry.shape().operation().equals(Operations.GET_ITEM.name())
        && !other.startsWith("Add ")) {
      return each.propose(
          new BatchInstead(entry.shape(), form.reads),
          "; or " + Character.toLowerCase(other.charAt(0)) + other.substring(1));
    }
    return each.save(
        same ? "Read it once for the whole result" : other,
        Savings.reads(
            page.units() + form.units, page.units() + (same ? form.units / form.reads : 0)));
  }

  /** Returns where the attributes should be that the reads return. */
  private static String advice(FindingInput input, PageRead page, Form form) {
    DesignTable table = input.findTable(page.table());
    DeclaredIndex index =
        table == null || page.index() == null ? null : table.findIndex(page.index());
    Set<String> missing = new TreeSet<>(form.attributes);
    if (table != null && form.ofTable) {
      missing.removeAll(table.keyAttributes());
    }
    if (index != null && form.ofTable) {
      missing.removeAll(index.projection().attributes());
    }
    String names = String.join(", ", missing);
    boolean project =
        form.ofTable && index != null && index.projection().kind() != DeclaredProjection.Kind.ALL;
    return missing.isEmpty()
        ? "Keep what is read with the items of the list"
        : project
            ? "Add " + names + " to the projection of " + page.table() + "." + page.index()
            : "Copy of " + names + " what the list shows into the items that it reads";
  }
}
