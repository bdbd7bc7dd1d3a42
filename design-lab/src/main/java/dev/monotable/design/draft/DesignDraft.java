package dev.monotable.design.draft;

import dev.monotable.design.ledger.AttributeCounts;
import dev.monotable.design.ledger.ItemShape;
import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.AttributeSpec;
import dev.monotable.design.model.Budget;
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
import dev.monotable.design.model.TermTemplate;
import dev.monotable.design.model.Traffic;
import dev.monotable.design.model.TypeAttributes;
import dev.monotable.design.relation.UseGroup;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.value.AttributeType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
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
  /** A name has as many parts of a group at most. */
  private static final int MAX_PARTS = 3;

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
    return named(withTemplates(observed, tables), tables);
  }

  /** Returns a shape with the names of the entity whose keys it has, or else with new names. */
  private static Shape named(Shape shape, List<DesignTable> tables) {
    KeyConditionTemplate key = shape.key();
    if (key == null) {
      return shape;
    }
    for (Entity entity : entities(shape.table(), tables)) {
      KeyConditionTemplate same = withNames(key, entity.keys());
      if (same != null) {
        return shape.withKey(same);
      }
    }
    return shape.withKey(new FieldNames().named(key));
  }

  private static List<Entity> entities(String table, List<DesignTable> tables) {
    return tables.stream()
        .filter(each -> each.name().equals(table))
        .flatMap(each -> each.entities().stream())
        .toList();
  }

  /** Returns a condition with the names of templates, or null if they have not its form. */
  private static @Nullable KeyConditionTemplate withNames(
      KeyConditionTemplate key, Map<String, KeyTemplate> templates) {
    List<TermTemplate> terms = new ArrayList<>();
    for (TermTemplate term : key.terms()) {
      KeyTemplate template = templates.get(term.attribute());
      List<KeyTemplate> values = new ArrayList<>();
      for (KeyTemplate value : term.values()) {
        KeyTemplate named = template == null ? null : withNames(value, template, term.comparison());
        if (named == null) {
          return null;
        }
        // The bounds of a range are two values.
        values.add(values.isEmpty() ? named : KeyTemplate.parse(named.text().replace("}", "2}")));
      }
      terms.add(new TermTemplate(term.attribute(), term.comparison(), values));
    }
    return new KeyConditionTemplate(terms);
  }

  /** Returns a value with the names of a template, or null if it has not its form. */
  private static @Nullable KeyTemplate withNames(
      KeyTemplate value, KeyTemplate template, KeyTerm.Comparison comparison) {
    if (value.shape().equals(template.shape())) {
      return template;
    }
    String shape = value.shape().text();
    if (comparison == KeyTerm.Comparison.EQUAL || !template.shape().text().startsWith(shape)) {
      return null;
    }
    int end = 0;
    for (int at = 0; at < shape.length(); at++) {
      boolean field = shape.charAt(at) == '{';
      end = field ? template.text().indexOf('}', end) + 1 : end + 1;
      at += field ? 1 : 0;
    }
    return KeyTemplate.parse(template.text().substring(0, end));
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
    ledger.entries().stream()
        .filter(DesignDraft::isDrafted)
        .forEach(entry -> names.add(entry.shape().table()));
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
    DesignTable table = known == null ? UndescribedTables.table(name, ledger) : known;
    return UndescribedTables.withIndexes(table, ledger);
  }

  // ---- entities ----

  private List<Entity> entities(DesignTable table) {
    List<ItemShape> shapes =
        ledger.items().stream().filter(shape -> shape.table().equals(table.name())).toList();
    Set<String> names = new HashSet<>();
    List<List<ItemShape>> groups =
        SameEntity.groups(table, shapes).stream().filter(same -> hasKey(table, same)).toList();
    // The only kind of items of a table is named like the table.
    boolean only = groups.size() == 1 && table.key().sort().isEmpty();
    return groups.stream().map(same -> entity(table, same, only, names)).toList();
  }

  /** Returns whether items have the key of a table; not if they are of an earlier one. */
  private static boolean hasKey(DesignTable table, List<ItemShape> shapes) {
    return table.key().names().stream().allMatch(name -> SameEntity.template(name, shapes) != null);
  }

  private static Entity entity(
      DesignTable table, List<ItemShape> shapes, boolean only, Set<String> names) {
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
    Map<String, KeyTemplate> observed = new LinkedHashMap<>();
    for (String name : table.keyAttributes()) {
      KeyTemplate template = SameEntity.template(name, shapes);
      if (template != null) {
        observed.put(name, template);
      }
    }
    FieldNames fields = new FieldNames(equalFields(observed, shapes), main.heldAttributes());
    observed.replaceAll(fields::named);
    return new Entity(
        unique(entityName(table, main, observed, attributes, only), names),
        null,
        observed,
        attributes,
        new EntityEstimate(created, null, written == 0 ? null : (int) (bytes / written), null));
  }

  /**
   * Returns for each field of the keys of an entity the first one with the same value, if all of
   * its items have the same templates; otherwise none.
   */
  private static List<Integer> equalFields(Map<String, KeyTemplate> keys, List<ItemShape> shapes) {
    ItemShape only = shapes.get(0);
    int fields = only.keys().values().stream().mapToInt(KeyTemplate::fieldCount).sum();
    if (shapes.size() > 1 || !only.keys().equals(keys) || only.equalFields().size() != fields) {
      return List.of();
    }
    // The ledger has the keys by their names, and a design by their roles.
    Map<String, Integer> starts = new LinkedHashMap<>();
    int start = 0;
    for (Map.Entry<String, KeyTemplate> key : only.keys().entrySet()) {
      starts.put(key.getKey(), start);
      start += key.getValue().fieldCount();
    }
    List<Integer> order = new ArrayList<>();
    for (Map.Entry<String, KeyTemplate> key : keys.entrySet()) {
      for (int i = 0; i < key.getValue().fieldCount(); i++) {
        order.add(starts.getOrDefault(key.getKey(), 0) + i);
      }
    }
    List<Integer> first = new ArrayList<>();
    for (int position : order) {
      int root = only.equalFields().get(position);
      int at = 0;
      while (!only.equalFields().get(order.get(at)).equals(root)) {
        at++;
      }
      first.add(at);
    }
    return first;
  }

  /** The statements of several shapes of items about one attribute. */
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
      // An attribute that is a number here and a text there is not declared, so that it is found.
      boolean mixed = types.contains(AttributeType.N) && types.contains(AttributeType.S);
      return new AttributeSpec(mixed ? Set.of() : types, count == written, constant, null);
    }
  }

  private static String entityName(
      DesignTable table,
      ItemShape shape,
      Map<String, KeyTemplate> observed,
      Map<String, AttributeSpec> attributes,
      boolean only) {
    for (AttributeSpec spec : attributes.values()) {
      if (spec.constant() != null) {
        return FieldNames.camelCase(spec.constant(), true);
      }
    }
    StringBuilder name = new StringBuilder();
    for (String key : table.key().names()) {
      boolean partition = key.equals(table.key().partition().get(0).name());
      KeyTemplate template = (partition ? observed : shape.keys()).get(key);
      String label = template == null || only ? null : FieldNames.findLabel(template);
      String word = label == null ? "" : FieldNames.camelCase(label, true);
      if (!name.toString().equals(word)) {
        name.append(word);
      }
    }
    return name.length() == 0 ? TableWords.item(table.name()) : name.toString();
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
   * The counts of one access pattern. Requests that differ by their projection alone are one:
   * {@link DeclaredPattern#find} does not distinguish them.
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
      if (isDrafted(entry) && UndescribedTables.hasKeyOf(entry.shape(), tables)) {
        Shape shape = withTemplates(entry.shape(), tables);
        counted
            .computeIfAbsent(withoutProjection(shape), key -> new Counts(shape))
            .add(entry, shape);
      }
    }
    Set<String> names = new HashSet<>();
    List<DeclaredPattern> patterns = new ArrayList<>();
    Map<Shape, List<Shape>> groups = groups(counted, tables);
    for (Map.Entry<Shape, Counts> each : counted.entrySet()) {
      List<Shape> group = groups.getOrDefault(each.getKey(), List.of(each.getKey()));
      if (group.get(0).equals(each.getKey())) {
        patterns.add(pattern(group.stream().map(counted::get).toList(), names, tables));
      }
    }
    return patterns;
  }

  /**
   * Returns the shapes that are one access pattern, by each of them: the actions of a transaction,
   * or a Query with the batch of what it found, if most of the requests of each belong together.
   */
  private Map<Shape, List<Shape>> groups(Map<Shape, Counts> counted, List<DesignTable> tables) {
    List<UseGroup> frequent = new ArrayList<>(ledger.groups());
    frequent.sort(Comparator.comparingLong(UseGroup::uses).reversed());
    Map<Set<Shape>, Map<Shape, Long>> byShapes = new LinkedHashMap<>();
    for (UseGroup group : frequent) {
      Map<Shape, Long> requests = new LinkedHashMap<>();
      for (int i = 0; i < group.shapes().size(); i++) {
        Shape shape = withoutProjection(withTemplates(group.shapes().get(i), tables));
        requests.merge(shape, group.counts().get(i), Long::sum);
      }
      Map<Shape, Long> same = byShapes.putIfAbsent(Set.copyOf(requests.keySet()), requests);
      if (same != null) {
        requests.forEach((shape, count) -> same.merge(shape, count, Long::sum));
      }
    }
    Map<Shape, List<Shape>> groups = new HashMap<>();
    for (Map<Shape, Long> requests : byShapes.values()) {
      boolean together = requests.size() > 1;
      for (Map.Entry<Shape, Long> each : requests.entrySet()) {
        Counts counts = counted.get(each.getKey());
        together &=
            counts != null
                && !groups.containsKey(each.getKey())
                && 2 * each.getValue() > counts.requests;
      }
      if (together) {
        List<Shape> shapes = List.copyOf(requests.keySet());
        shapes.forEach(shape -> groups.put(shape, shapes));
      }
    }
    return groups;
  }

  /** Returns a shape with the templates of the drafted entities in place of constants. */
  private static Shape withTemplates(Shape shape, List<DesignTable> tables) {
    KeyConditionTemplate key = shape.key();
    if (key == null) {
      return shape;
    }
    return shape.withKey(
        key.withValues((term, value) -> declared(shape.table(), term, value, tables)));
  }

  private static KeyTemplate declared(
      String tableName, TermTemplate term, KeyTemplate observed, List<DesignTable> tables) {
    KeyTemplate best = null;
    for (Entity entity : entities(tableName, tables)) {
      KeyTemplate template = entity.keys().get(term.attribute());
      KeyTemplate form = template == null ? null : form(template, term, observed);
      if (form != null && (best == null || form.literalLength() > best.literalLength())) {
        best = form;
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

  private static DeclaredPattern pattern(
      List<Counts> group, Set<String> names, List<DesignTable> tables) {
    long uses = group.stream().mapToLong(counts -> counts.uses).max().orElse(1);
    List<PatternRequest> requests = new ArrayList<>();
    List<String> parts = new ArrayList<>();
    Set<String> named = new HashSet<>();
    for (Counts counts : group) {
      Shape observed = counts.shape();
      Double items =
          observed.action().isRead()
              ? rounded((double) counts.returned / Math.max(1, counts.requests))
              : null;
      double times = (double) counts.requests / (group.size() > 1 ? uses : counts.uses);
      requests.add(new PatternRequest(named(observed, tables), rounded(times), items));
      named.addAll(counts.named);
      parts.add(
          parts.isEmpty()
              ? PatternNames.first(observed, tables)
              : PatternNames.next(observed, tables));
    }
    String name =
        named.size() == 1
            ? named.iterator().next()
            : String.join(" and ", parts.subList(0, Math.min(MAX_PARTS, parts.size())));
    return new DeclaredPattern(
        unique(name, names), null, requests, Traffic.UNKNOWN, Budget.UNLIMITED);
  }

  private static double rounded(double value) {
    return Math.round(value * 100) / 100.0;
  }
}
