package dev.monotable.design.ledger;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.bound.RecentMap;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.Shape;
import dev.monotable.design.relation.BulkPutTotals;
import dev.monotable.design.relation.RequestOutline;
import dev.monotable.design.relation.UseGroups;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reduces requests to their shapes and counts them. Bounded by {@link LedgerBounds}, regardless of
 * the number of requests. Safe for use by multiple threads.
 *
 * <p>Key values are reduced to templates. If the design declares a template of the attribute that
 * fits, it is used without the names of its fields. Otherwise the text of the value decides: in
 * {@code ORDER#20240625} the label stays and the value becomes a field, and a word such as {@code
 * PROFILE} is a constant unless the attribute has many different ones.
 */
public final class LedgerRecorder implements RequestConsumer {
  private static final List<RequestTrait> TRAITS = List.of(RequestTrait.values());

  private final LedgerBounds bounds;
  private final @Nullable Design design;
  private final ShapeReader shapes;
  private final PendingAnswers pending;
  private final UseGroups groups = new UseGroups();
  private final Map<String, DesignTable> tables = new TreeMap<>();
  private final Map<String, BulkPutTotals> bulkPuts = new TreeMap<>();

  /** The key attributes of the tables to which items were written. */
  private final Map<String, Set<String>> keyNames = new HashMap<>();

  private final Map<String, Run> runs;
  private final Set<String> tests = new HashSet<>();
  private Map<Shape, ShapeCounter> counters = new LinkedHashMap<>();
  private Map<ItemKind, ItemShapeCounter> items = new LinkedHashMap<>();

  private final Overflow manyShapes;
  private final Overflow manyTables;
  private final Overflow manyTests;
  private final Overflow manyItemShapes;
  private final Overflow manyAttributes;
  private final Overflow manyIndexes;
  private final Overflow manyNames;

  private long requests;
  private long uncounted;
  private @Nullable Instant from;
  private @Nullable Instant to;

  /** The templates of the keys of items. */
  private record ItemKind(String table, Map<String, KeyTemplate> keys) {}

  /** A request, or a part of it, with its shape. */
  private record Use(
      ObservedRequest request, @Nullable RequestPart part, Shape shape, RequestContext context) {
    private RequestSample sample() {
      return new RequestSample(SampleLine.of(request, part, shape), request.startedAt(), context);
    }
  }

  /** The number of requests of the same shape that a test has sent in a row. */
  private static final class Run {
    private @Nullable ShapeCounter counter;
    private long length;
  }

  /**
   * Creates an empty ledger.
   *
   * @param design the design whose key templates are used, or null to derive them from the values
   */
  public LedgerRecorder(@Nullable Design design, LedgerBounds bounds) {
    this.design = design;
    this.bounds = bounds;
    this.shapes = new ShapeReader(design, this::findTable, bounds);
    this.pending = new PendingAnswers(bounds.pending());
    this.manyShapes = Bound.SHAPES.overflow(bounds.shapes());
    this.manyTables = Bound.TABLES.overflow(bounds.shapes());
    this.manyTests = Bound.TESTS.overflow(bounds.tests());
    this.manyItemShapes = Bound.ITEM_SHAPES.overflow(bounds.itemShapes());
    this.manyAttributes = Bound.ATTRIBUTES.overflow(bounds.itemShapes());
    this.manyIndexes = Bound.INDEXES.overflow();
    this.manyNames = Bound.NAMES.overflow();
    this.runs = new RecentMap<>(bounds.pending(), false, (test, run) -> {});
  }

  /**
   * Adds a table that was created before requests were observed. Tables that are created, updated
   * or described while requests are observed are added by themselves.
   */
  public synchronized void addTable(DesignTable table) {
    if (manyTables.hasRoom(tables, table.name())) {
      tables.put(table.name(), table.withEntities(List.of()));
      keyNames.remove(table.name());
    }
  }

  private @Nullable DesignTable findTable(String name) {
    DesignTable table = tables.get(name);
    return table == null && design != null ? design.findTable(name) : table;
  }

  /** Returns the number of shapes so far. */
  public synchronized int shapeCount() {
    return counters.size();
  }

