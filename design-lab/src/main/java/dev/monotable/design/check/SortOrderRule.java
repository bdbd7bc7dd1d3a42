package dev.monotable.design.check;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.DesignTarget;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds sort keys of type S whose values are not sorted as numbers, times or names are. The values
 * of one entity are compared with each other; without a design, those with the same prefix. The
 * order of numbers and names matters only if a range, a direction or a limit uses it.
 */
final class SortOrderRule implements Detector {
  static final FindingRule RULE =
      new FindingRule(
          List.of(ItemFindings.UNSORTED, ItemFindings.NEWEST_RANDOM), SortOrderRule::new);

  private final Map<Place, SortValues> places = new LinkedHashMap<>();
  private final Overflow manyPlaces;

  /** Values that are compared with each other. */
  private record Place(String table, String subject, String attribute, String prefix) {}

  private final Trace trace;
  private final SortKeyUses uses;

  /** The sort keys of the tables to which items were written last. */
  private final IdentityHashMap<DesignTable, Set<String>> sortKeys = new IdentityHashMap<>();

  private SortOrderRule(Trace trace) {
    this.trace = trace;
    this.manyPlaces = trace.declare(Bound.SORT_KEYS.overflow());
    trace.declareTables(ItemFindings.UNSORTED.id());
    this.uses = new SortKeyUses(trace);
    Design design = trace.design();
    for (DeclaredPattern pattern :
        design == null ? List.<DeclaredPattern>of() : design.patterns()) {
      for (PatternRequest request : pattern.requests()) {
        uses.add(request.shape(), trace.findDeclared(request.shape().table()));
      }
    }
  }

  private @Nullable DesignTable findTable(String name) {
    DesignTable declared = trace.findDeclared(name);
    return declared == null ? trace.findObserved(name) : declared;
  }

  @Override
  public void page(TracedPart part, PageRead page) {
    uses.add(page, findTable(page.table()));
  }

  @Override
  public void write(TracedPart part, ItemWritten written) {
    Item item = written.after();
    DesignTable table = findTable(written.table());
    if (item != null) {
      for (String attribute :
          table == null ? written.key().toMap().keySet() : findSortKeys(table)) {
        add(part, attribute, item);
      }
    }
  }

  private Set<String> findSortKeys(DesignTable table) {
    Set<String> known = sortKeys.get(table);
    if (known == null) {
      if (sortKeys.size() == Bound.RULE_TABLES.most()) {
        sortKeys.clear();
      }
      known = sortKeys(table);
      sortKeys.put(table, known);
    }
    return known;
  }

  /** Returns the sort keys of a table and its indexes. */
  private static Set<String> sortKeys(DesignTable table) {
    Set<String> names = new LinkedHashSet<>();
    for (DesignTarget target : table.targets()) {
      target.key().sort().stream()
          .filter(attribute -> attribute.type() == AttributeType.S)
          .forEach(attribute -> names.add(attribute.name()));
    }
    return names;
  }

  private void add(TracedPart part, String attribute, Item item) {
    AttributeValue value = item.find(attribute);
    if (value == null || value.type() != AttributeType.S) {
      return;
    }
    String table = part.part().table();
    String text = value.string();
    int start = SortValues.startOf(text);
    Place place = new Place(table, part.entity(), attribute, text.substring(0, start));
    SortValues values = manyPlaces.findOrAdd(places, place, SortValues::new);
    if (values != null) {
      values.add(text.substring(start), () -> Evidence.of(part));
    }
  }

  @Override
  public List<Finding> findings(FindingInput input) {
    List<Finding> findings = new ArrayList<>();
    places.forEach(
        (place, values) -> {
          boolean ordered = uses.isOrdered(place.table(), place.attribute(), place.prefix());
          String problem = values.findProblem(ordered);
          String which =
              place.attribute()
                  + (place.prefix().isEmpty() ? "" : " with the prefix " + place.prefix());
          if (values.isRandom()
              && uses.isNewest(place.table(), place.attribute(), place.prefix())) {
            findings.add(
                Finding.of(
                        ItemFindings.NEWEST_RANDOM,
                        place.subject(),
                        which
                            + " continues with random identifiers, and a Query with a limit reads"
                            + " the last of them",
                        values.evidence())
                    .advise(
                        "Write {} as {}{}, with the time in UTC as ISO 8601",
                        place.attribute(),
                        place.prefix(),
                        "{time}#{id}"));
          } else if (problem != null) {
            findings.add(
                Finding.of(
                        ItemFindings.UNSORTED,
                        place.subject(),
                        which + " has " + problem,
                        values.evidence())
                    .withAdvice(values.advice(place.attribute(), ordered)));
          }
        });
    return findings;
  }
}
