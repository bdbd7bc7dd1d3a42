package dev.monotable.design.check;

import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.ledger.ObservedTables;
import dev.monotable.design.ledger.Overflow;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.HashMap;
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
final class SortOrderRule implements FindingRule {
  static final int MAX_PLACES = 1_000;

  @Override
  public List<FindingType> types() {
    return List.of(ItemFindings.UNSORTED, ItemFindings.NEWEST_RANDOM);
  }

  @Override
  public Detector start(@Nullable Design design) {
    return new Orders(design);
  }

  /** The sort keys of one run. */
  private static final class Orders implements Detector {
    private final @Nullable Design design;
    private final Map<Place, SortValues> places = new LinkedHashMap<>();
    private final Overflow manyPlaces =
        new Overflow(MAX_PLACES, "forms of sort keys are compared", "write with others");

    /** Values that are compared with each other. */
    private record Place(String table, String subject, String attribute, String prefix) {}

    private final SortKeyUses uses = new SortKeyUses();
    private final Map<String, DesignTable> observed = new HashMap<>();

    /** The sort keys of the known tables to which items were written. */
    private final Map<String, Set<String>> sortKeys = new HashMap<>();

    private final Overflow manyTables =
        new Overflow(MAX_PLACES, "tables are known to sort-key-order", "description of others");

    private Orders(@Nullable Design design) {
      this.design = design;
      if (design != null) {
        for (DeclaredPattern pattern : design.patterns()) {
          for (PatternRequest request : pattern.requests()) {
            uses.add(request.shape(), design.findTable(request.shape().table()));
          }
        }
      }
    }

    @Override
    public void addTable(DesignTable table) {
      if (observed.containsKey(table.name()) || manyTables.hasRoom(observed.size())) {
        observed.put(table.name(), table.withEntities(List.of()));
        sortKeys.remove(table.name());
      }
    }

    private @Nullable DesignTable findTable(String name) {
      DesignTable declared = design == null ? null : design.findTable(name);
      return declared == null ? observed.get(name) : declared;
    }

    @Override
    public void accept(ObservedRequest request, RequestContext context) {
      if (request.parts().isEmpty()) {
        DesignTable described = ObservedTables.find(request, observed::get);
        if (described != null) {
          addTable(described);
        }
      }
      for (RequestPart part : request.parts()) {
        if (part instanceof PageRead page) {
          uses.add(page, findTable(page.table()));
        }
        if (part instanceof ItemWritten written && written.applied() && written.after() != null) {
          DesignTable table = findTable(written.table());
          Set<String> names =
              table == null
                  ? written.key().toMap().keySet()
                  : sortKeys.computeIfAbsent(table.name(), name -> sortKeys(table));
          for (String attribute : names) {
            add(request, written, table, attribute, context);
          }
        }
      }
    }

    /** Returns the sort keys of a table and its indexes. */
    private static Set<String> sortKeys(DesignTable table) {
      Set<String> names = new LinkedHashSet<>();
      addStrings(table.key().sort(), names);
      for (DeclaredIndex index : table.indexes()) {
        addStrings(index.key().sort(), names);
      }
      return names;
    }

    private static void addStrings(List<DeclaredKeyAttribute> attributes, Set<String> names) {
      for (DeclaredKeyAttribute attribute : attributes) {
        if (attribute.type() == AttributeType.S) {
          names.add(attribute.name());
        }
      }
    }

    private void add(
        ObservedRequest request,
        ItemWritten written,
        @Nullable DesignTable table,
        String attribute,
        RequestContext context) {
      Item item = written.after();
      AttributeValue value = item == null ? null : item.find(attribute);
      if (item == null || value == null || value.type() != AttributeType.S) {
        return;
      }
      List<Entity> entities = table == null ? List.of() : table.entitiesOf(item);
      String subject =
          entities.size() == 1 ? written.table() + "/" + entities.get(0).name() : written.table();
      String text = value.string();
      int start = SortValues.startOf(text);
      Place place = new Place(written.table(), subject, attribute, text.substring(0, start));
      SortValues values = places.get(place);
      if (values == null && manyPlaces.hasRoom(places.size())) {
        values = new SortValues();
        places.put(place, values);
      }
      if (values != null) {
        values.add(text.substring(start), () -> evidence(request, written, context));
      }
    }

    private static Evidence evidence(
        ObservedRequest request, ItemWritten written, RequestContext context) {
      return new Evidence(ItemProblems.line(request, written), context.test());
    }

    @Override
    public void addOmissions(List<String> omissions) {
      manyPlaces.addTo(omissions);
      manyTables.addTo(omissions);
      uses.addOmissions(omissions);
    }

    @Override
    public List<Finding> findings(FindingInput input) {
      List<Finding> findings = new ArrayList<>();
      places.forEach(
          (place, values) -> {
            boolean ordered = uses.isOrdered(place.table(), place.attribute(), place.prefix());
            String problem = values.findProblem(ordered);
            if (values.isRandom()
                && uses.isNewest(place.table(), place.attribute(), place.prefix())) {
              findings.add(
                  Finding.of(
                          ItemFindings.NEWEST_RANDOM,
                          place.subject(),
                          place.attribute()
                              + (place.prefix().isEmpty()
                                  ? ""
                                  : " with the prefix " + place.prefix())
                              + " continues with random identifiers, and a Query with a limit reads"
                              + " the last of them",
                          values.evidence())
                      .withAdvice(
                          "Write "
                              + place.attribute()
                              + " as "
                              + place.prefix()
                              + "{time}#{id}, with the time in UTC as ISO 8601"));
            } else if (problem != null) {
              findings.add(
                  Finding.of(
                          ItemFindings.UNSORTED,
                          place.subject(),
                          place.attribute()
                              + (place.prefix().isEmpty()
                                  ? ""
                                  : " with the prefix " + place.prefix())
                              + " has "
                              + problem,
                          values.evidence())
                      .withAdvice(values.advice(place.attribute(), ordered)));
            }
          });
      return findings;
    }
  }
}
