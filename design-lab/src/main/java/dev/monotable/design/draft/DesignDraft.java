package dev.monotable.design.draft;

import dev.monotable.design.ledger.AttributeCounts;
import dev.monotable.design.ledger.ItemShape;
import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.AttributeSpec;
import dev.monotable.design.model.Budget;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.EntityEstimate;
import dev.monotable.design.model.KeyConditionTemplate;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.ShapeExpressions;
import dev.monotable.design.model.TableSettings;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.design.model.Traffic;
import dev.monotable.design.model.TypeAttributes;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.value.AttributeType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Drafts a design from observed requests, as a starting point for a design file. Each shape of
 * items becomes an entity, and each shape of requests an access pattern. Names are made of the
 * labels in the keys. Frequencies are left out: tests do not run as users do.
 */
public final class DesignDraft {
  private final Ledger ledger;

  private DesignDraft(Ledger ledger) {
    this.ledger = ledger;
  }

  /**
   * Returns a draft. All observed requests on items are part of its access patterns.
   *
   * @param name the name of the design
   */
  public static Design of(String name, Ledger ledger) {
    return new DesignDraft(ledger).design(name);
  }

  /**
   * Returns an observed shape as a design file declares it: with the templates of entities in place
   * of constants that are values of them, and with names of fields.
   *
   * @param tables with their entities
   */
  public static Shape declared(Shape observed, List<DesignTable> tables) {
    return named(withTemplates(observed, tables));
  }

  private static Shape named(Shape shape) {
    return shape.key() == null ? shape : shape.withKey(new FieldNames().named(shape.key()));
  }

  private Design design(String name) {
    List<DesignTable> tables = new ArrayList<>();
    for (String tableName : tableNames()) {
      DesignTable table = table(tableName);
      tables.add(table.withEntities(entities(table)));
    }
    return new Design(name, null, tables, patterns(tables), List.of());
  }

  private Set<String> tableNames() {
    Set<String> names = new TreeSet<>();
    ledger.tables().forEach(table -> names.add(table.name()));
    for (LedgerEntry entry : ledger.entries()) {
      if (isDrafted(entry)) {
        names.add(entry.shape().table());
      }
    }
    return names;
  }

  /** Returns whether a shape becomes an access pattern. */
  private static boolean isDrafted(LedgerEntry entry) {
    Shape shape = entry.shape();
    return shape.action() != Action.OTHER
        && !shape.table().isEmpty()
        && (shape.key() != null || shape.action() == Action.SCAN);
  }

  private DesignTable table(String name) {
    DesignTable known = ledger.findTable(name);
    if (known != null) {
      return known;
    }
    Set<String> keys = new TreeSet<>();
    for (LedgerEntry entry : ledger.entriesOf(name)) {
      if (entry.shape().key() != null && entry.shape().index() == null) {
        entry.shape().key().terms().forEach(term -> keys.add(term.attribute()));
      }
    }
    List<String> names = List.copyOf(keys);
    DeclaredKey key =
        names.isEmpty()
            ? DeclaredKey.of("PK", "SK")
            : DeclaredKey.of(names.get(0), names.size() > 1 ? names.get(1) : null);
    return new DesignTable(name, key, List.of(), List.of(), TableSettings.DEFAULT);
  }

  // ---- entities ----

  private List<Entity> entities(DesignTable table) {
    List<ItemShape> shapes = new ArrayList<>();
    for (ItemShape shape : ledger.items()) {
      if (shape.table().equals(table.name())) {
        shapes.add(shape);
      }
    }
    Set<String> names = new HashSet<>();
    List<Entity> entities = new ArrayList<>();
    for (List<ItemShape> same : SameEntity.groups(table, shapes)) {
      entities.add(entity(table, same, names));
    }
    return entities;
  }