  @Override
  public synchronized void accept(ObservedRequest request, RequestContext context) {
    requests++;
    Instant at = request.startedAt();
    from = from == null || at.isBefore(from) ? at : from;
    to = to == null || at.isAfter(to) ? at : to;
    String test = context.test();
    if (test != null && !tests.contains(test) && manyTests.hasRoom(tests.size())) {
      tests.add(test);
    }
    DesignTable described = ObservedTables.find(request, tables::get);
    if (described != null) {
      addTable(described);
    }
    List<RequestPart> parts = request.parts();
    if (parts.isEmpty()) {
      countOutline(request, context);
    } else {
      count(request, parts, context);
    }
    if (shapes.keys().takeChanged()) {
      mergeShapes();
    }
  }

  @Override
  public synchronized void acceptBulkPut(BulkPutTotals ended, RequestContext context) {
    String key = ended.table() + ' ' + ended.tier();
    if (manyTables.hasRoom(bulkPuts, key)) {
      bulkPuts.merge(key, ended, BulkPutTotals::plus);
    }
  }

  private void countOutline(ObservedRequest request, RequestContext context) {
    Use use = new Use(request, null, shapes.outline(request), context);
    ShapeCounter counter = counter(use.shape());
    if (counter == null) {
      return;
    }
    counter.addRequest(request.duration().toNanos());
    counter.addParent(error(request));
    name(context, counter);
    sample(use, counter);
    await(use, counter);
  }

  private void count(ObservedRequest request, List<RequestPart> parts, RequestContext context) {
    String error = error(request);
    boolean failed = error != null || request.connectionDropped();
    boolean outline = RequestOutline.is(request);
    long nanos = request.duration().toNanos() / parts.size();
    Set<ShapeCounter> involved = new HashSet<>();
    ShapeCounter first = null;
    Use firstUse = null;
    List<Shape> all = new ArrayList<>(parts.size());
    for (RequestPart part : parts) {
      Use use = new Use(request, part, shapes.of(request, part), context);
      all.add(use.shape());
      if (part instanceof ItemWritten written && !outline) {
        countItem(written, use::sample);
      }
      ShapeCounter counter = counter(use.shape());
      if (counter == null) {
        continue;
      }
      firstUse = first == null ? new Use(request, parts.get(0), use.shape(), context) : firstUse;
      first = first == null ? counter : first;
      counter.addRequest(nanos);
      counter.add(part, failed);
      if (part instanceof PageRead page) {
        pending.page(page, failed, counter, use::sample);
      }
      if (involved.add(counter)) {
        counter.addParent(error);
        name(context, counter);
        sample(use, counter);
      }
    }
    if (!failed) {
      groups.add(request, all, context.test());
    }
    if (first != null && firstUse != null) {
      run(context, parts.size() == 1 ? first : null);
      await(firstUse, first);
    }
  }

  /** Awaits the continuation of a request, or counts it as that of an earlier one. */
  private void await(Use use, ShapeCounter counter) {
    ObservedRequest request = use.request();
    if (request.operation().traits().isBatch()) {
      pending.batch(
          request, batch -> UnprocessedKeys.of(batch, this::findTable), counter, use::sample);
    }
    pending.outcome(request, use.context(), counter, use::sample);
  }

  private void run(RequestContext context, @Nullable ShapeCounter counter) {
    Run run = runs.computeIfAbsent(String.valueOf(context.test()), test -> new Run());
    run.length = counter != null && counter == run.counter ? run.length + 1 : 1;
    run.counter = counter;
    if (counter != null) {
      counter.run(run.length);
    }
  }

  private void name(RequestContext context, ShapeCounter counter) {
    if (context.pattern() != null) {
      counter.name(context.pattern(), manyNames);
    }
  }

  private void sample(Use use, ShapeCounter counter) {
    if (counter.wantsSample(bounds.samples(), use.context().test())) {
      counter.addSample(use.sample());
    }
    for (RequestTrait trait : TRAITS) {
      if (counter.wantsSample(trait) && trait.isOf(use.request(), use.part())) {
        counter.addSample(trait, use.sample());
      }
    }
  }

