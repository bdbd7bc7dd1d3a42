package dev.monotable.design.trace;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.ledger.ObservedTables;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.ledger.ShapeReader;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.Shape;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a run, in the order in which they ended, as all rules see them: what each needs
 * of a request, such as its table, its shape or the entity of an item, is found once. It keeps the
 * tables; rules keep what they remember of earlier requests, within bounds that are declared here,
 * so that a report can name those that were reached. Not thread-safe.
 */
public final class Trace {
  private final @Nullable Design design;
  private final ShapeReader shapes;
  private final Map<String, DesignTable> observed = new HashMap<>();
  private final Map<String, String> timesToLive = new HashMap<>();
  private final List<Overflow> overflows = new ArrayList<>();
  private final List<Overflow> manyTables = new ArrayList<>();
  private final Overflow manyTimesToLive = Bound.EXPIRING_TABLES.overflow();

  /**
   * Creates a trace of no requests.
   *
   * @param design the declared design, or null without one
   */
  public Trace(@Nullable Design design) {
    this.design = design;
    this.shapes = ShapeReader.of(design);
    if (design != null) {
      design.tables().forEach(this::addTimeToLive);
    }
  }

  /** Returns the declared design, or null. */
  public @Nullable Design design() {
    return design;
  }

  /** Declares a bound of what a rule remembers. */
  public Overflow declare(Overflow bound) {
    overflows.add(bound);
    return bound;
  }

  /** Declares a bound of what a rule remembers for a kind of findings. */
  public Overflow declare(Bound bound, String finding) {
    return declare(bound.overflow(finding));
  }

  /** Declares that a rule needs the tables that are observed for a kind of findings. */
  public void declareTables(String finding) {
    manyTables.add(declare(Bound.RULE_TABLES, finding));
  }

  /** Declares that a rule needs the TTL attributes of tables. */
  public void declareTimesToLive() {
    declare(manyTimesToLive);
  }

  /** Adds a sentence for each bound that was reached. */
  public void addOmissions(List<String> omissions) {
    overflows.forEach(each -> each.addTo(omissions));
  }

  /** Adds a table that was created before requests were observed. */
  public void addTable(DesignTable table) {
    addTimeToLive(table);
    if (observed.containsKey(table.name()) || observed.size() < Bound.RULE_TABLES.most()) {
      observed.put(table.name(), table);
    } else {
      manyTables.forEach(Overflow::add);
    }
  }

  /** Adds a request, and returns it as rules see it. */
  public TracedRequest add(ObservedRequest request, RequestContext context) {
    if (request.parts().isEmpty()) {
      DesignTable described = ObservedTables.find(request, observed::get);
      if (described != null) {
        addTable(described);
      }
      TimeToLiveSpecification changed = ObservedTables.findTimeToLive(request);
      if (changed != null) {
        setTimeToLive(request.tables().get(0), changed.enabled() ? changed.attributeName() : null);
      }
    }
    return new TracedRequest(this, request, context);
  }

  private void addTimeToLive(DesignTable table) {
    String attribute = table.settings().timeToLive();
    if (attribute != null) {
      setTimeToLive(table.name(), attribute);
    }
  }

  private void setTimeToLive(String table, @Nullable String attribute) {
    if (attribute == null) {
      timesToLive.remove(table);
    } else if (manyTimesToLive.hasRoom(timesToLive, table)) {
      timesToLive.put(table, attribute);
    }
  }

  /** Returns the TTL attribute of a table, or null. */
  public @Nullable String findTimeToLive(String table) {
    return timesToLive.isEmpty() ? null : timesToLive.get(table);
  }

  /** Returns a table as it was observed, or null. */
  public @Nullable DesignTable findObserved(String name) {
    return observed.get(name);
  }

  /** Returns a table as it was observed, otherwise as it is declared, or null. */
  public @Nullable DesignTable findTable(String name) {
    DesignTable found = observed.get(name);
    return found == null ? findDeclared(name) : found;
  }

  /** Returns a table as it is declared, or null. */
  public @Nullable DesignTable findDeclared(String name) {
    return design == null ? null : design.findTable(name);
  }

  /** Returns the declared entities whose key an item has. */
  List<Entity> entitiesOf(String table, Item item) {
    DesignTable declared = findDeclared(table);
    return declared == null ? List.of() : declared.entitiesOf(item);
  }

  Shape shape(TracedPart part) {
    return shapes.of(part.request(), part.part());
  }

  /** Returns the access pattern of a shape if it is part of exactly one, otherwise its text. */
  String subject(Shape shape) {
    List<DeclaredPattern> patterns = design == null ? List.of() : design.patternsOf(shape);
    return patterns.size() == 1 ? patterns.get(0).name() : shape.toString();
  }
}