  private static Entity entity(DesignTable table, List<ItemShape> shapes, Set<String> names) {
    ItemShape main = shapes.get(0);
    long written = 0;
    long created = 0;
    long bytes = 0;
    Map<String, AttributeSums> sums = new LinkedHashMap<>();
    for (ItemShape shape : shapes) {
      main = shape.written() > main.written() ? shape : main;
      written += shape.written();
      created += shape.created();
      bytes += shape.totalBytes();
      shape
          .attributes()
          .forEach((name, each) -> sums.computeIfAbsent(name, n -> new AttributeSums()).add(each));
    }
    Map<String, AttributeSpec> attributes = new LinkedHashMap<>();
    for (Map.Entry<String, AttributeSums> each : sums.entrySet()) {
      if (!table.keyAttributes().contains(each.getKey())) {
        attributes.put(each.getKey(), each.getValue().spec(each.getKey(), written));
      }
    }
    FieldNames fields = new FieldNames();
    Map<String, KeyTemplate> keys = new LinkedHashMap<>();
    for (String name : table.keyAttributes()) {
      KeyTemplate template = SameEntity.template(name, shapes);
      if (template != null) {
        keys.put(name, fields.named(name, template));
      }
    }
    return new Entity(
        unique(entityName(table, main, attributes), names),
        null,
        keys,
        attributes,
        new EntityEstimate(created, null, written == 0 ? null : (int) (bytes / written), null));
  }

  /** What several shapes of items say about one attribute. */
  private static final class AttributeSums {
    private final Set<AttributeType> types = new HashSet<>();
    private final Set<String> constants = new HashSet<>();
    private long count;
    private boolean varies;

    private void add(AttributeCounts counts) {
      types.addAll(counts.types());
      count += counts.count();
      if (counts.constant() == null) {
        varies = true;
      } else {
        constants.add(counts.constant());
      }
    }

    private AttributeSpec spec(String name, long written) {
      boolean names = TypeAttributes.contains(name);
      String constant =
          names && !varies && constants.size() == 1 ? constants.iterator().next() : null;
      // What is a number here and a text there is not declared, so that it is found.
      boolean mixed = types.contains(AttributeType.N) && types.contains(AttributeType.S);
      return new AttributeSpec(mixed ? Set.of() : types, count == written, constant, null);
    }
  }

  private static String entityName(
      DesignTable table, ItemShape shape, Map<String, AttributeSpec> attributes) {
    for (AttributeSpec spec : attributes.values()) {
      if (spec.constant() != null) {
        return FieldNames.camelCase(spec.constant(), true);
      }
    }
    StringBuilder name = new StringBuilder();
    for (String key : table.key().names()) {
      KeyTemplate template = shape.keys().get(key);
      String label = template == null ? null : FieldNames.findLabel(template);
      String word = label == null ? "" : FieldNames.camelCase(label, true);
      if (!name.toString().equals(word)) {
        name.append(word);
      }
    }
    return name.length() == 0 ? "Item" : name.toString();
  }

  private static String unique(String name, Set<String> names) {
    String unique = name;
    for (int i = 2; !names.add(unique); i++) {
      unique = name + i;
    }
    return unique;
  }

  // ---- access patterns ----

  /**
   * What was counted for one access pattern. Requests that differ by their projection alone are
   * one: {@link DeclaredPattern#find} does not distinguish them.
   */
  private static final class Counts {
    private final Shape first;
    private final Set<String> named = new HashSet<>();
    private boolean severalProjections;
    private long uses;
    private long requests;
    private long returned;

    private Counts(Shape first) {
      this.first = first;
    }

    private void add(LedgerEntry entry, Shape shape) {
      severalProjections |= !shape.equals(first);
      named.addAll(entry.requests().patterns().keySet());
      uses += Math.max(1, entry.requests().parents());
      requests += entry.requests().requests();
      returned += entry.reads().returned();
    }

    /** Returns the name that the requests give, if they give one, or else one of their form. */
    private String name(Shape observed) {
      return named.size() == 1 ? named.iterator().next() : patternName(observed);
    }

    private Shape shape() {
      return severalProjections ? withoutProjection(first) : first;
    }
  }