  private static @Nullable String error(ObservedRequest request) {
    return request.error() == null ? null : request.error().shapeName();
  }

  private @Nullable ShapeCounter counter(Shape shape) {
    ShapeCounter counter =
        manyShapes.findOrAdd(counters, shape, () -> new ShapeCounter(manyIndexes));
    uncounted += counter == null ? 1 : 0;
    return counter;
  }

  private void countItem(ItemWritten written, Supplier<RequestSample> sample) {
    Item after = written.after();
    if (after == null || !written.applied()) {
      return;
    }
    DesignTable table = findTable(written.table());
    Set<String> names =
        table == null
            ? written.key().toMap().keySet()
            : keyNames.computeIfAbsent(table.name(), name -> table.keyAttributes());
    Map<String, KeyTemplate> keys = new TreeMap<>();
    for (String name : names) {
      AttributeValue value = after.find(name);
      if (value != null && value.type().isKeyType()) {
        keys.put(name, shapes.keys().ofValue(written.table(), name, value));
      }
    }
    ItemKind kind = new ItemKind(written.table(), keys);
    ItemShapeCounter counter =
        manyItemShapes.findOrAdd(items, kind, () -> new ItemShapeCounter(manyAttributes));
    if (counter != null) {
      counter.add(written, after, keys, sample);
    }
  }

  /** Merges counters whose shapes have become equal. */
  private void mergeShapes() {
    Map<ShapeCounter, ShapeCounter> merged = new HashMap<>();
    Map<Shape, ShapeCounter> kept = new LinkedHashMap<>();
    counters.forEach(
        (shape, counter) -> {
          ShapeCounter same = kept.putIfAbsent(current(shape), counter);
          if (same != null) {
            same.addAll(counter, bounds.samples(), manyNames);
            merged.put(counter, same);
          }
        });
    counters = kept;
    groups.merge(this::current);
    pending.replace(merged);
    runs.clear();
    Map<ItemKind, ItemShapeCounter> keptItems = new LinkedHashMap<>();
    items.forEach(
        (kind, counter) -> {
          Map<String, KeyTemplate> keys = new TreeMap<>(kind.keys());
          keys.replaceAll((name, template) -> current(kind.table(), name, template));
          ItemShapeCounter same = keptItems.putIfAbsent(new ItemKind(kind.table(), keys), counter);
          if (same != null) {
            same.addAll(counter);
          }
        });
    items = keptItems;
  }

  private KeyTemplate current(String table, String attribute, KeyTemplate template) {
    return shapes.keys().current(table, attribute, template);
  }

  private Shape current(Shape shape) {
    if (shape.key() == null) {
      return shape;
    }
    return shape.withKey(
        shape.key().withValues((term, value) -> current(shape.table(), term.attribute(), value)));
  }

  /** Returns what was counted so far. */
  public synchronized Ledger ledger() {
    if (shapes.keys().settle()) {
      mergeShapes();
    }
    List<LedgerEntry> entries = new ArrayList<>(counters.size());
    var open = pending.open();
    counters.forEach(
        (shape, counter) ->
            entries.add(counter.entry(shape, open.getOrDefault(counter, Map.of()))));
    List<ItemShape> itemShapes = new ArrayList<>(items.size());
    items.forEach((kind, counter) -> itemShapes.add(counter.shape(kind.table(), kind.keys())));
    List<DesignTable> known = new ArrayList<>(tables.values());
    known.sort(Comparator.comparing(DesignTable::name));
    return new Ledger(
        entries,
        itemShapes,
        known,
        groups.groups(),
        List.copyOf(bulkPuts.values()),
        new LedgerTotals(requests, from, to, tests, uncounted, omissions()));
  }

  private List<String> omissions() {
    List<String> omissions = new ArrayList<>();
    for (Overflow each :
        List.of(
            manyShapes,
            manyTables,
            manyTests,
            manyItemShapes,
            manyAttributes,
            manyIndexes,
            manyNames)) {
      each.addTo(omissions);
    }
    pending.addOmissions(omissions);
    groups.addTo(omissions);
    return omissions;
  }
}