  private static Shape withoutProjection(Shape shape) {
    ShapeExpressions expressions = shape.expressions();
    return shape.withExpressions(
        new ShapeExpressions(
            expressions.filter(), null, expressions.condition(), expressions.update()));
  }

  private List<DeclaredPattern> patterns(List<DesignTable> tables) {
    Map<Shape, Counts> counted = new LinkedHashMap<>();
    for (LedgerEntry entry : ledger.entries()) {
      if (isDrafted(entry)) {
        Shape shape = withTemplates(entry.shape(), tables);
        counted
            .computeIfAbsent(withoutProjection(shape), key -> new Counts(shape))
            .add(entry, shape);
      }
    }
    Set<String> names = new HashSet<>();
    List<DeclaredPattern> patterns = new ArrayList<>();
    counted.values().forEach(counts -> patterns.add(pattern(counts.shape(), counts, names)));
    return patterns;
  }

  /** Returns a shape with the templates of the drafted entities in place of constants. */
  private static Shape withTemplates(Shape shape, List<DesignTable> tables) {
    KeyConditionTemplate key = shape.key();
    if (key == null) {
      return shape;
    }
    List<TermTemplate> terms = new ArrayList<>();
    for (TermTemplate term : key.terms()) {
      List<KeyTemplate> values = new ArrayList<>();
      for (KeyTemplate value : term.values()) {
        values.add(declared(shape.table(), term, value, tables));
      }
      terms.add(new TermTemplate(term.attribute(), term.comparison(), values));
    }
    return shape.withKey(new KeyConditionTemplate(terms));
  }

  private static KeyTemplate declared(
      String tableName, TermTemplate term, KeyTemplate observed, List<DesignTable> tables) {
    KeyTemplate best = null;
    for (DesignTable table : tables) {
      for (Entity entity : table.entities()) {
        KeyTemplate template = entity.keys().get(term.attribute());
        if (table.name().equals(tableName) && template != null) {
          KeyTemplate form = form(template, term, observed);
          if (form != null && (best == null || form.literalLength() > best.literalLength())) {
            best = form;
          }
        }
      }
    }
    return best == null ? observed : best;
  }

  /** Returns the form that an observed value has as one of a template, or null. */
  private static @Nullable KeyTemplate form(
      KeyTemplate template, TermTemplate term, KeyTemplate observed) {
    if (!observed.isConstant()) {
      // A field stands for any value, such as x.
      boolean has =
          template.literalLength() > 0 && template.find(observed.text().replace("{}", "x")) != null;
      return has || observed.shape().equals(template.shape()) ? template.shape() : null;
    }
    if (template.find(observed.text()) != null) {
      return template.shape();
    }
    return term.comparison() == KeyTerm.Comparison.BEGINS_WITH
        ? template.shapeOfPrefix(observed.text())
        : null;
  }

  private DeclaredPattern pattern(Shape observed, Counts counts, Set<String> names) {
    Shape shape = named(observed);
    Double items =
        observed.action().isRead()
            ? rounded((double) counts.returned / Math.max(1, counts.requests))
            : null;
    PatternRequest request =
        new PatternRequest(shape, rounded((double) counts.requests / counts.uses), items);
    return new DeclaredPattern(
        unique(counts.name(observed), names),
        null,
        List.of(request),
        Traffic.UNKNOWN,
        Budget.UNLIMITED);
  }

  private static String patternName(Shape shape) {
    StringBuilder name = new StringBuilder(shape.operation());
    if (shape.action() != Action.SCAN) {
      if (shape.isTransaction() || shape.isStatement()) {
        name.append(' ').append(shape.action().label());
      }
      if (shape.key() != null) {
        for (var term : shape.key().terms()) {
          String label = FieldNames.findLabel(term.values().get(0));
          name.append(' ')
              .append(label == null ? term.attribute() : FieldNames.camelCase(label, true));
        }
      }
    } else {
      name.append(' ').append(shape.table());
    }
    if (shape.index() != null) {
      name.append(" by ").append(shape.index());
    }
    return name.toString();
  }

  private static double rounded(double value) {
    return Math.round(value * 100) / 100.0;
  }
}
